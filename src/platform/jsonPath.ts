import {
  applyEdits,
  findNodeAtLocation,
  getNodeValue,
  modify,
  type Node,
  type ParseError,
  parseTree,
} from 'jsonc-parser/lib/esm/main.js';
import { isObject, isSameJson, type JsonValue } from '../base/json';

/** Property names and indexes from the root. */
export type JsonPath = readonly (string | number)[];

export type JsonTree = Node;

/** Returns the range of a node; of a property, name and value. */
export function rangeOfPath(
  tree: JsonTree | undefined,
  path: JsonPath,
): { readonly offset: number; readonly length: number } | undefined {
  const node = tree && findNodeAtLocation(tree, [...path]);
  if (!node) return undefined;
  const { parent } = node;
  return parent?.type === 'property' ? parent : node;
}

/** Returns the longest existing prefix of a path. Undefined if even the first step is missing. */
export function nearestPath(tree: JsonTree | undefined, path: JsonPath): JsonPath | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const part = path.slice(0, length);
    // A list may be given as a single value, and vice versa.
    if (rangeOfPath(tree, part)) return part;
  }
  return undefined;
}

/** The tree of a strict JSON text and the position of its first error. */
export interface ParsedJson {
  readonly tree: JsonTree | undefined;
  /** In characters from the start; undefined for valid JSON. */
  readonly mistake?: { readonly offset: number; readonly length: number };
}

/** Maximum nesting depth; deeper recursion could overflow the stack. */
export const MAX_JSON_DEPTH = 500;

/** Returns the offset at which the maximum depth is exceeded, or undefined. */
function tooDeepAt(text: string): number | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    else if (character === '"') at = endOfText(text, at);
    if (depth > MAX_JSON_DEPTH) return at;
  }
  return undefined;
}

/** Returns the offset of a string’s closing quote; the end of the text if missing. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - slashes - 1] === '\\') slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}

/** Parses strict JSON with positions. Excessive nesting counts as an error. Never throws. */
export function parseJson(text: string): ParsedJson {
  const deep = tooDeepAt(text);
  if (deep !== undefined) return { tree: undefined, mistake: { offset: deep, length: 1 } };
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: false, disallowComments: true });
  const [mistake] = errors;
  return mistake ? { tree, mistake } : { tree };
}

/** Parses JSON with comments and trailing commas. Undefined if invalid. */
export function parseJsonc(text: string): JsonValue | undefined {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  return tree && errors.length === 0 ? (getNodeValue(tree) as JsonValue) : undefined;
}

/**
 * Updates a JSON text to a new value. Changes and formats only lines that differ; keeps comments and field
 * order.
 */
