import { createHash, type Hash } from 'node:crypto';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** Bytes that are written at once. */
const BATCH = 1024 * 1024;

/** The bytes of one upload on the disk, and the digest of those that count. One writer at a time. */
export class UploadContent {
  readonly #path: string;
  #file: FileHandle | undefined;
  #hash: Hash = createHash('sha256');
  /** Bytes that went into the digest. */
  #hashed = 0;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #writing: Promise<void> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Gets ready to append after so many bytes; what lies behind them is written over. */
  async open(length: number): Promise<void> {
    this.#file = await open(this.#path, constants.O_RDWR | constants.O_CREAT, 0o600);
    await this.#digestFirst(length);
  }

  /** Waits only where the disk is slower than what arrives. */
  async append(chunk: Buffer): Promise<void> {
    this.#hash.update(chunk);
    this.#hashed += chunk.length;
    this.#waiting.push(chunk);
    this.#waitingBytes += chunk.length;
    if (this.#waitingBytes >= BATCH) await this.#write();
  }

  /** Everything is with the operating system afterwards, and survives the process. */
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

  /** The first so many bytes, read as they are asked for; to be read at once, before they are removed. */
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

  /** The digest of the first so many bytes, hexadecimal. */
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
    // Goes on while the next batch is read.
    this.#writing = writeAll(file, batch, at).then(() => batch.forEach(release));
    // Its failure is met where it is waited for.
    this.#writing.catch(() => undefined);
  }

  // After a restart, or where less was kept than had arrived, the digest starts anew.
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
 * Gives the memory of a chunk back now. Left to the garbage collector, a fast upload has tens of megabytes
 * of them waiting. The chunk is empty afterwards; one that shares its memory is left alone.
 */
export function release(chunk: Buffer): void {
  const { buffer, byteLength } = chunk;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
