import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../base/errors';

/** Texts by file name in one folder. What is written is there whole or not at all. */
export interface FileStore {
  /** Undefined where there is no such file. Throws when it is there and can't be read. */
  read(name: string): Promise<string | undefined>;
  /** Replaces the file at once: readers see the old text or the new one, also after a crash. */
  write(name: string, text: string): Promise<void>;
  /** Throws where `to` can't be written; the file then keeps its name. */
  rename(from: string, to: string): Promise<void>;
  /** Takes the file away. Of several who do that at once, exactly one is answered true. */
  remove(name: string): Promise<boolean>;
  /** A word that changes whenever the file is replaced; undefined where there is none. */
  stamp(name: string): Promise<string | undefined>;
  /** Names in the folder; none where the folder is not there yet. */
  list(): Promise<readonly string[]>;
}

/** The same for texts that are too large to be held at once, and for those that are kept for a time. */
export interface StreamedFiles extends FileStore {
  /** As `write`. Throws what `pieces` throws, and when the signal aborts: what was there before stays. */
  writePieces(
    name: string,
    pieces: AsyncIterable<string | Uint8Array>,
    signal?: AbortSignal,
  ): Promise<void>;
  /** The content of a file from its beginning, or a part of it. Throws where there is none. */
  readPieces(name: string, signal?: AbortSignal, part?: FilePart): AsyncIterable<Uint8Array>;
  /**
   * Takes away what writers that crashed left. `now` is in milliseconds since 1970.
   * @param isLeft whether nothing names a file any more, which goes when it was written more than a day ago.
   */
  sweep(now: number, isLeft?: (name: string) => boolean): Promise<void>;
}

/** A part of a file, in bytes. */
export interface FilePart {
  readonly offset: number;
  readonly length: number;
}

/** The calls of node:fs/promises that a store makes, so that a test can let one of them fail. */
export type FileCalls = Pick<
  typeof fs,
  'mkdir' | 'open' | 'readFile' | 'readdir' | 'rename' | 'rm' | 'stat' | 'unlink'
>;

/** Temporary files that a crash left behind are taken away after this time, in milliseconds. */
const LEFTOVER_AGE = 60 * 60 * 1000;

/** The same of files that nothing names: whoever writes what does may still be about to. */
const UNNAMED_AGE = 24 * LEFTOVER_AGE;

/** A folder on this machine; made on the first write. */
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
    // In the same folder, because a rename is atomic only within a file system; with a name of its own,
    // because other windows write here too.
    const temporary = this.#path(`.${name}.${randomBytes(6).toString('hex')}.tmp`);
    try {
      const file = await this.#fs.open(temporary, 'wx', 0o600);
      try {
        // Node looks at a signal between the pieces, and not after the last one.
        await file.writeFile(content, { encoding: 'utf8', ...(signal && { signal }) });
        signal?.throwIfAborted();
        // Else a power cut can leave the new name with no content.
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
