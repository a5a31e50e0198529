import { lstat, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { AppError } from '../base/errors';
import { isScanned } from '../lens/places';

/** In bytes. */
const MAX_SIZE = 1024 * 1024;
/** Bytes in which a binary file has a zero. */
const BINARY_CHECK = 8000;

/** A text file. The path has `/` and is relative to the working directory. */
interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** The `.gitignore` of a folder. */
interface Rules {
  readonly folder: string;
  readonly rules: Ignore;
}

/**
 * Yields the text files of files and folders. Skips ignored, binary, large, and linked files, except named files.
 * Throws `AppError` if a path doesn't exist.
 */
export async function* sourceFiles(paths: readonly string[]): AsyncGenerator<SourceFile> {
  for (const path of paths) {
    const full = resolve(path);
    const info = await stat(full).catch(() => undefined);
    if (!info) throw new AppError('badOption', `“${path}” doesn’t exist.`);
    if (info.isDirectory()) yield* within(full, await rulesAbove(full));
    else yield* read(full);
  }
}

async function* within(folder: string, above: readonly Rules[]): AsyncGenerator<SourceFile> {
  const all = [...above, ...(await rulesIn(folder))];
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    const isFolder = entry.isDirectory();
    if (!isFolder && !entry.isFile()) continue;
    if (isIgnored(isFolder ? `${path}/` : path, all)) continue;
    if (isFolder) yield* within(path, all);
    else yield* read(path);
  }
}

/** The deepest matching rule wins. `.git` and folders such as `node_modules` are always ignored. */
function isIgnored(path: string, all: readonly Rules[]): boolean {
  if (!isScanned(shown(path))) return true;
  for (const { folder, rules } of all.toReversed()) {
    const { ignored, unignored } = rules.test(posix(path.slice(folder.length + 1)));
    if (ignored || unignored) return ignored;
  }
  return false;
}

async function rulesIn(folder: string): Promise<readonly Rules[]> {
  const text = await readFile(join(folder, '.gitignore'), 'utf8').catch(() => undefined);
  return text === undefined ? [] : [{ folder, rules: ignore({ ignoreCase: false }).add(text) }];
}

/** Returns the rules of the folders between the root of the repository and a folder. */
async function rulesAbove(folder: string): Promise<readonly Rules[]> {
  const isRoot = await lstat(join(folder, '.git')).then(
    () => true,
    () => false,
  );
  const parent = dirname(folder);
  if (isRoot || parent === folder) return [];
  return [...(await rulesAbove(parent)), ...(await rulesIn(parent))];
}

async function* read(path: string): AsyncGenerator<SourceFile> {
  const info = await stat(path).catch(() => undefined);
  if (!info?.isFile() || info.size > MAX_SIZE) return;
  const bytes = await readFile(path).catch(() => undefined);
  if (!bytes || bytes.subarray(0, BINARY_CHECK).includes(0)) return;
  yield { path: shown(path), text: bytes.toString('utf8') };
}

const posix = (path: string): string => path.replaceAll(sep, '/');
const shown = (path: string): string =>
  posix(relative(process.cwd(), path)) + (path.endsWith('/') ? '/' : '');
