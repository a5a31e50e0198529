import { randomBytes } from 'node:crypto';
import {
  constants,
  type FileHandle,
  lstat,
  open,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { AppError, errorCode } from '../base/errors';
import type { L10n } from './l10n';
import { pathInside } from './pathInside';
import { plainText } from './plainText';

// Not on Windows, where there is no such flag.
const NOT_BLOCKING = (constants as { readonly O_NONBLOCK?: number }).O_NONBLOCK ?? 0;

/**
 * Opens a file of this machine for reading. Opening a pipe would wait without an end and keep one of the four
 * threads that Node has for files; opening a device may do something. So it is looked at before, and again when
 * it is open, since its name may lead elsewhere by then. Throws `AppError` (`notAFile`), and what node:fs throws.
 */
export async function openPlainFile(path: string, l10n: L10n): Promise<FileHandle> {
  await requirePlainFile(path, l10n);
  const handle = await open(path, constants.O_RDONLY | NOT_BLOCKING);
  try {
    if (!(await handle.stat()).isFile()) throw notAFile(path, l10n);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** For what VS Code reads itself: it opens whatever is there. Throws as `openPlainFile` does. */
export async function requirePlainFile(path: string, l10n: L10n): Promise<void> {
  if (!(await stat(path)).isFile()) throw notAFile(path, l10n);
}

/** The content of a file, piece by piece. Throws as `openPlainFile` does. */
export async function* readPlainFile(
  path: string,
  l10n: L10n,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const handle = await openPlainFile(path, l10n);
  // The stream closes it.
  yield* handle.createReadStream(signal && { signal }) as AsyncIterable<Uint8Array>;
}

function notAFile(path: string, l10n: L10n): AppError<'notAFile'> {
  return new AppError(
    'notAFile',
    l10n.t('{0} is a folder, a pipe, a socket or a device, and cannot be read.', plainText(path)),
    { hint: l10n.t('Choose a file.') },
  );
}

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
  const steps = pathInside(top, path);
  // One that is written in another way may lead elsewhere.
  return steps && join(top, steps) === path ? steps : undefined;
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
  return ['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '');
}

// Names that Windows keeps for devices, with any ending.
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
// What some file system refuses, or what would leave the folder, and what can't be seen.
const UNSAFE = /[<>:"/\\|?*\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** In characters; names of 255 bytes are the most that file systems take. */
const LONGEST = 60;

/**
 * A file name out of a text from elsewhere that every file system takes, and that stays in its folder.
 *
 * @param ending with its dot.
 * @param fallback in place of a text of which nothing is left.
 */
export function safeFileName(text: string, ending: string, fallback: string): string {
  const plain = text.normalize('NFC').replace(UNSAFE, '-').replace(/\s+/g, ' ');
  // A dot in front hides the file, and Windows drops dots and spaces at the end.
  const trimmed = Array.from(plain)
    .slice(0, LONGEST)
    .join('')
    .replace(/^[-. ]+|[-. ]+$/g, '');
  const stem = trimmed === '' ? fallback : trimmed;
  return `${DEVICE.test(stem) ? `_${stem}` : stem}${ending}`;
}
