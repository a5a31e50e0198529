import type { BigIntStats } from 'node:fs';
import { constants, type FileHandle, open, stat } from 'node:fs/promises';
import { AppError } from '../../base/errors';
import type { UploadSource } from './upload';

/** A source that holds a file open. */
export interface FileSource extends UploadSource {
  /** What the file was when it was opened. */
  readonly stats: BigIntStats;
  /** Lets go of the file. May be called more than once. */
  close(): Promise<void>;
}

interface FileSourceOptions {
  /** The error for a file that is another one by now; by default an `AppError` (`sourceChanged`). */
  readonly changed?: (cause?: unknown) => Error;
  /** Bytes that are read at once, into memory that is used again; by default 2 MiB. */
  readonly pieceBytes?: number;
}

// A pipe would be waited for without an end. Not on Windows, where there is no such flag.
const NOT_BLOCKING = (constants as { readonly O_NONBLOCK?: number }).O_NONBLOCK ?? 0;
/** Large enough that the turns don't count, small enough that several uploads at once don't either. */
const PIECE = 2 * 1024 * 1024;

/**
 * A file of this machine, for its upload. It must stay what it is: length, time of change and place are compared
 * before the last piece is given away, on the open file and by its path. Throws what node:fs does, and
 * `AppError` (`notReadable`) for what is no file.
 */
export async function fileSource(
  path: string,
  options: FileSourceOptions = {},
): Promise<FileSource> {
  const changed = options.changed ?? sourceChanged;
  // Opening a device may do something, so it is looked at first; what is opened may be another thing by then.
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
    // Another read may still be under way, of a request that was broken off: it keeps its memory to itself.
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

  /** As long as what is read at once, though not longer than the file. */
  #allocate(): readonly [Buffer, Buffer] {
    const { pieceBytes } = this.#opened;
    // Not out of Node's pool, which a piece would keep alive.
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
    'The file has changed, or is gone, since its upload began.',
    {
      hint: 'Upload it again.',
      cause,
    },
  );
}

/** What is read of an open file, and where it ends. */
interface FileRange {
  readonly handle: Pick<FileHandle, 'read'>;
  /** First byte that is wanted. */
  readonly offset: number;
  /** Bytes that the file has; it is read up to there. */
  readonly size: number;
  /** What is read into by turns, from the second one on: a piece is as long as its memory. */
  readonly memory: readonly [Buffer, Buffer];
  /** Asked before the last piece is given away, so that it is kept back where the file has changed. */
  readonly check: () => Promise<void>;
  /** The error for a file that has become shorter. */
  readonly changed: () => Error;
}

type Step = IteratorResult<Uint8Array, undefined>;

const DONE: Step = { value: undefined, done: true };

/**
 * Reads a file into the same two pieces of memory by turns: while one is sent, the next is read. For one reader,
 * who is done with a piece when it asks for the next.
 */
class FilePieces implements AsyncIterableIterator<Uint8Array, undefined> {
  readonly #range: FileRange;
  #offset: number;
  #turn = 0;
  /** The next piece, on its way or here. */
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
    // The piece before it is free now, so that the one after it can be read there.
    this.#ahead = step.done ? undefined : this.#read();
    // A reader that leaves now never awaits this read: its failure must not count as unhandled.
    this.#ahead?.catch(() => undefined);
    return step;
  }

  /** Resolves when nothing is read any more, so that the memory may be used for something else. */
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
