import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../base/errors';

/** Text files of one folder, written atomically. */
export interface FileStore {
  /** Undefined if the file doesn't exist. Throws if it can't be read. */
  read(name: string): Promise<string | undefined>;
  /** Replaces a file atomically, even in case of a crash. */
  write(name: string, text: string): Promise<void>;
  /** Throws if `to` can't be written; the file then keeps its name. */
  rename(from: string, to: string): Promise<void>;
  /** Deletes a file. Only one of several concurrent calls returns true. */
  remove(name: string): Promise<boolean>;
  /** Returns a value that changes with each replacement. Undefined if the file doesn't exist. */
  stamp(name: string): Promise<string | undefined>;
  /** Returns file names; empty if the folder doesn't exist. */
  list(): Promise<readonly string[]>;
}

export interface StreamedFiles extends FileStore {
  /** Like `write`. Throws errors of `pieces` and on abort, with the old file unchanged. */
  writePieces(
    name: string,
    pieces: AsyncIterable<string | Uint8Array>,
    signal?: AbortSignal,
  ): Promise<void>;
  /** Streams a file or a part of it. Throws if the file doesn't exist. */
  readPieces(name: string, signal?: AbortSignal, part?: FilePart): AsyncIterable<Uint8Array>;
  /**
   * Deletes temporary files of crashed writers. `now` is in ms since 1970.
   * @param isLeft whether a file is unreferenced; such files are deleted after a day.
   */
  sweep(now: number, isLeft?: (name: string) => boolean): Promise<void>;
}

export interface FilePart {
  readonly offset: number;
  readonly length: number;
}

/** The used functions of node:fs/promises, so that tests can simulate failures. */
export type FileCalls = Pick<
  typeof fs,
  'mkdir' | 'open' | 'readFile' | 'readdir' | 'rename' | 'rm' | 'stat' | 'unlink'
>;

/** Age at which temporary files are deleted, in ms. */
const LEFTOVER_AGE = 60 * 60 * 1000;

/** Age at which unreferenced files are deleted, in ms: a reference may still be being written. */
const UNNAMED_AGE = 24 * LEFTOVER_AGE;

export class FolderStore implements StreamedFiles {
  readonly #folder: string;
  readonly #fs: FileCalls;

  constructor(folder: string, calls: FileCalls = fs) {
    this.#folder = folder;
    this.#fs = calls;
  }

  async read(name: string): Promise<string | undefined> {
    return unlessMissing(this.#fs.readFile(this.#path(name), 'utf8'));
  }

  async write(name: string, text: string): Promise<void> {
    await this.#replace(name, text);
  }

  async writePieces(
    name: string,
    pieces: AsyncIterable<string | Uint8Array>,
    signal?: AbortSignal,
  ): Promise<void> {
    await this.#replace(name, pieces, signal);
  }

  readPieces(name: string, signal?: AbortSignal, part?: FilePart): AsyncIterable<Uint8Array> {
    return createReadStream(this.#path(name), {
      ...(signal && { signal }),
      ...(part && { start: part.offset, end: part.offset + part.length - 1 }),
    });
  }

  async #replace(
    name: string,
    content: string | AsyncIterable<string | Uint8Array>,
    signal?: AbortSignal,
  ): Promise<void> {
    await this.#fs.mkdir(this.#folder, { recursive: true });
    // In the same folder, as a rename is atomic only within a file system; unique, as other windows write
    // too.
    const temporary = this.#path(`.${name}.${randomBytes(6).toString('hex')}.tmp`);
    try {
      const file = await this.#fs.open(temporary, 'wx', 0o600);
      try {
        // Node.js checks the signal between chunks, but not after the last one.
        await file.writeFile(content, { encoding: 'utf8', ...(signal && { signal }) });
        signal?.throwIfAborted();
        // Without this, a power failure may leave an empty file.
        await file.sync();
      } finally {
        await file.close();
      }
      await this.#fs.rename(temporary, this.#path(name));
    } catch (error) {
      await this.#fs.rm(temporary, { force: true });
      throw error;
    }
  }

  async rename(from: string, to: string): Promise<void> {
    await this.#fs.rename(this.#path(from), this.#path(to));
  }

  async remove(name: string): Promise<boolean> {
    const removed = await unlessMissing(this.#fs.unlink(this.#path(name)).then(() => true));
    return removed ?? false;
  }

  async stamp(name: string): Promise<string | undefined> {
    const found = await unlessMissing(this.#fs.stat(this.#path(name), { bigint: true }));
    return found && `${String(found.ino)}-${String(found.size)}-${String(found.mtimeNs)}`;
  }

  async list(): Promise<readonly string[]> {
    return (await unlessMissing(this.#fs.readdir(this.#folder))) ?? [];
  }

  async sweep(now: number, isLeft: (name: string) => boolean = () => false): Promise<void> {
    for (const name of await this.list()) {
      const isTemporary = name.startsWith('.') && name.endsWith('.tmp');
      if (!isTemporary && !isLeft(name)) continue;
      const found = await unlessMissing(this.#fs.stat(this.#path(name)));
      if (found && now - found.mtimeMs > (isTemporary ? LEFTOVER_AGE : UNNAMED_AGE)) {
        await this.#fs.rm(this.#path(name), { force: true });
      }
    }
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
