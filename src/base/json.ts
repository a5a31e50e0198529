export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}

// Maximum depth for walking untrusted values, so that recursion can't overflow the stack.
const MAX_DEPTH = 32;

/** Whether a parsed value is an object, not an array or null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textAt(value: JsonObject, name: string): string {
  const found = Object.hasOwn(value, name) ? value[name] : undefined;
  return typeof found === 'string' ? found : '';
}

export function objectAt(value: JsonObject, name: string): JsonObject {
  const found = Object.hasOwn(value, name) ? value[name] : undefined;
  return isObject(found) ? found : {};
}

/**
 * Escapes control characters, bidirectional marks, and unusual line separators in valid JSON. The parsed value stays
 * the same.
 */
export function visibleJson(json: string): string {
  // In valid JSON, CR, LF, and tab occur only between tokens.
  const spaced = json.replace(/\r\n?/g, '\n').replaceAll('\t', '  ');
  return spaced.replace(/[\p{Cf}\u2028\u2029\u007f-\u009f]/gu, (mark) =>
    Array.from({ length: mark.length }, (_, at) => escaped(mark.charCodeAt(at))).join(''),
  );
}

function escaped(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}

/** Whether two JSON values are deeply equal, ignoring property order. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const fields = Object.keys(one);
  if (fields.length !== Object.keys(other).length) return false;
  return fields.every(
    (name) =>
      Object.hasOwn(other, name) &&
      isSameJson(one[name as keyof typeof one], other[name as keyof typeof other]),
  );
}

/** Parses JSON. Undefined if invalid, for bodies that may be anything. */
export function tryParse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Finds the first name that occurs twice in one object of a valid JSON text. Undefined if none does. */
export function repeatedName(
  json: string,
): { readonly name: string; readonly offset: number; readonly length: number } | undefined {
  const open: Set<string>[] = [];
  for (const { 0: token, 1: quoted, index } of json.matchAll(/("(?:[^"\\]|\\.)*")\s*:?|[{}]/g)) {
    if (token === '{') open.push(new Set());
    if (token === '}') open.pop();
    if (quoted === undefined || !token.endsWith(':')) continue;
    const name = JSON.parse(quoted) as string;
    if (open.at(-1)?.has(name)) return { name, offset: index, length: quoted.length };
    open.at(-1)?.add(name);
  }
  return undefined;
}

/** Applies `change` to every string in a value. Values deeper than 32 levels become `…`. */
export function mapTexts(value: unknown, change: (text: string) => string, depth = 0): JsonValue {
  if (typeof value === 'string') return change(value);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value !== 'object' || value === null) return null;
  if (depth > MAX_DEPTH) return '…';
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [change(name), mapTexts(item, change, depth + 1)]),
  );
}

export type TextPlaces = (offset: number) => { readonly line: number; readonly column: number };

export function textPlaces(text: string): TextPlaces {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n?|\n/g)) starts.push(index + end.length);
  return (offset) => {
    const line = starts.findLastIndex((start) => start <= offset);
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  };
}
