import { createHash } from 'node:crypto';
import { isObject, type JsonObject, type JsonValue } from '../base/json';

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
