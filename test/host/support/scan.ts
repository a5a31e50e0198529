import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { leaks, shows } from '../../fakes/canary';
import { activated } from './extension';

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

/** What shows one of the secrets of the extension's settings and state, and of the processes of this window. */
export async function windowThatShows(secrets: readonly string[]): Promise<readonly string[]> {
  const { globalState, workspaceState } = (await activated()).host.context;
  const settings = vscode.workspace.getConfiguration('generativeLanguage');
  const values = [
    ...[globalState, workspaceState].map((state) =>
      state.keys().map((key) => [key, state.get(key)]),
    ),
    ['connections', 'activeConnection'].map((name) => settings.inspect(name)),
    [process.argv, process.execArgv, process.env].map((own) => JSON.stringify(own)),
    await childrenOf(process.pid),
  ];
  return values.flatMap((value) => leaks(value, secrets));
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
