import type { BigIntStats } from 'node:fs';
import { constants, type FileHandle, open, stat } from 'node:fs/promises';
import { AppError } from '../../base/errors';
import type { UploadSource } from './upload';

export interface FileSource extends UploadSource {
  readonly stats: BigIntStats;
  close(): Promise<void>;
}

interface FileSourceOptions {
  readonly changed?: (cause?: unknown) => Error;
  /** Bytes per read into reused memory. Default: 2 MiB. */
  readonly pieceBytes?: number;
}

// Opening a FIFO would block forever. The flag doesn't exist on Windows.
const NOT_BLOCKING = (constants as { readonly O_NONBLOCK?: number }).O_NONBLOCK ?? 0;
const PIECE = 2 * 1024 * 1024;

/**
 * Opens a file for upload. Size, ctime, and identity are compared before the last chunk, by descriptor and path.
 * Throws `node:fs` errors and `AppError` (`notReadable`) if the path isn't a file.
 */
export async function fileSource(
  path: string,
  options: FileSourceOptions = {},
): Promise<FileSource> {
  const changed = options.changed ?? sourceChanged;
  // Checked before opening, because opening a device may have side effects, and again afterwards because of races.
  if (!(await stat(path)).isFile()) throw notAFile();
  const handle = await open(path, constants.O_RDONLY | NOT_BLOCKING);
  try {
    const stats = await handle.stat({ bigint: true });
    if (!stats.isFile()) throw notAFile();
    return new OpenFile({ handle, path, stats, changed, pieceBytes: options.pieceBytes ?? PIECE });
  } catch (error) {
    await handle.close();
    throw error;
  }
}

interface Opened {
  readonly handle: FileHandle;
  readonly path: string;
  readonly stats: BigIntStats;
  readonly changed: (cause?: unknown) => Error;
  readonly pieceBytes: number;
}

class OpenFile implements FileSource {
  readonly size: number;
  readonly #opened: Opened;
  #memory: readonly [Buffer, Buffer] | undefined;
  #closing: Promise<void> | undefined;

  constructor(opened: Opened) {
    this.#opened = opened;
    this.size = Number(opened.stats.size);
  }

  get stats(): BigIntStats {
    return this.#opened.stats;
  }

  async *read(offset: number): AsyncGenerator<Uint8Array, void, undefined> {
    const { handle, changed } = this.#opened;
    const { size } = this;
    // A read of an aborted request may still be running with the old memory.
    const memory = this.#memory ?? this.#allocate();
    this.#memory = undefined;
    const check = (): Promise<void> => this.#check();
    const pieces = new FilePieces({ handle, offset, size, memory, check, changed });
    try {
      yield* pieces;
    } finally {
      await pieces.return();
      this.#memory = memory;
    }
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#opened.handle.close());
  }

  #allocate(): readonly [Buffer, Buffer] {
    const { pieceBytes } = this.#opened;
    // Not from Node.js's pool, which chunks would keep alive.
    return this.size <= pieceBytes
      ? [Buffer.alloc(0), Buffer.allocUnsafeSlow(this.size)]
      : [Buffer.allocUnsafeSlow(pieceBytes), Buffer.allocUnsafeSlow(pieceBytes)];
  }

  async #check(): Promise<void> {
    const { handle, path, stats, changed } = this.#opened;
    if (!isSame(stats, await handle.stat({ bigint: true }))) throw changed();
    let there: BigIntStats;
    try {
      there = await stat(path, { bigint: true });
    } catch (error) {
      throw changed(error);
    }
    if (!isSame(stats, there)) throw changed();
  }
}

function notAFile(): AppError<'notReadable'> {
  return new AppError('notReadable', 'Only files can be uploaded.');
}

function isSame(a: BigIntStats, b: BigIntStats): boolean {
  return a.size === b.size && a.mtimeNs === b.mtimeNs && a.ino === b.ino && a.dev === b.dev;
}

function sourceChanged(cause?: unknown): AppError<'sourceChanged'> {
  return new AppError(
    'sourceChanged',
    'The file was changed or deleted after the upload started.',
    {
      hint: 'Upload it again.',
      cause,
    },
  );
}

interface FileRange {
  readonly handle: Pick<FileHandle, 'read'>;
  readonly offset: number;
  readonly size: number;
  readonly memory: readonly [Buffer, Buffer];
  /** Called before the last chunk, which is withheld if the file has changed. */
  readonly check: () => Promise<void>;
  readonly changed: () => Error;
}

type Step = IteratorResult<Uint8Array, undefined>;

const DONE: Step = { value: undefined, done: true };

/**
 * Reads a file with double buffering: one chunk is sent while the next is read. Single consumer; requesting a chunk
 * releases the previous one.
 */
class FilePieces implements AsyncIterableIterator<Uint8Array, undefined> {
  readonly #range: FileRange;
  #offset: number;
  #turn = 0;
  #ahead: Promise<Step> | undefined;
  #isOver = false;

  constructor(range: FileRange) {
    this.#range = range;
    this.#offset = range.offset;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<Step> {
    if (this.#isOver) return DONE;
    const step = await (this.#ahead ?? this.#read());
    // The previous chunk is released, so its memory can be overwritten.
    this.#ahead = step.done ? undefined : this.#read();
    // If the reader leaves, no one awaits this read, so its rejection must be handled.
    this.#ahead?.catch(() => undefined);
    return step;
  }

  /** Resolves when no read is running, so that the memory can be reused. */
  async return(): Promise<Step> {
    this.#isOver = true;
    await this.#ahead?.catch(() => undefined);
    return DONE;
  }

  async #read(): Promise<Step> {
    const { handle, size, memory, check, changed } = this.#range;
    this.#turn = 1 - this.#turn;
    const piece = memory[this.#turn === 1 ? 1 : 0];
    const length = Math.min(piece.length, size - this.#offset);
    if (length <= 0) return DONE;
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await handle.read(
        piece,
        filled,
        length - filled,
        this.#offset + filled,
      );
      if (bytesRead === 0) throw changed();
      filled += bytesRead;
    }
    this.#offset += length;
    if (this.#offset >= size) await check();
    return { value: piece.subarray(0, length), done: false };
  }
}
