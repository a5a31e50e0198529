/** Block size in bytes: header size and padding of contents. */

export const TAR_BLOCK = 512;

const NAME = { at: 0, length: 100 } as const;
const SIZE = { at: 124, length: 12 } as const;
const CHECKSUM = { at: 148, length: 8 } as const;
const TYPE_AT = 156;
const PREFIX = { at: 345, length: 155 } as const;

export class TarError extends Error {
  override readonly name = 'TarError';

  constructor(readonly outside?: string) {
    super(
      outside === undefined
        ? 'The content isn’t a valid tar archive.'
        : `The archive contains a path outside of the archive: “${outside}”.`,
    );
  }
}

interface TarHead {
  readonly size: number;
  /** Type flag: `0` file, `5` folder, `L` and `x` carry the next entry's name. */
  readonly type: string;
  readonly name: string;
}

/** Parses a header. Undefined at the end of the archive. Throws `TarError` if invalid. */
export function readTarHead(head: Uint8Array): TarHead | undefined {
  if (head.every((byte) => byte === 0)) return undefined;
  if (octal(head, CHECKSUM) !== checksumOf(head)) throw new TarError();
  const size = octal(head, SIZE);
  if (!(size >= 0 && size <= Number.MAX_SAFE_INTEGER)) throw new TarError();
  const prefix = textIn(head, PREFIX);
  const name = textIn(head, NAME);
  return {
    size,
    type: String.fromCharCode(head[TYPE_AT] ?? 0),
    name: prefix === '' ? name : `${prefix}/${name}`,
  };
}

/** Returns the name that a GNU `L` or pax `x` entry gives the next entry. Undefined for other types. */
export function nextTarName({ type }: TarHead, content: Uint8Array): string | undefined {
  if (type === 'L') return textIn(content, { at: 0, length: content.length });
  if (type === 'x') return /^\d+ path=(.*)$/m.exec(decode(content))?.[1];
  return undefined;
}

/** Normalizes a path; empty for the archive root. Throws `TarError` if the path leaves the archive. */
export function safeTarPath(name: string): string {
  const steps = name.split('/').filter((step) => step !== '' && step !== '.');
  if (name.startsWith('/') || steps.includes('..')) throw new TarError(name);
  return steps.join('/');
}

export function tarSize(size: number): number {
  return Math.ceil(size / TAR_BLOCK) * TAR_BLOCK;
}

/** A file or folder, with a path without leading or trailing slashes. */
export interface TarEntry {
  readonly path: string;
  readonly content: Uint8Array | undefined;
}

/** Builds a reproducible archive: the same entries give the same bytes. */
export function writeTar(entries: Iterable<TarEntry>): Buffer {
  const parts: Uint8Array[] = [];
  for (const { path, content } of entries) {
    const name = content ? path : `${path}/`;
    if (Buffer.byteLength(name) > NAME.length) {
      const record = paxRecord('path', name);
      parts.push(headOf('pax', record.length, 'x'), ...padded(record));
    }
    parts.push(headOf(name, content?.length ?? 0, content ? '0' : '5'));
    if (content) parts.push(...padded(content));
  }
  return Buffer.concat([...parts, Buffer.alloc(2 * TAR_BLOCK)]);
}

function headOf(name: string, size: number, type: string): Buffer {
  const head = Buffer.alloc(TAR_BLOCK);
  head.set(Buffer.from(name).subarray(0, NAME.length), NAME.at);
  head.write(type === '5' ? '0000755\0' : '0000644\0', 100, 'latin1');
  head.write('0000000\0'.repeat(2), 108, 'latin1');
  head.write(`${size.toString(8).padStart(11, '0')}\0`, SIZE.at, 'latin1');
  head.write(`${'0'.repeat(11)}\0`, 136, 'latin1');
  head.write(type, TYPE_AT, 'latin1');
  head.write('ustar\x0000', 257, 'latin1');
  head.write(`${checksumOf(head).toString(8).padStart(6, '0')}\0 `, CHECKSUM.at, 'latin1');
  return head;
}

function padded(content: Uint8Array): readonly Uint8Array[] {
  return [content, Buffer.alloc(tarSize(content.length) - content.length)];
}

/** Builds a pax record such as `30 path=…`, whose length includes its own digits. */
function paxRecord(key: string, value: string): Buffer {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  let length = rest + 1;
  while (String(length).length + rest !== length) length += 1;
  return Buffer.from(`${length} ${key}=${value}\n`);
}

interface Place {
  readonly at: number;
  readonly length: number;
}

function textIn(bytes: Uint8Array, { at, length }: Place): string {
  const [whole = ''] = decode(bytes.subarray(at, at + length)).split('\0');
  return whole;
}

function decode(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
}

function octal(head: Uint8Array, place: Place): number {
  return Number.parseInt(textIn(head, place).trim() || '0', 8);
}

/** Sums all header bytes, counting the checksum field as spaces. */
function checksumOf(head: Uint8Array): number {
  const end = CHECKSUM.at + CHECKSUM.length;
  return head.reduce((sum, byte, at) => sum + (at >= CHECKSUM.at && at < end ? 32 : byte), 0);
}

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
