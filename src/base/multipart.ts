/** Maximum size of a part's headers, in bytes. */
const HEAD_LIMIT = 16 * 1024;
const CR = 0x0d;

export class MultipartError extends Error {
  override readonly name = 'MultipartError';
}

interface PartReader {
  onPart(index: number, headers: ReadonlyMap<string, string>): void;
  onBytes(index: number, bytes: Buffer): void;
}

/**
 * Streaming `multipart` parser (RFC 2046, section 5.1) that buffers no more than a delimiter.
 * Uses the line ending of the first line: Google's Python library sends bare LF.
 */
export class MultipartParser {
  readonly #reader: PartReader;
  readonly #boundary: string;
  #delimiter: Buffer;
  #lineEnd: string | undefined;
  #carry: Buffer;
  #part = -1;
  #place: 'preamble' | 'head' | 'bytes' | 'end' = 'preamble';

  constructor(boundary: string, reader: PartReader) {
    this.#reader = reader;
    this.#boundary = boundary;
    this.#delimiter = Buffer.from(`\n--${boundary}`);
    // Virtual line break, so that a delimiter at the very start of the body matches.
    this.#carry = Buffer.from('\n');
  }

  get isEnded(): boolean {
    return this.#place === 'end';
  }

  /** Throws `MultipartError` if a part's headers exceed the limit. */
  push(chunk: Buffer): void {
    let rest = this.#carry.length === 0 ? chunk : Buffer.concat([this.#carry, chunk]);
    for (let before: Buffer | undefined; rest !== before && this.#place !== 'end';) {
      before = rest;
      rest = this.#place === 'head' ? this.#head(rest) : this.#upToDelimiter(rest);
    }
    // Copied, because a slice would retain the complete chunk.
    this.#carry = this.#place === 'end' ? Buffer.alloc(0) : Buffer.from(rest);
  }

  #upToDelimiter(rest: Buffer): Buffer {
    const at = rest.indexOf(this.#delimiter);
    const end = at < 0 ? rest.length - this.#delimiter.length + 1 : at;
    if (end > 0 && this.#place === 'bytes') {
      this.#reader.onBytes(this.#part, rest.subarray(0, end));
    }
    if (at < 0) return end > 0 ? rest.subarray(end) : rest;
    this.#place = 'head';
    return rest.subarray(at + this.#delimiter.length);
  }

  #head(rest: Buffer): Buffer {
    const text = rest.subarray(0, HEAD_LIMIT).toString('latin1');
    if (text.startsWith('--')) {
      this.#place = 'end';
      return rest;
    }
    if (this.#lineEnd === undefined) {
      const [, end] = /^[ \t]*(\r?\n)/.exec(text) ?? [];
      if (end === undefined) return this.#incomplete(rest);
      this.#lineEnd = end;
      this.#delimiter = Buffer.from(`${end}--${this.#boundary}`);
    }
    const stop = text.indexOf(this.#lineEnd.repeat(2));
    if (stop < 0) return this.#incomplete(rest);
    this.#part += 1;
    this.#place = 'bytes';
    this.#reader.onPart(this.#part, headersIn(text.slice(0, stop)));
    // The line break before the delimiter stays, because an empty part's delimiter follows immediately.
    const next = stop + this.#lineEnd.length;
    return this.#withoutLineEnd(rest.subarray(next));
  }

  #withoutLineEnd(rest: Buffer): Buffer {
    if (rest.indexOf(this.#delimiter) === 0) return rest;
    return rest.subarray(rest[0] === CR ? 2 : 1);
  }

  #incomplete(rest: Buffer): Buffer {
    if (rest.length < HEAD_LIMIT) return rest;
    throw new MultipartError('The headers of a part are too long.');
  }
}

export function boundaryOf(contentType: string): string | undefined {
  const [, quoted, plain] =
    /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  return quoted ?? plain;
}

interface Part {
  /** MIME type without parameters; empty if absent. */
  readonly type: string;
  readonly bytes: Buffer;
}

export function readMultipart(body: Buffer, contentType: string): readonly Part[] | undefined {
  const boundary = boundaryOf(contentType);
  if (boundary === undefined) return undefined;
  const parts: { readonly type: string; readonly pieces: Buffer[] }[] = [];
  const parser = new MultipartParser(boundary, {
    onPart(_index, headers) {
      const [type = ''] = (headers.get('content-type') ?? '').split(';', 1);
      parts.push({ type: type.trim(), pieces: [] });
    },
    onBytes: (index, bytes) => parts[index]?.pieces.push(bytes),
  });
  try {
    parser.push(body);
  } catch (error) {
    if (error instanceof MultipartError) return undefined;
    throw error;
  }
  if (!parser.isEnded) return undefined;
  return parts.map(({ type, pieces }) => ({ type, bytes: Buffer.concat(pieces) }));
}

function headersIn(text: string): ReadonlyMap<string, string> {
  const lines = text.split(/\r?\n/).map((line) => /^([^:\s]+):(.*)$/.exec(line));
  return new Map(
    lines.flatMap((match) =>
      match ? [[(match[1] ?? '').toLowerCase(), (match[2] ?? '').trim()] as const] : [],
    ),
  );
}
