import * as l10n from '@vscode/l10n';
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  // Read on use, as the emulator starts without it.
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

// Windows has no such flag.
const NOT_BLOCKING = (constants as { readonly O_NONBLOCK?: number }).O_NONBLOCK ?? 0;

/**
 * Opens a local file. Checks the type twice, since a pipe would block one of Node.js's four file threads and
 * the path may change before it is opened. Throws `AppError` (`notAFile`) and errors of node:fs.
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

/**
 * Checks a file before VS Code opens it, since VS Code also opens pipes and devices. Throws like
 * `openPlainFile`.
 */
export async function requirePlainFile(path: string): Promise<void> {
  if (!(await promises.stat(path)).isFile()) throw notAFile(path);
}

/** Streams a file. Throws like `openPlainFile`. */
export async function* readPlainFile(
  path: string,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const handle = await openPlainFile(path);
  yield* handle.createReadStream(signal && { signal }) as AsyncIterable<Uint8Array>;
}

/** Reads a file synchronously, for CLI use. Throws like `openPlainFile`. */
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

/** Reason why a file must not be written. */
export type WriteObstacle = 'link' | 'outside' | 'other';

/**
 * Returns the real path relative to a folder, with slashes, following links. Path segments that don't exist
 * are used as written. Undefined if the path is outside or the folder itself.
 */
export function realPathInside(folder: string, path: string): string | undefined {
  return stepsBelow(realPlace(folder), realPlace(path))?.replaceAll(sep, '/');
}

/** Returns the real target path, or why it must not be written; links are never followed. */
export function resolveTarget(
  folder: string,
  path: string,
): { readonly path: string } | { readonly wrong: WriteObstacle } {
  const [top, above] = [realPlace(folder), realPlace(dirname(path))];
  if (above !== top && stepsBelow(top, above) === undefined) return { wrong: 'outside' };
  const place = join(above, basename(path));
  const found = lstatSync(place, { throwIfNoEntry: false });
  if (found?.isSymbolicLink()) return { wrong: 'link' };
  return found && !found.isFile() ? { wrong: 'other' } : { path: place };
}

/**
 * Writes a file in a folder atomically, creates parent folders, and never follows links. Returns the reason
 * if writing isn't allowed, otherwise undefined.
 */
export function writeBelow(
  folder: string,
  path: string,
  content: string | Uint8Array,
): WriteObstacle | undefined {
  const place = resolveTarget(folder, path);
  if ('wrong' in place) return place.wrong;
  mkdirSync(dirname(place.path), { recursive: true });
  // In the same folder, since a rename is only atomic within a file system. Unlike VS Code's rename, this one
  // keeps the old file until the end and replaces a link instead of its target.
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
  // A path that isn't normalized may point elsewhere.
  return steps && join(top, steps) === path ? steps : undefined;
}

/** Like `realpath`, but resolves only the existing part of a path. */
function realPlace(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    const above = dirname(path);
    if (!['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '') || above === path) throw error;
    return join(realPlace(above), basename(path));
  }
}

// Windows device names, with any extension.
const DEVICE = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$) *(\.|$)/i;
// Characters that some file system rejects, path separators and invisible characters.
const UNSAFE = /[<>:"/\\|?*\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** In characters; file systems limit names to 255 bytes. */
const MAX_NAME_LENGTH = 60;

/**
 * Converts untrusted text to a file name that is valid on every file system.
 * @param ending extension with its dot.
 * @param fallback name if no valid characters remain.
 */
export function safeFileName(text: string, ending: string, fallback: string): string {
  const plain = text.normalize('NFC').replace(UNSAFE, '-').replace(/\s+/g, ' ');
  // A leading dot hides a file; Windows drops trailing dots and spaces.
  const trimmed = Array.from(plain)
    .slice(0, MAX_NAME_LENGTH)
    .join('')
    .replace(/^[-. ]+|[-. ]+$/g, '');
  const stem = trimmed === '' ? fallback : trimmed;
  return `${DEVICE.test(stem) ? `_${stem}` : stem}${ending}`;
}

// Characters that are invalid or special on Windows, and invisible or bidirectional ones that make names look
// alike. Excludes joiners, which some scripts and emoji need.
const STRANGE =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\\/:*?"<>|]|(?![\u200c\u200d\u{e0020}-\u{e007f}])\p{Cf}|[. ]$/u;

/** Returns an archive entry's name unchanged, unless it is unsafe or misleading. */
export function safeEntryName(name: string): string {
  return STRANGE.test(name) || DEVICE.test(name) ? safeFileName(name, '', 'file') : name;
}
