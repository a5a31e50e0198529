import type { BigIntStats } from 'node:fs';
import { fileSource, type FileSource } from '../../api/upload/fileSource';
import { AppError } from '../../base/errors';
import { throwIfAborted } from '../../base/async';
import type { UserFile } from '../userFiles';
import { fileError, sourceChanged } from './fileErrors';
import type { OpenSource } from './openSource';

/**
 * A file of this machine. What `file` says of it must still hold, now and at the end.
 * @param pieceBytes bytes that are read at once.
 */
export async function openLocal(
  file: UserFile,
  path: string,
  pieceBytes: number | undefined,
): Promise<OpenSource> {
  const source = await open(file, path, pieceBytes);
  if (source.size !== file.size || wholeMilliseconds(source.stats) !== file.modifiedAt) {
    await source.close();
    throw sourceChanged(file);
  }
  return {
    size: source.size,
    async *read(offset, signal) {
      for await (const piece of source.read(offset, signal)) {
        throwIfAborted(signal);
        yield piece;
      }
    },
    close: () => source.close(),
  };
}

/** Time of the last change of the content, as `UserFile` has it: milliseconds since 1970. */
export function wholeMilliseconds({ mtimeNs }: Pick<BigIntStats, 'mtimeNs'>): number {
  return Number(mtimeNs / 1_000_000n);
}

async function open(
  file: UserFile,
  path: string,
  pieceBytes: number | undefined,
): Promise<FileSource> {
  try {
    return await fileSource(path, {
      changed: (cause) => sourceChanged(file, cause),
      ...(pieceBytes !== undefined && { pieceBytes }),
    });
  } catch (error) {
    throw error instanceof AppError ? error : fileError(file, error);
  }
}
