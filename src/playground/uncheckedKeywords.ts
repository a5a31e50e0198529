import type { JsonObject, JsonValue } from '../api/schema/row';

/** A schema with more parts than this is not looked through to its end. */
const MOST = 10_000;

/** What an answer is checked against, and what says nothing about answers. */
const KNOWN: ReadonlySet<string> = new Set(
  (
    'type nullable enum const properties required additionalProperties items prefixItems minItems maxItems ' +
    'minLength maxLength minProperties maxProperties minimum maximum exclusiveMinimum exclusiveMaximum ' +
    'multipleOf anyOf oneOf allOf $ref $defs definitions ' +
    'title description default example examples propertyOrdering $schema $id $comment deprecated'
  ).split(' '),
);
const ONE = ['items', 'additionalProperties'];
const LISTS = ['prefixItems', 'anyOf', 'oneOf', 'allOf'];
const RECORDS = ['properties', '$defs', 'definitions'];

/** The keywords of a schema that answers are not checked against, each once. */
export function uncheckedKeywords(schema: JsonValue): readonly string[] {
  const found = new Set<string>();
  const work: JsonValue[] = [schema];
  for (let seen = 0; work.length > 0 && seen < MOST; seen++) {
    const part = work.pop();
    if (typeof part !== 'object' || part === null || Array.isArray(part)) continue;
    const fields = part as JsonObject;
    for (const name of Object.keys(fields)) if (!KNOWN.has(name)) found.add(name);
    if (typeof fields.$ref === 'string' && !fields.$ref.startsWith('#')) found.add('$ref');
    for (const name of ONE) work.push(fields[name] ?? null);
    for (const name of LISTS) work.push(...items(fields[name]));
    for (const name of RECORDS) {
      work.push(...(Object.values((fields[name] ?? {}) as JsonObject) as JsonValue[]));
    }
  }
  return [...found];
}

function items(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}
