import type { BigIntStats } from 'node:fs';
import { constants, open, stat, type FileHandle } from 'node:fs/promises';
import { throwIfAborted } from '../../base/throwIfAborted';
import type { UserFile } from '../userFiles';
import { fileError, sourceChanged } from './fileErrors';
import type { OpenSource } from './openSource';

/**
 * A file of this machine. What `file` says of it must still hold, now and whenever a piece is read.
 * @param pieceBytes most bytes that are read at once.
 */
export async function openLocal(
  file: UserFile,
  path: string,
  pieceBytes: number,
): Promise<OpenSource> {
  const handle = await openForReading(file, path);
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await handle.close();
  };
  try {
    const first = await handle.stat({ bigint: true });
    if (!first.isFile() || Number(first.size) !== file.size) throw sourceChanged(file);
    if (wholeMilliseconds(first) !== file.modifiedAt) throw sourceChanged(file);
    return {
      size: file.size,
      read: (offset, signal) =>
        readPieces(file, { handle, path, first, pieceBytes }, offset, signal),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Time of the last change of the content, as `UserFile` has it: milliseconds since 1970. */
export function wholeMilliseconds({ mtimeNs }: Pick<BigIntStats, 'mtimeNs'>): number {
  return Number(mtimeNs / 1_000_000n);
}

interface Opened {
  readonly handle: FileHandle;
  readonly path: string;
  readonly first: BigIntStats;
  readonly pieceBytes: number;
}

async function* readPieces(
  file: UserFile,
  opened: Opened,
  from: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const memory = Buffer.allocUnsafe(Math.min(opened.pieceBytes, Math.max(1, file.size - from)));
  await checkPath(file, opened);
  for (let offset = from; offset < file.size;) {
    throwIfAborted(signal);
    const { bytesRead } = await opened.handle.read(memory, 0, memory.length, offset);
    // It was cut off.
    if (bytesRead === 0) throw sourceChanged(file);
    const piece = memory.subarray(0, Math.min(bytesRead, file.size - offset));
    offset += piece.length;
    await checkContent(file, opened);
    // Only a file that is whole, and still there, is finished.
    if (offset >= file.size) await checkPath(file, opened);
    yield piece;
  }
}

/** The open file is as it was. */
async function checkContent(file: UserFile, { handle, first }: Opened): Promise<void> {
  const now = await handle.stat({ bigint: true });
  if (now.size !== first.size || now.mtimeNs !== first.mtimeNs) throw sourceChanged(file);
}

/** Its path still leads to it: a program may have written another one in its place, or deleted it. */
async function checkPath(file: UserFile, { path, first }: Opened): Promise<void> {
  const now = await stat(path, { bigint: true }).catch((error: unknown) => {
    throw sourceChanged(file, error);
  });
  const isSame = now.ino === first.ino && now.dev === first.dev;
  if (!isSame || now.size !== first.size || now.mtimeNs !== first.mtimeNs) {
    throw sourceChanged(file);
  }
}

async function openForReading(file: UserFile, path: string): Promise<FileHandle> {
  try {
    // Not blocking: a pipe that has come in the place of the file would be waited for without an end.
    return await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw fileError(file, error);
  }
}
