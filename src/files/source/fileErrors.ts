import { AppError } from '../../base/errors';
import { plainText } from '../../platform/plainText';
import type { UserFile } from '../userFiles';

type Named = Pick<UserFile, 'path'>;

/** Other bytes are there now than those that were looked at. */
export function sourceChanged({ path }: Named, cause?: unknown): AppError<'sourceChanged'> {
  return new AppError(
    'sourceChanged',
    `${plainText(path)} has changed, or is gone, since its upload began.`,
    { hint: 'Upload it again.', cause },
  );
}

/** What node:fs threw while a file was looked at or opened, as something to act on. */
export function fileError({ path }: Named, error: unknown): AppError<'fileGone' | 'notReadable'> {
  const name = plainText(path);
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'FileNotFound') {
    return new AppError('fileGone', `${name} is not there.`, { cause: error });
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'NoPermissions') {
    return new AppError('notReadable', `You are not allowed to read ${name}.`, { cause: error });
  }
  if (code === 'ELOOP') {
    return new AppError('notReadable', `${name} is a link that leads to itself.`, { cause: error });
  }
  const why = error instanceof Error ? plainText(error.message) : '';
  return new AppError('notReadable', `${name} can’t be read: ${why}`, { cause: error });
}

/** The code of an error of node:fs, or of VS Code's file systems. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
