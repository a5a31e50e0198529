import { createHash } from 'node:crypto';
import { AppError } from '../base/errors';
import { isObject, type JsonObject, type JsonValue, textAt, tryParse } from '../base/json';
import { byName } from './bodyForm';
import { mapDataTexts, type RecordedFrame } from './exchange';
import type { PathPlaceholders } from './pathPlaceholders';

export interface WrittenFrames {
  readonly text: string;
  readonly parts: Map<string, Buffer>;
}

/**
 * Transforms messages for the file. Client messages are already transformed.
 * @param service emulator URL in server messages
 */
export function withWrittenTexts(
  frames: readonly RecordedFrame[],
  places: PathPlaceholders,
  service: string,
): readonly RecordedFrame[] {
  return places.written(
    (change) => frames.map((one) => (one.from === 'server' ? mapDataTexts(one, change) : one)),
    service,
  );
}

export function writeFrames(frames: readonly RecordedFrame[]): WrittenFrames {
  const parts = new Map<string, Buffer>();
  const lines = frames.map(({ from, ms, data }) => {
    const said: { readonly [name: string]: JsonValue } =
      'json' in data ? { json: extractData(data.json, parts) } : { text: data.text };
    return `${JSON.stringify(sorted({ from, ms, ...said }))}\n`;
  });
  return { text: lines.join(''), parts };
}

/**
 * Parses the output of `writeFrames`. Throws `AppError` with the line number if invalid.
 * @param part returns a file's bytes
 */
export function readFrames(text: string, part: Part): RecordedFrame[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line, index) => {
    const frame = tryParse(line);
    const from = isObject(frame) ? textAt(frame, 'from') : '';
    if (!isObject(frame) || (from !== 'client' && from !== 'server')) {
      throw new AppError('badRecording', `Line ${index + 1} isn’t a frame.`);
    }
    const { json, ms } = frame;
    const data =
      json === undefined ? { text: textAt(frame, 'text') } : { json: inlineBase64(json, part) };
    return { from, ms: Number(ms ?? 0), data };
  });
}

export function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .toSorted(byName)
      .map(([name, item]) => [name, sorted(item as JsonValue)]),
  );
}

/** Serializes a field order: space-separated, or as JSON if names contain spaces. */
function written(names: readonly string[]): string {
  const text = names.join(' ');
  return names.some((name) => name === '' || /[\s[]/.test(name)) ? JSON.stringify(names) : text;
}

function read(text: string): readonly string[] {
  return text.startsWith('[') ? (JSON.parse(text) as readonly string[]) : text.split(' ');
}

const isSorted = (names: readonly string[]): boolean =>
  names.every((name, index) => index === 0 || (names[index - 1] ?? '') <= name);

/**
 * Returns the field orders that sorting discards. Replays restore them, because apps may copy responses into
 * later prompts.
 */
export function ordersOf(values: readonly JsonValue[]): readonly string[] {
  const orders = new Map<string, string>();
  const walk = (value: JsonValue): void => {
    if (Array.isArray(value)) {
      for (const item of value as readonly JsonValue[]) walk(item);
    } else if (isObject(value)) {
      const names = Object.keys(value);
      if (!isSorted(names)) {
        const key = written(names.toSorted());
        if (!orders.has(key)) orders.set(key, written(names));
      }
      for (const item of Object.values(value)) if (item !== undefined) walk(item);
    }
  };
  for (const value of values) walk(value);
  return [...orders.values()];
}

export function reordering(orders: readonly string[]): (value: JsonValue) => JsonValue {
  if (orders.length === 0) return (value) => value;
  const known = new Map(
    orders.map((order) => {
      const names = read(order);
      return [written(names.toSorted()), names] as const;
    }),
  );
  const put = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return (value as readonly JsonValue[]).map(put);
    if (!isObject(value)) return value;
    const names = known.get(written(Object.keys(value).toSorted())) ?? Object.keys(value);
    return Object.fromEntries(names.map((name) => [name, put(value[name] as JsonValue)]));
  };
  return put;
}

// Long and binary parts of recordings are separate files, named by hash.

const INLINE_BASE64 = 1024;

export type Part = (name: string) => Buffer;

export function keepUnlessPart(
  parts: Map<string, Buffer>,
  bytes: Buffer,
  ending: string,
): JsonObject {
  const name = `${createHash('sha256').update(bytes).digest('hex')}.${ending}`;
  parts.set(name, bytes);
  return { $file: name, bytes: bytes.length };
}

/** Moves long base64 into separate files with the decoded bytes. */
export function extractData(value: JsonValue, parts: Map<string, Buffer>): JsonValue {
  if (typeof value === 'string') {
    if (value.length < INLINE_BASE64 || value.length % 4 !== 0) return value;
    if (!/^[\w+/-]+={0,2}$/.test(value)) return value;
    const bytes = Buffer.from(value, 'base64');
    if (bytes.toString('base64') !== value) return value;
    const { $file, bytes: count } = keepUnlessPart(parts, bytes, 'bin');
    return { $base64: $file ?? '', bytes: count ?? 0 };
  }
  if (Array.isArray(value)) {
    return (value as readonly JsonValue[]).map((item) => extractData(item, parts));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, extractData(item as JsonValue, parts)]),
  );
}

export function inlineBase64(value: JsonValue, part: Part): JsonValue {
  const data = partName(value, '$base64');
  if (data !== undefined) return part(data).toString('base64');
  if (Array.isArray(value)) {
    return (value as readonly JsonValue[]).map((item) => inlineBase64(item, part));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, inlineBase64(item as JsonValue, part)]),
  );
}

/** Returns the file name of a part reference. Undefined for other values. */
export function partName(value: JsonValue, field: '$file' | '$base64'): string | undefined {
  if (!isObject(value) || typeof value.bytes !== 'number') return undefined;
  const { [field]: name } = value;
  return typeof name === 'string' && Object.keys(value).length === 2 ? name : undefined;
}
