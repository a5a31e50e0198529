import { isObject, type JsonObject, type JsonValue } from '../../base/json';

const SCALARS = new Set(['any', 'boolean', 'integer', 'null', 'number', 'string']);
const TYPES = new Set([...SCALARS, 'object', 'array']);

/**
 * A schema of Dotprompt as JSON Schema, which it may be already.
 * @param unknown is told of each type that the file names and does not describe; any value takes its place.
 */
export function jsonSchemaOf(schema: JsonValue, unknown: (name: string) => void): JsonObject {
  if (isObject(schema)) {
    if (typeof schema.type === 'string' && TYPES.has(schema.type)) return schema;
    if (isObject(schema.properties)) return { ...schema, type: 'object' };
  }
  return schemaOf(schema, unknown);
}

/** A type that a text names, with its description after a comma; fields by names in an object. */
function schemaOf(value: JsonValue, unknown: (name: string) => void): JsonObject {
  if (typeof value === 'string') {
    const { type, description } = described(value);
    if (!SCALARS.has(type)) unknown(type);
    const isNamed = SCALARS.has(type) && type !== 'any';
    return { ...(isNamed && { type }), ...(description !== '' && { description }) };
  }
  if (!isObject(value)) {
    unknown(JSON.stringify(value));
    return {};
  }
  const properties: [string, JsonObject][] = [];
  const required: string[] = [];
  let additionalProperties: JsonValue = false;
  for (const [key, held] of Object.entries(value)) {
    if (key === '(*)') {
      additionalProperties = schemaOf(held ?? 'any', unknown);
      continue;
    }
    const [, name = key, optional, kind] = /^([^(?]*)(\??)(?:\((.*)\))?$/s.exec(key) ?? [];
    if (!optional) required.push(name);
    const one = fieldOf(kind, held ?? 'any', unknown);
    properties.push([name, optional ? nullable(one) : one]);
  }
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    additionalProperties,
  };
}

/** A field, with what stands in parentheses behind its name: the kind and a description. */
function fieldOf(
  kind: string | undefined,
  value: JsonValue,
  unknown: (name: string) => void,
): JsonObject {
  if (kind === undefined) return schemaOf(value, unknown);
  const { type, description } = described(kind);
  const rest = description === '' ? {} : { description };
  if (type === 'array') return { type: 'array', items: schemaOf(value, unknown), ...rest };
  if (type === 'object') return { ...schemaOf(value, unknown), ...rest };
  if (type === 'enum' && Array.isArray(value)) {
    const isText = value.every((one) => typeof one === 'string');
    return { ...(isText && { type: 'string' }), enum: value, ...rest };
  }
  unknown(type);
  return rest;
}

/** What may be left out may be null too. */
function nullable(schema: JsonObject): JsonObject {
  const values = schema.enum;
  return {
    ...schema,
    ...(typeof schema.type === 'string' && { type: [schema.type, 'null'] }),
    ...(Array.isArray(values) && { enum: [...(values as readonly JsonValue[]), null] }),
  };
}

/** A word, and what stands behind the first comma. */
export function described(text: string): { readonly type: string; readonly description: string } {
  const comma = text.indexOf(',');
  if (comma < 0) return { type: text.trim(), description: '' };
  return { type: text.slice(0, comma).trim(), description: text.slice(comma + 1).trim() };
}
