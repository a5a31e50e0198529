import { createHash, type Hash } from 'node:crypto';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

const BATCH = 1024 * 1024;

/** The stored bytes of an upload and their hash. Supports a single writer. */
export class UploadContent {
  readonly #path: string;
  #file: FileHandle | undefined;
  #hash: Hash = createHash('sha256');
  #hashed = 0;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #writing: Promise<void> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Prepares to append at an offset. Overwrites bytes after it. */
  async open(length: number): Promise<void> {
    this.#file = await open(this.#path, constants.O_RDWR | constants.O_CREAT, 0o600);
    await this.#digestFirst(length);
  }

  /** Waits only if the disk is slower than the network. */
  async append(chunk: Buffer): Promise<void> {
    this.#hash.update(chunk);
    this.#hashed += chunk.length;
    this.#waiting.push(chunk);
    this.#waitingBytes += chunk.length;
    if (this.#waitingBytes >= BATCH) await this.#write();
  }

  /** Flushes to the OS, so that data survives a killed process. */
  async close(): Promise<void> {
    try {
      await this.#write();
      await this.#writing;
    } finally {
      this.#waiting = [];
      this.#waitingBytes = 0;
      this.#writing = undefined;
      await this.#file?.close();
      this.#file = undefined;
    }
  }

  /** Yields the first `length` bytes lazily. Must be consumed before the file is removed. */
  *blocks(length: number): Generator<Buffer, void, undefined> {
    if (length === 0) return;
    const file = openSync(this.#path, 'r');
    try {
      for (let at = 0; at < length;) {
        const block = Buffer.alloc(Math.min(BATCH, length - at));
        const read = readSync(file, block, 0, block.length, at);
        if (read === 0) throw new Error('An upload on the disk is shorter than it was.');
        yield block.subarray(0, read);
        at += read;
      }
    } finally {
      closeSync(file);
    }
  }

  /** Returns the hash of the first `length` bytes, hexadecimal. */
  async sha256(length: number): Promise<string> {
    if (this.#hashed !== length) {
      await this.open(length);
      await this.close();
    }
    return this.#hash.copy().digest('hex');
  }

  async #write(): Promise<void> {
    const [file, batch, bytes] = [this.#file, this.#waiting, this.#waitingBytes];
    if (!file || bytes === 0) return;
    this.#waiting = [];
    this.#waitingBytes = 0;
    const at = this.#hashed - bytes;
    await this.#writing;
    // Runs while the next batch is received.
    this.#writing = writeAll(file, batch, at).then(() => batch.forEach(release));
    // Errors are handled when the promise is awaited.
    this.#writing.catch(() => undefined);
  }

  // Rehashes after a restart or if fewer bytes were stored than received.
  async #digestFirst(length: number): Promise<void> {
    if (this.#hashed === length) return;
    this.#hash = createHash('sha256');
    this.#hashed = 0;
    const buffer = Buffer.alloc(BATCH);
    while (this.#hashed < length) {
      const wanted = Math.min(BATCH, length - this.#hashed);
      const { bytesRead = 0 } = (await this.#file?.read(buffer, 0, wanted, this.#hashed)) ?? {};
      if (bytesRead === 0) throw new Error('An upload on the disk is shorter than it was.');
      this.#hash.update(buffer.subarray(0, bytesRead));
      this.#hashed += bytesRead;
    }
  }
}

async function writeAll(file: FileHandle, batch: readonly Buffer[], at: number): Promise<void> {
  const bytes = batch.reduce((sum, { length }) => sum + length, 0);
  const { bytesWritten } = await file.writev(batch, at);
  if (bytesWritten === bytes) return;
  const rest = Buffer.concat(batch).subarray(bytesWritten);
  if (bytesWritten === 0) throw new Error('The disk takes no more bytes.');
  await writeAll(file, [rest], at + bytesWritten);
}

/**
 * Frees the memory of a chunk immediately; otherwise tens of megabytes would accumulate. Empties the chunk.
 * Skips chunks with shared memory.
 */
export function release(chunk: Buffer): void {
  const { buffer, byteLength } = chunk;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
