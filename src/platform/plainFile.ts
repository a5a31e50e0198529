import { constants, open, stat, type FileHandle } from 'node:fs/promises';
import { AppError } from '../base/errors';
import type { L10n } from './l10n';
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
