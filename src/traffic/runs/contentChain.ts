import { hash } from 'node:crypto';
import { isObject, type JsonObject, type JsonValue, objectAt, textAt } from '../../base/json';
import type { NormalContent } from './normalRequest';

/** Returns a short hash. 72 bits are enough to tell thousands of texts apart. */
export function shortHash(text: string | Uint8Array): string {
  return hash('sha1', text, 'base64').slice(0, 12);
}

/** Writes JSON for a hash, with sorted names, because SDKs change their order. Strings aren’t escaped, to save time. */
function hashedJson(value: JsonValue | undefined): string {
  if (typeof value === 'string') return `"${value.length} ${value}`;
  if (Array.isArray(value)) return `[${(value as readonly JsonValue[]).map(hashedJson).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const fields = Object.keys(value).sort();
  return `{${fields.map((name) => `${name}:${hashedJson(value[name])}`).join()}}`;
}

/** Identifies a call by name and arguments. IDs are left out, because some clients drop them. */
export function callKey(call: JsonObject): string {
  return shortHash(`${textAt(call, 'name')} ${hashedJson(call.args ?? {})}`);
}

/**
 * Returns parts without what clients may drop or merge: thoughts, signatures, IDs, and the borders between texts.
 */
export function comparableParts(parts: readonly JsonObject[]): readonly string[] {
  const found: string[] = [];
  let text: string | undefined;
  for (const part of parts) {
    if (part.thought === true) continue;
    const isText = typeof part.text === 'string';
    if (isText) text = (text ?? '') + textAt(part, 'text');
    if (isText) continue;
    if (text) found.push(`text ${text}`);
    text = undefined;
    const json = comparablePart(part);
    if (json !== undefined) found.push(json);
  }
  if (text) found.push(`text ${text}`);
  return found;
}

function comparablePart(part: JsonObject): string | undefined {
  if (isObject(part.functionCall)) return `call ${callKey(part.functionCall)}`;
  if (isObject(part.functionResponse)) {
    const { name, response } = objectAt(part, 'functionResponse');
    return `result ${hashedJson([name ?? '', response ?? {}])}`;
  }
  const { thoughtSignature: _signature, ...rest } = part;
  return Object.keys(rest).length === 0 ? undefined : hashedJson(rest);
}

/** Returns a hash for each start of a conversation. Contents of the model in a row count as one. */
export function contentChain(contents: readonly NormalContent[], start = ''): readonly string[] {
  const keys: string[] = [];
  let key = start;
  for (const { role, parts } of joinedContents(contents)) {
    const comparable = comparableParts(parts);
    if (comparable.length === 0) continue;
    key = shortHash(`${key} ${role} ${comparable.join('\n')}`);
    keys.push(key);
  }
  return keys;
}

function joinedContents(contents: readonly NormalContent[]): readonly NormalContent[] {
  const joined: NormalContent[] = [];
  for (const content of contents) {
    const last = joined.at(-1);
    if (content.role === 'model' && last?.role === 'model') {
      joined[joined.length - 1] = { role: 'model', parts: [...last.parts, ...content.parts] };
    } else joined.push(content);
  }
  return joined;
}