export function withJsonValue(text: string, value: JsonValue): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const indent = /^[\t ]+(?=["[{])/m.exec(text)?.[0] ?? '  ';
  const insertSpaces = !indent.startsWith('\t');
  const isOneLine = !text.trim().includes('\n');
  const form = { eol, insertSpaces, tabSize: insertSpaces ? indent.length : 1 };
  let written = text;
  const set = (
    path: JsonPath,
    next: JsonValue | undefined,
    order: readonly string[] = [],
  ): void => {
    const getInsertionIndex = (names: string[]): number => {
      const before = order.slice(0, order.indexOf(String(path.at(-1))));
      return names.indexOf(before.findLast((name) => names.includes(name)) ?? '') + 1;
    };
    const options = {
      ...(!isOneLine && { formattingOptions: form }),
      ...(order.length > 0 && { getInsertionIndex }),
    };
    written = applyEdits(written, modify(written, [...path], next, options));
  };
  const visit = (path: JsonPath, before: JsonValue | undefined, after: JsonValue): void => {
    if (before !== undefined && isSameJson(before, after)) return;
    if (isObject(before) && isObject(after)) {
      for (const name of Object.keys(before)) {
        if (!Object.hasOwn(after, name)) set([...path, name], undefined);
      }
      const order = Object.keys(after);
      for (const name of order) {
        const next = after[name] ?? null;
        if (Object.hasOwn(before, name)) visit([...path, name], before[name], next);
        else set([...path, name], next, order);
      }
    } else if (Array.isArray(before) && Array.isArray(after) && before.length <= after.length) {
      const old = before as readonly JsonValue[];
      for (const [at, item] of (after as readonly JsonValue[]).entries()) {
        if (at < old.length) visit([...path, at], old[at], item);
        else set([...path, -1], item);
      }
    } else {
      set(path, after);
    }
  };
  visit([], parseJsonc(text), JSON.parse(JSON.stringify(value)) as JsonValue);
  return written;
}

/**
 * Appends an item to a list, with matching indentation. Returns the text unchanged if the list doesn't
 * exist.
 */
export function addJsonItem(text: string, list: JsonPath, item: JsonValue): string {
  const { tree } = parseJson(text);
  const node = tree && findNodeAtLocation(tree, [...list]);
  if (node?.type !== 'array') return text;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const written = (indent: string): string =>
    eol + indent + JSON.stringify(item, undefined, 2).replaceAll('\n', eol + indent);
  const last = node.children?.at(-1);
  const at = last ? last.offset + last.length : node.offset + 1;
  const end = last ? at : node.offset + node.length - 1;
  const [before, after] = [text.slice(0, at), text.slice(end)];
  const line = text.slice(text.lastIndexOf('\n', last?.offset ?? node.offset) + 1);
  const indent = /^[ \t]*/.exec(line)?.[0] ?? '';
  if (last) return `${before},${written(indent)}${after}`;
  return `${before}${written(`${indent}  `)}${eol}${indent}${after}`;
}

/** Adds an empty list property at the end of the root object if the property doesn't exist. */
export function withJsonList(text: string, name: string): string {
  const { tree } = parseJson(text);
  const last = tree?.type === 'object' ? tree.children?.at(-1) : undefined;
  if (!last || (tree && findNodeAtLocation(tree, [name]))) return text;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const lead = text.slice(text.lastIndexOf('\n', last.offset) + 1, last.offset);
  const isOwnLine = lead.trim() === '';
  const at = last.offset + last.length;
  const between = isOwnLine ? `,${eol}${lead}` : ', ';
  return `${text.slice(0, at)}${between}${JSON.stringify(name)}: []${text.slice(at)}`;
}

/**
 * Inserts an item at the start of a root property's list, which is created if missing. Undefined if the root
 * isn't an object or the property isn't a list.
 */
export function prependJsonItem(
  text: string,
  name: string,
  item: JsonValue,
): { readonly text: string; readonly offset: number; readonly length: number } | undefined {
  const whole = withJsonList(text.trim() === '' ? `{ ${JSON.stringify(name)}: [] }\n` : text, name);
  const tree = parseTree(whole, [], { allowTrailingComma: true });
  const top = tree?.type === 'object' ? tree : undefined;
  if (top && (top.children ?? []).length === 0) {
    const brace = top.offset + top.length - 1;
    if (whole[brace] !== '}') return undefined;
    const list = `${JSON.stringify(name)}: [] `;
    return prependJsonItem(`${whole.slice(0, brace)}${list}${whole.slice(brace)}`, name, item);
  }
  const node = top && findNodeAtLocation(top, [name]);
  if (node?.type !== 'array') return undefined;
  const eol = whole.includes('\r\n') ? '\r\n' : '\n';
  const line = whole.slice(whole.lastIndexOf('\n', node.offset) + 1);
  const base = /^[ \t]*/.exec(line)?.[0] ?? '';
  const indent = `${base}  `;
  const written = JSON.stringify(item, undefined, 2).replaceAll('\n', eol + indent);
  const at = node.offset + 1;
  const isFirst = (node.children ?? []).length === 0;
  const lead = eol + indent;
  const rest = whole.slice(at);
  // Moves the rest of the line, such as a closing bracket, to its own line.
  const isSameLine = /^[ \t]*[^\s/]/.test(rest);
  const gap = isSameLine ? eol + (isFirst ? base : indent) : '';
  const after = isSameLine ? rest.trimStart() : rest;
  return {
    text: `${whole.slice(0, at)}${lead}${written}${isFirst ? '' : ','}${gap}${after}`,
    offset: at + lead.length,
    length: written.length,
  };
}
