import type { IncomingMessage } from 'node:http';
import type { JsonValue } from '../../api/schema/row';
import { StatusError } from '../status';

/** Maximum JSON depth, so that recursive functions don't overflow the stack. */
const MAX_DEPTH = 1000;

interface JsonBody {
  readonly json: JsonValue;
  readonly text: string;
}

export async function readText(request: IncomingMessage, limit: number): Promise<string> {
  return (await readBytes(request, limit)).toString('utf8');
}

/**
 * Reads a body. Throws 400 if it exceeds `limit` bytes; reads and drops the rest, because clients don't read
 * a response while sending.
 */
export async function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Uses events: async iteration is several times slower.
  await new Promise<void>((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else chunks.length = 0;
      if (size > 8 * limit) request.destroy();
    });
    request.once('end', resolve).once('error', reject);
    request.once('close', () => {
      if (!request.readableEnded)
        reject(new Error('The client closed the connection during its request.'));
    });
  });
  if (size > limit) {
    throw new StatusError(400, `Request payload size exceeds the limit: ${limit} bytes.`);
  }
  return Buffer.concat(chunks);
}

/** Reads a JSON body. Throws 400 if longer than `limit` bytes, nested too deeply or invalid. */
export async function readJson(request: IncomingMessage, limit: number): Promise<JsonBody> {
  const text = await readText(request, limit);
  return text === '' ? { json: {}, text: '{}' } : { json: jsonIn(text), text };
}

/** Parses external JSON. Throws 400 if nested too deeply or invalid. */
export function jsonIn(text: string): JsonValue {
  const json = parseJson(text);
  rejectDeep(json);
  return json;
}

export function isTooDeep(json: JsonValue | readonly (JsonValue | undefined)[]): boolean {
  return isDeeper(json as JsonValue, MAX_DEPTH);
}

export function rejectDeep(json: JsonValue): void {
  if (!isTooDeep(json)) return;
  throw new StatusError(
    400,
    'Invalid JSON payload received. Message too deep. Max recursion depth reached.',
  );
}

function isDeeper(json: JsonValue, levels: number): boolean {
  if (typeof json !== 'object' || json === null) return false;
  if (levels === 0) return true;
  return (Object.values(json) as JsonValue[]).some((inner) => isDeeper(inner, levels - 1));
}

/** Parses JSON as leniently as the live API. Throws 400 if invalid. */
export function parseJson(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    // `JSON.parse` is faster but rejects JSON that the live API accepts.
    return parseLenient(text);
  }
}

function parseLenient(text: string): JsonValue {
  try {
    return parseLenientJson(text);
  } catch (error) {
    if (!(error instanceof LenientJsonError)) throw error;
    const { at } = error;
    // As in the live API, the message shows the invalid line with a marker.
    const from = Math.max(0, at - 20);
    const line = text.slice(from, at + 20).replace(/\s/g, ' ');
    const mark = `${' '.repeat(at - from)}^`;
    const message = `Invalid JSON payload received. Unexpected token.\n${line}\n${mark}`;
    throw new StatusError(400, message);
  }
}

const SPACE = /\s*/y;
const WORD = /[A-Za-z_$][\w$]*/y;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const ESCAPE = /\\(?:u([\da-fA-F]{4})|([^]))/g;
const constants: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const escapes: { readonly [letter: string]: string } = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

class LenientJsonError extends Error {
  /** Offset of the error in UTF-16 code units. */
  readonly at: number;

  constructor(at: number) {
    super('Unexpected token');
    this.name = 'LenientJsonError';
    this.at = at;
  }
}

/**
 * Parses JSON with single quotes, trailing commas, and unquoted names, as in Google's own samples. Takes
 * linear time.
 * @throws LenientJsonError
 */
function parseLenientJson(text: string): JsonValue {
  return new LenientReader(text).read();
}

class LenientReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): JsonValue {
    const value = this.#value(0);
    this.#match(SPACE);
    if (this.#at < this.#text.length) throw this.#error();
    return value;
  }

  #value(depth: number): JsonValue {
    this.#match(SPACE);
    if (depth > MAX_DEPTH) throw this.#error();
    const first = this.#text.charAt(this.#at);
    if (first === '{') return this.#object(depth);
    if (first === '[') return this.#array(depth);
    const string = this.#string();
    if (string !== undefined) return string;
    const start = this.#at;
    const number = this.#match(NUMBER);
    if (number !== undefined) return Number(number);
    const constant = constants.get(this.#match(WORD) ?? '');
    if (constant !== undefined) return constant;
    this.#at = start;
    throw this.#error();
  }

  #object(depth: number): JsonValue {
    this.#at += 1;
    const entries: [string, JsonValue][] = [];
    while (!this.#take('}')) {
      const name = this.#string() ?? this.#match(WORD);
      if (name === undefined || !this.#take(':')) throw this.#error();
      entries.push([name, this.#value(depth + 1)]);
      this.#separator('}');
    }
    return Object.fromEntries(entries);
  }

  #array(depth: number): JsonValue {
    this.#at += 1;
    const items: JsonValue[] = [];
    while (!this.#take(']')) {
      items.push(this.#value(depth + 1));
      this.#separator(']');
    }
    return items;
  }

  #separator(end: string): void {
    if (this.#take(',')) {
      this.#match(SPACE);
      return;
    }
    if (this.#text.charAt(this.#at) !== end) throw this.#error();
  }

  #take(sign: string): boolean {
    this.#match(SPACE);
    if (this.#text.charAt(this.#at) !== sign) return false;
    this.#at += 1;
    this.#match(SPACE);
    return true;
  }

  #string(): string | undefined {
    const quote = this.#text.charAt(this.#at);
    if (quote !== '"' && quote !== "'") return undefined;
    const start = this.#at + 1;
    let end = start;
    // Not a regular expression, which would store a backtrack position for each character of a long string.
    while (end < this.#text.length && this.#text.charAt(end) !== quote) {
      end += this.#text.charAt(end) === '\\' ? 2 : 1;
    }
    if (end >= this.#text.length) throw new LenientJsonError(this.#text.length);
    this.#at = end + 1;
    return this.#text.slice(start, end).replace(ESCAPE, (_all, hex?: string, letter?: string) => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      if (letter === undefined || letter === 'u') throw new LenientJsonError(start);
      return escapes[letter] ?? letter;
    });
  }

  #match(shape: RegExp): string | undefined {
    shape.lastIndex = this.#at;
    const found = shape.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #error(): LenientJsonError {
    return new LenientJsonError(this.#at);
  }
}
