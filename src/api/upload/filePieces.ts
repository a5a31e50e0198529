import type { FileHandle } from 'node:fs/promises';

/** What is read of an open file, and where it ends. */
export interface FileRange {
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
export class FilePieces implements AsyncIterableIterator<Uint8Array, undefined> {
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
    // Whoever leaves now asks for no more: what it ends with is nobody's.
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
