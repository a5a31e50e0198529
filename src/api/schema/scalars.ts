import { isObject } from '../../base/json';
import type { JsonObject, JsonValue, ScalarName } from './row';

interface ScalarReader {
  readonly type: string;
  /** Returns the normalized value. Undefined if the API rejects the value. */
  read(value: JsonValue): JsonValue | undefined;
  /** Error text after the type, if not the value itself. `field` is in snake_case. */
  explain?(value: JsonValue, field: string): string;
}

const INT32 = 2 ** 31;
const INT64 = 2n ** 63n;
const SHOWN = 120;

export function shown(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

const text = (type: string): ScalarReader => ({
  type,
  read: (value) => (typeof value === 'string' ? value : undefined),
});

function pattern(name: string, shape: RegExp, problem: string): ScalarReader {
  return {
    type: `type.googleapis.com/google.protobuf.${name}`,
    read: (value) => (typeof value === 'string' && shape.test(value) ? value : undefined),
    explain: (value, field) =>
      typeof value === 'string' ? `Field '${field}', ${problem}` : shown(value),
  };
}

// Numbers of any width may be JSON numbers or strings.
function readFloat(value: JsonValue): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

function readInt32(value: JsonValue): number | undefined {
  const number = readFloat(value);
  if (number === undefined || !Number.isInteger(number)) return undefined;
  return number >= -INT32 && number < INT32 ? number : undefined;
}

function readInt64(value: JsonValue): string | undefined {
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value).toString();
  if (typeof value !== 'string' || !/^-?\d{1,19}$/.test(value)) return undefined;
  const number = BigInt(value);
  return number >= -INT64 && number < INT64 ? number.toString() : undefined;
}

function readBool(value: JsonValue): boolean | undefined {
  if (value === 'true') return true;
  if (value === 'false') return false;
  return typeof value === 'boolean' ? value : undefined;
}

export const scalarReaders: { readonly [K in ScalarName]: ScalarReader } = {
  string: text('TYPE_STRING'),
  int32: { type: 'TYPE_INT32', read: readInt32 },
  int64: { type: 'TYPE_INT64', read: readInt64 },
  float: { type: 'TYPE_FLOAT', read: readFloat },
  double: { type: 'TYPE_DOUBLE', read: readFloat },
  bool: { type: 'TYPE_BOOL', read: readBool },
  bytes: {
    type: 'TYPE_BYTES',
    read: (value) =>
      typeof value === 'string' && /^[\w+/-]*={0,2}$/.test(value) ? value : undefined,
    explain: (value) =>
      typeof value === 'string' ? `Base64 decoding failed for ${shown(value)}` : shown(value),
  },
  timestamp: pattern(
    'Timestamp',
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/,
    "Illegal timestamp format; timestamps must end with 'Z' or have a valid timezone offset.",
  ),
  duration: pattern(
    'Duration',
    /^-?\d{1,12}(\.\d{1,9})?s$/,
    "Illegal duration format; duration must end with 's'",
  ),
  fieldMask: text('type.googleapis.com/google.protobuf.FieldMask'),
  json: { type: 'type.googleapis.com/google.protobuf.Value', read: (value) => value },
  struct: {
    type: 'type.googleapis.com/google.protobuf.Struct',
    read: (value) => (isObject(value) ? value : undefined),
  },
  any: {
    type: 'type.googleapis.com/google.protobuf.Any',
    read: (value) => (isObject(value) && typeof value['@type'] === 'string' ? value : undefined),
  },
};

export function scalarReader(type: string): ScalarReader | undefined {
  return Object.hasOwn(scalarReaders, type) ? scalarReaders[type as ScalarName] : undefined;
}

export function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function toCamelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}

/** Fields whose keys are user-defined or schema keywords. */
const FREE = new Set([
  'args',
  'response',
  'labels',
  'parameters',
  'parametersJsonSchema',
  'responseSchema',
  'responseJsonSchema',
  'responseFormat',
]);

/** Converts field names to camelCase, because the API accepts both cases. */
export function camelCased(message: JsonObject): JsonObject {
  const walk = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return (value as readonly JsonValue[]).map(walk);
    return isObject(value) ? camelCased(value) : value;
  };
  return Object.fromEntries(
    Object.entries(message).flatMap(([name, value]) => {
      const known = toCamelCase(name);
      return value === undefined ? [] : [[known, FREE.has(known) ? value : walk(value)]];
    }),
  );
}
