import { nextTarName, readTarHead, safeTarPath, TAR_BLOCK, TarError, tarRoom } from './tar';

/** A file or a folder of an archive that is still coming, by its path without slashes at the ends. */
export interface ComingEntry {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** Undefined for a folder. To be read, if at all, before the next entry is asked for. */
  readonly content: AsyncIterable<Uint8Array> | undefined;
}

/** Bytes that a name may have: it is held in memory. */
const MOST_OF_NAME = 64 * 1024;

/**
 * The files and folders of a tar archive as it arrives, none of them held in memory. Links and devices are left out.
 * Throws `TarError` for what is no archive, breaks off, or names a place outside of itself.
 */
export async function* untar(
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<ComingEntry, void, undefined> {
  const bytes = new ByteReader(pieces);
  try {
    // A long name comes as an entry of its own, before the one whose name it is.
    let longName: string | undefined;
    for (;;) {
      const head = readTarHead(await bytes.exactly(TAR_BLOCK));
      if (!head) break;
      const { size, type } = head;
      const end = bytes.position + tarRoom(size);
      if (type === 'L' || type === 'x') {
        if (size > MOST_OF_NAME) throw new TarError();
        longName = nextTarName(head, await bytes.exactly(size)) ?? longName;
      } else {
        const path = safeTarPath(longName ?? head.name);
        longName = undefined;
        const isFile = type === '0' || type === '\0';
        if (path !== '' && isFile) yield { path, size, content: bytes.next(size) };
        else if (path !== '' && type === '5') yield { path, size: 0, content: undefined };
      }
      await bytes.skipTo(end);
    }
    // What fills the archive up is read too, so that its whole length has come.
    await bytes.drain();
  } finally {
    await bytes.close();
  }
}

/** Bytes that come in pieces of any length, read in lengths that are asked for. */
class ByteReader {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array();
  position = 0;

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  /** So many bytes, copied. Throws `TarError` where they do not come. */
  async exactly(count: number): Promise<Uint8Array> {
    const whole = new Uint8Array(count);
    let at = 0;
    for await (const piece of this.next(count)) {
      whole.set(piece, at);
      at += piece.length;
    }
    return whole;
  }

  /** So many bytes as they come. Throws `TarError` where they break off. */
  async *next(count: number): AsyncGenerator<Uint8Array, void, undefined> {
    const end = this.position + count;
    while (this.position < end) {
      const piece = await this.#piece();
      if (!piece) throw new TarError();
      const taken = piece.subarray(0, end - this.position);
      this.#rest = piece.subarray(taken.length);
      this.position += taken.length;
      yield taken;
    }
  }

  async skipTo(position: number): Promise<void> {
    for await (const _piece of this.next(position - this.position));
  }

  async drain(): Promise<void> {
    this.#rest = new Uint8Array();
    while (await this.#piece());
  }

  async close(): Promise<void> {
    await this.#pieces.return?.();
  }

  async #piece(): Promise<Uint8Array | undefined> {
    if (this.#rest.length > 0) return this.#rest;
    for (;;) {
      const next = await this.#pieces.next();
      if (next.done === true) return undefined;
      if (next.value.length > 0) return next.value;
    }
  }
}
