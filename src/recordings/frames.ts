import { createHash } from 'node:crypto';
import { AppError } from '../base/errors';
import { isObject, type JsonValue, textAt, tryParse } from '../base/json';
import type { RecordedFrame } from './exchange';
import { sorted } from './json';

/** Base64 of more characters is sound or a picture: a file of its own. */
const INLINE_BASE64 = 1024;

/** The frames of a session as lines of JSON, and the long data in them by the names of their files. */
export interface WrittenFrames {
  readonly text: string;
  readonly parts: Map<string, Buffer>;
}

/** Writes frames, a line each. */
export function writeFrames(frames: readonly RecordedFrame[]): WrittenFrames {
  const parts = new Map<string, Buffer>();
  const lines = frames.map(({ from, ms, data }) => {
    const said: { readonly [name: string]: JsonValue } =
      'json' in data ? { json: apart(data.json, parts) } : { text: data.text };
    return `${JSON.stringify(sorted({ from, ms, ...said }))}\n`;
  });
  return { text: lines.join(''), parts };
}

/**
 * Reads what `writeFrames` has written. Throws `AppError` with the number of a line that is none.
 * @param part gives the bytes of a file by its name.
 */
export function readFrames(text: string, part: (name: string) => Buffer): RecordedFrame[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line, index) => {
    const frame = tryParse(line);
    const from = isObject(frame) ? textAt(frame, 'from') : '';
    if (!isObject(frame) || (from !== 'client' && from !== 'server')) {
      throw new AppError('badRecording', `Line ${index + 1} is no frame.`);
    }
    const { json, ms } = frame;
    const data =
      json === undefined ? { text: textAt(frame, 'text') } : { json: together(json, part) };
    return { from, ms: Number(ms ?? 0), data };
  });
}

function apart(value: JsonValue, parts: Map<string, Buffer>): JsonValue {
  if (typeof value === 'string') {
    const bytes = value.length < INLINE_BASE64 ? undefined : Buffer.from(value, 'base64');
    if (bytes?.toString('base64') !== value) return value;
    const name = `${createHash('sha256').update(bytes).digest('hex')}.bin`;
    parts.set(name, bytes);
    return { $base64: name, bytes: bytes.length };
  }
  if (Array.isArray(value)) {
    return (value as readonly JsonValue[]).map((item) => apart(item, parts));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, apart(item as JsonValue, parts)]),
  );
}

function together(value: JsonValue, part: (name: string) => Buffer): JsonValue {
  if (Array.isArray(value)) {
    return (value as readonly JsonValue[]).map((item) => together(item, part));
  }
  if (!isObject(value)) return value;
  const { $base64, bytes } = value;
  if (typeof $base64 === 'string' && typeof bytes === 'number') {
    return part($base64).toString('base64');
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, together(item as JsonValue, part)]),
  );
}
