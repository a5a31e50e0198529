import * as l10n from '@vscode/l10n';
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  // Taken from here when it is used: the emulator starts without it.
  promises,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { AppError, errorCode } from '../base/errors';
import { pathInside } from './pathInside';
import { plainText } from './plainText';

// Not on Windows, where there is no such flag.
const NOT_BLOCKING = (constants as { readonly O_NONBLOCK?: number }).O_NONBLOCK ?? 0;

/**
 * Opens a file of this machine for reading. Opening a pipe would wait without an end and keep one of the four
 * threads that Node has for files; opening a device may do something. So it is looked at before, and again when
 * it is open, since its name may lead elsewhere by then. Throws `AppError` (`notAFile`), and what node:fs throws.
 */
export async function openPlainFile(path: string): Promise<FileHandle> {
  await requirePlainFile(path);
  const handle = await promises.open(path, constants.O_RDONLY | NOT_BLOCKING);
  try {
    if (!(await handle.stat()).isFile()) throw notAFile(path);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** For what VS Code reads itself: it opens whatever is there. Throws as `openPlainFile` does. */
export async function requirePlainFile(path: string): Promise<void> {
  if (!(await promises.stat(path)).isFile()) throw notAFile(path);
}

/** The content of a file, piece by piece. Throws as `openPlainFile` does. */
export async function* readPlainFile(
  path: string,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const handle = await openPlainFile(path);
  // The stream closes it.
  yield* handle.createReadStream(signal && { signal }) as AsyncIterable<Uint8Array>;
}

/** The content of a file at once, for programs that have nothing else to do meanwhile. Throws as `openPlainFile` does. */
export function readPlainFileSync(path: string): Buffer {
  const require = (found: Stats): void => {
    if (!found.isFile()) throw notAFile(path);
  };
  require(statSync(path));
  const file = openSync(path, constants.O_RDONLY | NOT_BLOCKING);
  try {
    require(fstatSync(file));
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

function notAFile(path: string): AppError<'notAFile'> {
  return new AppError(
    'notAFile',
    l10n.t('Couldn’t read {0} because it isn’t a regular file.', plainText(path)),
    { hint: l10n.t('Select a file.') },
  );
}

/** Where a file of this machine may not be written: it is a link, it lies outside, or it is no file. */
export type WrongPlace = 'link' | 'outside' | 'other';

/**
 * The path from a folder to what lies below it, both as they really are: links are followed. With slashes on every
 * system; undefined where it lies outside, or is the folder itself. What is not there counts as it is written.
 */
export function pathBelow(folder: string, path: string): string | undefined {
  return stepsBelow(realPlace(folder), realPlace(path))?.replaceAll(sep, '/');
}

/** Where a file below a folder really would be written, or why it must not be: never through a link. */
export function plainPlace(
  folder: string,
  path: string,
): { readonly path: string } | { readonly wrong: WrongPlace } {
  const [top, above] = [realPlace(folder), realPlace(dirname(path))];
  if (above !== top && stepsBelow(top, above) === undefined) return { wrong: 'outside' };
  const place = join(above, basename(path));
  const found = lstatSync(place, { throwIfNoEntry: false });
  if (found?.isSymbolicLink()) return { wrong: 'link' };
  return found && !found.isFile() ? { wrong: 'other' } : { path: place };
}

/**
 * Writes a file below a folder, with the folders that it is in: whole or not at all, and never through a link. Returns why it
 * must not be written there; undefined once it is written.
 */
export function writeBelow(
  folder: string,
  path: string,
  content: string | Uint8Array,
): WrongPlace | undefined {
  const place = plainPlace(folder, path);
  if ('wrong' in place) return place.wrong;
  mkdirSync(dirname(place.path), { recursive: true });
  // Beside it, because a rename is atomic only within a file system. VS Code's own takes the old file away first. A link
  // that has come into its place meanwhile is replaced itself, and what it leads to is left alone.
  const temporary = `${place.path}.${randomBytes(6).toString('hex')}.part`;
  try {
    writeFileSync(temporary, content, { flag: 'wx' });
    renameSync(temporary, place.path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  return undefined;
}

function stepsBelow(top: string, path: string): string | undefined {
  const steps = pathInside(top, path);
  // One that is written in another way may lead elsewhere.
  return steps && join(top, steps) === path ? steps : undefined;
}

/** As `realpath`; of what is not there yet, the part that is there. */
function realPlace(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    const above = dirname(path);
    if (!['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '') || above === path) throw error;
    return join(realPlace(above), basename(path));
  }
}

// Names that Windows keeps for devices, with any ending.
const DEVICE = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$) *(\.|$)/i;
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

// What Windows has no files of, and what would lead elsewhere there. What can't be seen makes one name look like another,
// such as a mark that turns letters around; joiners are a part of scripts and of emoji.
const STRANGE =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\\/:*?"<>|]|(?![\u200c\u200d\u{e0020}-\u{e007f}])\p{Cf}|[. ]$/u;

/** A name of an archive as it is, unless a file system would take it for something else or people would read another one. */
export function safeStep(name: string): string {
  return STRANGE.test(name) || DEVICE.test(name) ? safeFileName(name, '', 'file') : name;
}
