import { isObject, items, type JsonObject, type JsonValue } from '../../../base/json';

/** Keywords whose numbers the API writes as strings. */
const COUNTS: readonly string[] = [
  'maxItems',
  'minItems',
  'minProperties',
  'maxProperties',
  'minLength',
  'maxLength',
];

/** Converts an OpenAPI-style schema to JSON Schema, which interactions require. */
export function toJsonSchema(schema: JsonObject): JsonObject {
  const { nullable, type, ...rest } = schema;
  const word = typeof type === 'string' ? type.toLowerCase() : type;
  const kind = nullable === true && typeof word === 'string' ? [word, 'null'] : word;
  const fields = Object.entries(rest).map(([name, value]) => [name, fieldOf(name, value)] as const);
  return { ...(kind !== undefined && { type: kind }), ...Object.fromEntries(fields) };
}

function fieldOf(name: string, value: JsonValue | undefined): JsonValue | undefined {
  if (COUNTS.includes(name) && typeof value === 'string') return Number(value);
  if (name === 'items' && isObject(value)) return toJsonSchema(value);
  if (name === 'anyOf') return items(value).filter(isObject).map(toJsonSchema);
  if (name !== 'properties' || !isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, of]) => [field, isObject(of) ? toJsonSchema(of) : of]),
  );
}
