import { findType, isEnum } from '../../api/schema/messages';
import { toCamelCase } from '../../api/schema/names';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import { isObject } from '../../api/schema/scalars';
import { holdsIn, type Version } from '../../api/versions';
import { StatusError } from '../status';

/** Which fields of an answer are wanted; an empty one wants all that is below. */
export interface FieldTree {
  readonly [name: string]: FieldTree;
}

/** Longer or deeper ones ask for nothing that an answer has. */
const MAX_LENGTH = 4096;
const MAX_DEPTH = 50;
const TOKEN = /[\w$.@-]+|[*/(),]/y;

/**
 * Reads `fields=`: names with commas between, `a/b` and `a(b,c)` for what is within, `*` for every field.
 * Undefined where nothing is left out. Throws 400 for what cannot be read or is no field of the message.
 * @param message name of the answer's message.
 */
export function readFields(
  text: string | null,
  message: string,
  version: Version,
): FieldTree | undefined {
  if (text === null || text === '' || text === '*') return undefined;
  if (text.length > MAX_LENGTH) throw invalid(text.slice(0, 40));
  const tree = new Reader(text).read();
  checkNames(tree, message, version);
  return tree;
}

/** What a tree leaves of an answer. */
export function selectFields(json: JsonObject, tree: FieldTree): JsonObject {
  const entries = Object.entries(json).flatMap(([name, value]) => {
    const below = Object.hasOwn(tree, name) ? tree[name] : tree['*'];
    return below && value !== undefined ? [[name, within(value, below)] as const] : [];
  });
  return Object.fromEntries(entries);
}

function within(value: JsonValue, tree: FieldTree): JsonValue {
  if (Object.keys(tree).length === 0) return value;
  if (Array.isArray(value)) {
    return (value as readonly JsonValue[]).map((item) => within(item, tree));
  }
  return isObject(value) ? selectFields(value, tree) : value;
}

class Reader {
  readonly #text: string;
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    const tokens: string[] = [];
    let read = 0;
    TOKEN.lastIndex = 0;
    for (let found = TOKEN.exec(text); found; found = TOKEN.exec(text)) {
      tokens.push(found[0]);
      read = TOKEN.lastIndex;
    }
    if (read < text.length) throw invalid(text);
    this.#tokens = tokens;
  }

  read(): FieldTree {
    const tree = this.#list(0);
    if (this.#at < this.#tokens.length) throw invalid(this.#text);
    return tree;
  }

  #list(depth: number): FieldTree {
    if (depth > MAX_DEPTH) throw invalid(this.#text);
    const all = new Map<string, FieldTree>();
    do {
      const [name, tree] = this.#path(depth);
      const before = all.get(name);
      all.set(name, before ? join(before, tree) : tree);
    } while (this.#take(','));
    return Object.fromEntries(all);
  }

  #path(depth: number): readonly [string, FieldTree] {
    if (depth > MAX_DEPTH) throw invalid(this.#text);
    const token = this.#tokens[this.#at] ?? '';
    if (!/^([\w$.@-]+|\*)$/.test(token)) throw invalid(this.#text);
    this.#at += 1;
    const name = token === '*' ? token : toCamelCase(token);
    if (this.#take('/')) {
      const [inner, tree] = this.#path(depth + 1);
      return [name, { [inner]: tree }];
    }
    if (!this.#take('(')) return [name, {}];
    const tree = this.#list(depth + 1);
    if (!this.#take(')')) throw invalid(this.#text);
    return [name, tree];
  }

  #take(sign: string): boolean {
    if (this.#tokens[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }
}

/** All that either of two trees wants; an empty one wants everything. */
function join(a: FieldTree, b: FieldTree): FieldTree {
  if (Object.keys(a).length === 0 || Object.keys(b).length === 0) return {};
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return Object.fromEntries(
    names.map((name) => {
      const [one, other] = [a, b].map((tree) =>
        Object.hasOwn(tree, name) ? tree[name] : undefined,
      );
      return [name, one && other ? join(one, other) : (one ?? other ?? {})];
    }),
  );
}

function checkNames(tree: FieldTree, message: string, version: Version): void {
  const type = findType(message);
  // Within what has no fixed fields, such as arguments of a function, every name may be there.
  if (!type || isEnum(type)) return;
  for (const [name, below] of Object.entries(tree)) {
    if (name === '*') continue;
    const field = Object.hasOwn(type.fields, name) ? type.fields[name] : undefined;
    if (!field || !holdsIn(field.versions, version)) throw invalid(name);
    if (!field.map) checkNames(below, field.type, version);
  }
}

/** The wording is that of Google's front end for other services; none was seen from this one. */
function invalid(what: string): StatusError {
  return new StatusError(
    400,
    `Error expanding 'fields' parameter. Cannot find matching fields for path '${what}'.`,
  );
}
