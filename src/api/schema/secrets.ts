import { type Node, parseTree } from 'jsonc-parser/lib/esm/main.js';
import { isObject } from '../../base/json';
import { findMessage, findType, isUnion } from './messages';
import type { FieldRow, JsonObject, JsonValue, MessageRow } from './row';
import { toCamelCase, toSnakeCase } from './scalars';
import { fieldOf, formsOf, possibleMessages } from './union';

/** Replacement of secrets: a fixed text, or a function of the field, header, or parameter name. */
export type Mark = string | ((name: string) => string);

export function placeholderFor(name: string): string {
  return `YOUR_${name.replaceAll(/\W+/g, '_').toUpperCase()}`;
}

/**
 * Redacts secret fields in JSON text, which may be truncated, invalid, or a stream of values. Fields at unknown
 * paths are matched by name.
 */
export function omitSecretFields(text: string, message: string, mark: Mark): string {
  const secrets = secretsOf(message);
  if (!secrets.hint?.test(text)) return text;
  try {
    return replaceSecrets(text, message, secrets, mark);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // Too deeply nested to parse, so everything may be secret.
    return `"${markFor(mark, message)}"`;
  }
}

function replaceSecrets(text: string, message: string, secrets: Secrets, mark: Mark): string {
  let clean = '';
  let done = 0;
  for (const [root, start] of rootsOf(text)) {
    const wanted = { ...secrets, isWhole: typeof mark === 'string' };
    for (const { node, name, how } of secretsIn(root, [message], wanted)) {
      const at = start + node.offset;
      const value: unknown = node.value;
      const shown =
        how === 'query'
          ? JSON.stringify(redactQueryValues(String(value), mark))
          : `"${markFor(mark, name)}"`;
      clean += text.slice(done, at) + shown;
      done = node.length < 0 ? text.length : at + node.length;
    }
  }
  return clean + text.slice(done);
}

/** Redacts secret fields of a message. Returns the same object if there are none. */
export function redactSecrets(value: JsonObject, message: string, mark: Mark): JsonObject {
  const text = JSON.stringify(value);
  const clean = omitSecretFields(text, message, mark);
  return clean === text ? value : (JSON.parse(clean) as JsonObject);
}

