import { createHash } from 'node:crypto';
import { isObject, type JsonObject, type JsonValue } from '../base/json';

// Long and binary parts of what is recorded are files of their own, by their hashes.

/** Base64 of fewer characters stays where it is; longer one is sound or a picture. */
const INLINE_BASE64 = 1024;

/** Gives the bytes of a part by the name of its file. */
export type Part = (name: string) => Buffer;

/** Takes a part; gives what stands in its place. */
export function keep(parts: Map<string, Buffer>, bytes: Buffer, ending: string): JsonObject {
  const name = `${createHash('sha256').update(bytes).digest('hex')}.${ending}`;
  parts.set(name, bytes);
  return { $file: name, bytes: bytes.length };
}

/** JSON whose long base64 is in files of its own, as the bytes that it stands for. */
export function withoutData(value: JsonValue, parts: Map<string, Buffer>): JsonValue {
  if (typeof value === 'string') {
    if (value.length < INLINE_BASE64 || value.length % 4 !== 0) return value;
    if (!/^[\w+/-]+={0,2}$/.test(value)) return value;
    const bytes = Buffer.from(value, 'base64');
    if (bytes.toString('base64') !== value) return value;
    const { $file, bytes: count } = keep(parts, bytes, 'bin');
    return { $base64: $file ?? '', bytes: count ?? 0 };
  }
  if (Array.isArray(value)) {
    return (value as readonly JsonValue[]).map((item) => withoutData(item, parts));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, withoutData(item as JsonValue, parts)]),
  );
}

/** The JSON that `withoutData` was given. */
export function withBase64(value: JsonValue, part: Part): JsonValue {
  const data = partIn(value, '$base64');
  if (data !== undefined) return part(data).toString('base64');
  if (Array.isArray(value)) {
    return (value as readonly JsonValue[]).map((item) => withBase64(item, part));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, withBase64(item as JsonValue, part)]),
  );
}

/** The name of the file that a value stands for; undefined where it stands for itself. */
export function partIn(value: JsonValue, field: '$file' | '$base64'): string | undefined {
  if (!isObject(value) || typeof value.bytes !== 'number') return undefined;
  const { [field]: name } = value;
  return typeof name === 'string' && Object.keys(value).length === 2 ? name : undefined;
}
