import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { shows } from '../../fakes/canary';

/** Bytes; larger files are caches of VS Code's own program. */
const LARGEST = 5 * 1024 * 1024;

/** The files below a folder that show one of the secrets. A file that vanishes meanwhile shows nothing. */
export async function filesThatShow(
  folder: string,
  secrets: readonly string[],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const text = await textOf(path);
    if (secrets.some((secret) => shows(path + text, secret))) found.push(path);
  }
  return found;
}

async function textOf(path: string): Promise<string> {
  try {
    return (await stat(path)).size > LARGEST ? '' : await readFile(path, 'latin1');
  } catch (error) {
    // What is read of a process that ends meanwhile: ESRCH.
    if (/^(ENOENT|ESRCH)$/.test((error as NodeJS.ErrnoException).code ?? '')) return '';
    throw error;
  }
}

/** Command lines and environments of the processes that this one has started (Linux; none elsewhere). */
export async function childrenOf(pid: number): Promise<readonly string[]> {
  if (process.platform !== 'linux') return [];
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const children = await Promise.all(
    pids.map(async (child) => {
      const status = await textOf(`/proc/${child}/status`);
      if (!new RegExp(`^PPid:\\s+${pid}$`, 'm').test(status)) return [];
      const texts = ['cmdline', 'environ'].map((name) => textOf(`/proc/${child}/${name}`));
      return [(await Promise.all(texts)).join('\n').replaceAll('\0', '\n')];
    }),
  );
  return children.flat();
}
