import { mkdir, readlink, symlink, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CACHE, ROOT } from './paths.mjs';

/**
 * This folder by another name. VS Code stands in a folder below it, and takes every theme below the
 * extension under development for one that is being developed: it would ignore the user's choice.
 * @returns {Promise<string>}
 */
export async function linkSource() {
  const link = join(CACHE, 'source');
  const there = await readlink(link).catch(() => undefined);
  if (there === ROOT) return link;
  await mkdir(dirname(link), { recursive: true });
  if (there !== undefined) await unlink(link);
  await symlink(ROOT, link, 'dir');
  return link;
}
