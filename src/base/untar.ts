import { nextTarName, readTarHead, safeTarPath, TAR_BLOCK, TarError, tarSize } from './tar';

export interface StreamedEntry {
  readonly path: string;
  readonly size: number;
  /** Undefined for folders. Must be read before the next entry is requested. */
  readonly content: AsyncIterable<Uint8Array> | undefined;
}

/** Maximum length of a name in bytes, because names are held in memory. */
const MAX_NAME_BYTES = 64 * 1024;

/**
 * Streams the files and folders of a tar archive without buffering contents; skips links and devices.
 * Throws `TarError` if the archive is invalid, truncated, or has a path outside itself.
 */
export async function* untar(
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<StreamedEntry, void, undefined> {
  const bytes = new ByteReader(pieces);
  try {
    let longName: string | undefined;
    for (;;) {
      const head = readTarHead(await bytes.exactly(TAR_BLOCK));
      if (!head) break;
      const { size, type } = head;
      const end = bytes.position + tarSize(size);
      if (type === 'L' || type === 'x') {
        if (size > MAX_NAME_BYTES) throw new TarError();
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
    // Drains the padding, so that the stream is consumed completely.
    await bytes.drain();
  } finally {
    await bytes.close();
  }
}

class ByteReader {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array();
  position = 0;

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  async exactly(count: number): Promise<Uint8Array> {
    const whole = new Uint8Array(count);
    let at = 0;
    for await (const piece of this.next(count)) {
      whole.set(piece, at);
      at += piece.length;
    }
    return whole;
  }

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
