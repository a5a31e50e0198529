import { randomBytes } from 'node:crypto';
import { lstat, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';

/** Where a file of this machine may not be written: it is a link, it lies outside, or it is no file. */
export type WrongPlace = 'link' | 'outside' | 'other';

/**
 * The path from a folder to what lies below it, both as they really are: links are followed. With slashes on every
 * system; undefined where it lies outside, or is the folder itself. What is not there counts as it is written.
 */
export async function pathBelow(folder: string, path: string): Promise<string | undefined> {
  return stepsBelow(await realPlace(folder), await realPlace(path))?.replaceAll(sep, '/');
}

/** Where a file below a folder really would be written, or why it must not be: never through a link. */
export async function plainPlace(
  folder: string,
  path: string,
): Promise<{ readonly path: string } | { readonly wrong: WrongPlace }> {
  const [top, above] = await Promise.all([realPlace(folder), realPlace(dirname(path))]);
  if (above !== top && stepsBelow(top, above) === undefined) return { wrong: 'outside' };
  const place = join(above, basename(path));
  const found = await lstat(place).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (found?.isSymbolicLink()) return { wrong: 'link' };
  return found && !found.isFile() ? { wrong: 'other' } : { path: place };
}

/**
 * Replaces a text file at once: what was there stays where that fails. A link that has come into its place meanwhile
 * is replaced itself, and what it leads to is left alone.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  // Beside it, because a rename is atomic only within a file system. VS Code's own takes the old file away first.
  const temporary = `${path}.${randomBytes(6).toString('hex')}.part`;
  try {
    await writeFile(temporary, text, { flag: 'wx' });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function stepsBelow(top: string, path: string): string | undefined {
  const steps = relative(top, path);
  const isBelow = steps !== '' && steps !== '..' && !steps.startsWith(`..${sep}`);
  // On another drive of Windows it is no path from here.
  return isBelow && join(top, steps) === path ? steps : undefined;
}

/** As `realpath`; of what is not there yet, the part that is there. */
async function realPlace(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    const above = dirname(path);
    if (!isMissing(error) || above === path) throw error;
    return join(await realPlace(above), basename(path));
  }
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code))
  );
}
