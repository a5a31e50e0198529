import { isObject, type JsonObject, type JsonValue, objectAt } from '../../base/json';
import { comparableParts } from './contentChain';
import type { NormalRequest } from './normalRequest';

/** The first difference between two requests in the order in which the API caches them. */
export interface CacheBreak {
  readonly where: 'model' | 'tools' | 'system' | 'contents';
  /** Such as `systemInstruction.parts[0].text`. */
  readonly path: string;
  /** Index of the first different character of that value. */
  readonly offset: number;
  /** Excerpts from that character on. */
  readonly before: string;
  readonly after: string;
  /** Share of the later prompt that precedes the difference, from 0 to 1. */
  readonly share: number;
}

/** The only difference between two system instructions. */
export interface SystemBreak extends CacheBreak {
  /** Share of the later prompt that is equal and follows the difference, from 0 to 1. */
  readonly lost: number;
}

interface Leaf {
  readonly path: string;
  readonly text: string;
  readonly size: number;
}

/** In characters. */
const EXCERPT = 40;
const AROUND = 100;
/** Longer differences are other instructions, not a time, a name, or an ID. */
const SHORT = 100;
/** Characters of a media file, whose tokens don’t depend on its length. */
const MEDIA = 1000;

/** A request, and the function that redacts its secrets. */
export interface ReadableRequest {
  readonly request: NormalRequest;
  readonly redact: (text: string) => string;
}

/** Returns the first difference. Undefined if the later request only adds contents. */
export function cacheBreak(
  before: NormalRequest,
  after: NormalRequest,
  redact: (text: string) => string,
): CacheBreak | undefined {
  const sections = [
    ['model', 'model', before.model, after.model],
    ['tools', 'tools', before.tools, after.tools],
    ['system', 'systemInstruction', before.system, after.system],
  ] as const;
  const total = sizeOf(after);
  let passed = 0;
  for (const [where, path, one, other] of sections) {
    const [left, right] = [leaves(one, path), leaves(other, path)];
    const found = difference(left, right, redact);
    if (found) return { where, ...found.place, share: (passed + found.size) / Math.max(total, 1) };
    passed += sum(right);
  }
  for (const [index, content] of before.contents.entries()) {
    const later = after.contents[index];
    const isSame =
      later?.role === content.role &&
      comparableParts(later.parts).join('\n') === comparableParts(content.parts).join('\n');
    const path = `contents[${index}]`;
    const right = later ? leaves(cleaned(later.parts), `${path}.parts`) : [];
    if (!isSame) {
      const left = leaves(cleaned(content.parts), `${path}.parts`);
      const found = difference(left, right, redact) ?? {
        place: { path, offset: 0, before: '', after: '' },
        size: 0,
      };
      return {
        where: 'contents',
        ...found.place,
        share: (passed + found.size) / Math.max(total, 1),
      };
    }
    passed += sum(right);
  }
  return undefined;
}

/**
 * Compares requests that start conversations of their own. Returns the difference of the system instructions if it is
 * the only one in them, and short.
 */
export function systemBreak(
  before: NormalRequest,
  after: NormalRequest,
  redact: (text: string) => string,
): SystemBreak | undefined {
  const found = cacheBreak({ ...before, contents: [] }, after, redact);
  if (found?.where !== 'system') return undefined;
  const [one, other] = [systemText(before), systemText(after)];
  const start = commonLength(one, other);
  const shorter = Math.min(one.length, other.length);
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const isShort = Math.max(one.length, other.length) - start - end <= SHORT;
  return isShort ? { ...found, lost: end / Math.max(sizeOf(after), 1) } : undefined;
}

function systemText({ system }: NormalRequest): string {
  return leaves(system, '')
    .map(({ text }) => text)
    .join('\n');
}

/** Returns about the number of characters of a prompt. */
function sizeOf({ model, tools, system, contents }: NormalRequest): number {
  const parts = contents.flatMap((content) => leaves(cleaned(content.parts), ''));
  return sum([...[model, tools, system].flatMap((value) => leaves(value, '')), ...parts]);
}

/** Keeps the place of each part, but not what the comparison of conversations ignores. */
function cleaned(parts: readonly JsonObject[]): readonly JsonObject[] {
  return parts.map((part) => {
    if (part.thought === true) return {};
    const { thoughtSignature: _signature, ...rest } = part;
    if (!isObject(part.functionCall)) return rest;
    const { id: _id, ...call } = objectAt(part, 'functionCall');
    return { ...rest, functionCall: call };
  });
}

function difference(
  before: readonly Leaf[],
  after: readonly Leaf[],
  redact: (text: string) => string,
) {
  let size = 0;
  const length = Math.max(before.length, after.length);
  for (let at = 0; at < length; at += 1) {
    const [one, other] = [before[at], after[at]];
    if (one?.path === other?.path && one?.text === other?.text) {
      size += other?.size ?? 0;
      continue;
    }
    const isSamePlace = one?.path === other?.path;
    const offset = isSamePlace ? commonLength(one?.text ?? '', other?.text ?? '') : 0;
    const excerpt = (leaf: Leaf | undefined): string => {
      const around =
        leaf?.text.slice(Math.max(0, offset - AROUND), offset + EXCERPT + AROUND) ?? '';
      // A part of a secret can't be recognized.
      return redact(around) === around ? (leaf?.text.slice(offset, offset + EXCERPT) ?? '') : '…';
    };
    const path = other?.path ?? one?.path ?? '';
    return {
      place: { path, offset, before: excerpt(one), after: excerpt(other) },
      size: size + offset,
    };
  }
  return undefined;
}

function commonLength(one: string, other: string): number {
  let at = 0;
  while (at < one.length && at < other.length && one.charCodeAt(at) === other.charCodeAt(at))
    at += 1;
  return at;
}

function sum(all: readonly Leaf[]): number {
  return all.reduce((total, { size }) => total + size, 0);
}

function leaves(value: JsonValue | undefined, path: string): readonly Leaf[] {
  const found: Leaf[] = [];
  const walk = (item: JsonValue | undefined, at: string, name: string): void => {
    if (item === undefined) return;
    if (Array.isArray(item)) {
      for (const [index, one] of (item as readonly JsonValue[]).entries())
        walk(one, `${at}[${index}]`, name);
    } else if (isObject(item)) {
      for (const [field, one] of Object.entries(item))
        walk(one, at === '' ? field : `${at}.${field}`, field);
    } else {
      const text = typeof item === 'string' ? item : JSON.stringify(item);
      found.push({ path: at, text, size: name === 'data' ? MEDIA : text.length + name.length });
    }
  };
  walk(value, path, '');
  return found;
}