export function redactQueryValues(url: string, mark: Mark): string {
  const [, start = '', user, rest = url] =
    /^([a-z][\w+.-]*:\/\/)([^/?#@]*@)?(.*)$/is.exec(url) ?? [];
  const query = /([?&])([^=&#]*)(=[^&#]*)?/g;
  const clean = rest.replaceAll(query, (_all, sign: string, name: string, value?: string) => {
    if (value === undefined) return name === '' ? sign : `${sign}${markFor(mark, 'query')}`;
    return `${sign}${name}=${markFor(mark, name)}`;
  });
  return `${start}${user === undefined ? '' : `${markFor(mark, 'user')}@`}${clean}`;
}

function markFor(mark: Mark, name: string): string {
  return typeof mark === 'string' ? mark : mark(name);
}

/** Returns secret field values of a message, to redact them elsewhere too. */
export function secretValues(body: JsonObject, message: string): readonly string[] {
  const { names } = secretsOf(message);
  return names.size === 0 ? [] : [...valuesUnder(names, body, false)];
}

function* valuesUnder(
  names: ReadonlySet<string>,
  value: JsonValue | undefined,
  isSecret: boolean,
): Iterable<string> {
  if (typeof value === 'string') {
    if (isSecret) yield value;
  } else if (Array.isArray(value)) {
    for (const item of value as readonly JsonValue[]) yield* valuesUnder(names, item, isSecret);
  } else if (isObject(value)) {
    // Most header values are ordinary words, whose redaction would damage other text.
    for (const [name, one] of Object.entries(value))
      yield* valuesUnder(names, one, names.has(name));
  }
}

interface Secrets {
  readonly names: ReadonlySet<string>;
  readonly told: readonly MessageRow[];
  /** Quick check for secret fields. Undefined if the message has none. */
  readonly hint: RegExp | undefined;
}

const known = new Map<string, Secrets>();

function secretsOf(message: string): Secrets {
  const found = known.get(message) ?? readSecrets(message);
  known.set(message, found);
  return found;
}

const ESCAPED = String.raw`\\u00(?:[46][1-9a-f]|[57][0-9a]|5f)`;

function readSecrets(message: string): Secrets {
  const names = new Set<string>();
  const queries = new Set<string>();
  const told: MessageRow[] = [];
  const seen = new Set<string>();
  const wanted = [message];
  for (let type = wanted.pop(); type !== undefined; type = wanted.pop()) {
    if (seen.has(type)) continue;
    seen.add(type);
    const row = findType(type);
    if (row && isUnion(row)) wanted.push(...formsOf(row).map((form) => form.type));
    const own = findMessage(type);
    const fields = Object.entries(own?.fields ?? {});
    for (const [name, field] of fields) {
      const spelled = [name, toCamelCase(name), toSnakeCase(name)];
      if (field.secret)
        for (const one of spelled) (field.secret === true ? names : queries).add(one);
      // Fields inside a secret have generic names, such as `value`, so they aren't matched by name.
      if (field.secret !== true) wanted.push(field.type);
    }
    const isTold = fields.some(([, field]) => field.const !== undefined);
    if (own && isTold && fields.some(([, field]) => field.secret)) told.push(own);
  }
  const all = [...names, ...queries];
  const hint = all.length === 0 ? undefined : new RegExp(`"(?:${all.join('|')})"|${ESCAPED}`, 'i');
  return { names, told, hint };
}

function* rootsOf(text: string): Iterable<readonly [root: Node, start: number]> {
  for (let at = 0; at < text.length;) {
    const start = at + text.slice(at).search(/[[{]/);
    if (start < at) return;
    const root = parseTree(text.slice(start));
    if (root) yield [root, start];
    if (root && root.length < 0) return;
    at = start + Math.max(root?.length ?? 1, 1);
  }
}

interface SecretSearch extends Secrets {
  /** Whether a secret object is redacted as a whole, including its keys. */
  readonly isWhole: boolean;
}

interface SecretNode {
  readonly node: Node;
  readonly name: string;
  readonly how: true | 'query';
}

function* secretsIn(
  node: Node,
  types: readonly string[],
  secrets: SecretSearch,
): Iterable<SecretNode> {
  const { type, children = [] } = node;
  if (type === 'array') for (const item of children) yield* secretsIn(item, types, secrets);
  if (type !== 'object') return;
  const value: JsonObject = Object.fromEntries(
    propertiesOf(node).map(([name, inner]) => [name, (inner.value ?? null) as JsonValue]),
  );
  const rows = types.flatMap((name) => possibleMessages(name, value).map(({ row }) => row));
  const own = rows.length > 0 ? rows : secrets.told.filter((row) => isDisclosed(row, value));
  for (const [name, inner] of propertiesOf(node)) {
    const fields = own.flatMap((row) => fieldOf(row, name) ?? []);
    const field = fields.find(({ secret }) => secret) ?? fields[0];
    if (field) yield* secretsOfField(inner, name, field, secrets);
    else if (secrets.names.has(name)) yield* valuesOf(inner, name, secrets);
    else yield* secretsIn(inner, [], secrets);
  }
}

function* secretsOfField(
  node: Node,
  name: string,
  { secret, type, map }: FieldRow,
  secrets: SecretSearch,
): Iterable<SecretNode> {
  if (secret === true && secrets.isWhole) {
    yield* valuesOf(node, name, secrets);
  } else if (map && node.type === 'object') {
    for (const [key, inner] of propertiesOf(node)) {
      yield* secretsOfField(inner, key, { type, ...(secret && { secret }) }, secrets);
    }
  } else if (secret === 'query') {
    yield* leavesOf(node, name, 'query');
  } else if (node.type === 'object' || node.type === 'array') {
    if (possibleMessages(type, {}).length > 0) yield* secretsIn(node, [type], secrets);
    else if (secret) yield* valuesOf(node, name, secrets);
    else if (!OPAQUE.has(type)) yield* secretsIn(node, [], secrets);
  } else if (secret) {
    yield* valuesOf(node, name, secrets);
  }
}

const OPAQUE: ReadonlySet<string> = new Set(['json', 'struct']);

/** Yields a secret as a whole or all its leaf values. */
function* valuesOf(node: Node, name: string, { isWhole }: SecretSearch): Iterable<SecretNode> {
  if (!isWhole) yield* leavesOf(node, name);
  else if (node.type !== 'null') yield { node, name, how: true };
}

function* leavesOf(node: Node, name: string, how: true | 'query' = true): Iterable<SecretNode> {
  if (node.type === 'object') {
    for (const [key, inner] of propertiesOf(node)) yield* leavesOf(inner, key, how);
  } else if (node.type === 'array') {
    for (const item of node.children ?? []) yield* leavesOf(item, name, how);
  } else if (how === true ? node.type !== 'null' : node.type === 'string') {
    yield { node, name, how };
  }
}

function propertiesOf({ children = [] }: Node): readonly (readonly [string, Node])[] {
  return children.flatMap(({ children: [key, value] = [] }) =>
    key && value ? [[String(key.value), value] as const] : [],
  );
}

function isDisclosed({ fields }: MessageRow, value: JsonObject): boolean {
  const words = Object.entries(fields).filter(([, field]) => field.const !== undefined);
  return words.every(([name, field]) => value[name] === field.const);
}
