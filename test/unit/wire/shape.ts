import { findType, isEnum, isUnion } from '../../../src/api/schema/messages';
import type { FieldRow, JsonObject, JsonValue, ScalarName } from '../../../src/api/schema/row';
import { messageOf } from '../../../src/api/schema/union';
import { isInEdition, type Edition } from '../../../src/api/versions';

type Kind = 'string' | 'number' | 'boolean' | 'object' | 'list' | 'null';

// How each scalar stands in JSON; undefined where it may be anything.
const scalarKinds: { readonly [S in ScalarName]: Kind | undefined } = {
  string: 'string',
  int32: 'number',
  int64: 'string',
  float: 'number',
  double: 'number',
  bool: 'boolean',
  bytes: 'string',
  timestamp: 'string',
  duration: 'string',
  fieldMask: 'string',
  json: undefined,
  struct: 'object',
  any: 'object',
};

// RFC 3339 in UTC, up to nanoseconds.
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;

/**
 * What is wrong with the shape of an answer, each problem with its path; empty where nothing is. A field
 * that the literal answer has too must be of the same JSON type there, and one that it lacks must be a
 * field of the message. Of lists the first elements are compared.
 * @param message name of the answer's message
 */
export function shapeProblems(
  actual: JsonValue,
  literal: JsonValue | undefined,
  message: string,
  version: Edition,
): readonly string[] {
  const problems = messageProblems(actual, literal, message, version, message);
  const says = (answer: JsonValue | undefined): boolean => Object.keys(answer ?? {}).length > 0;
  const isMute = says(literal) && !says(actual);
  return isMute ? [...problems, `${message} is empty`] : problems;
}

function messageProblems(
  actual: JsonValue,
  literal: JsonValue | undefined,
  message: string,
  version: Edition,
  path: string,
): readonly string[] {
  if (!isObject(actual)) return [`${path} is ${kindOf(actual)}, not an object`];
  const expected = isObject(literal) ? literal : {};
  const fields = messageOf(message, actual)?.row.fields ?? {};
  return Object.entries(actual).flatMap(([name, value]) => {
    // Where a message of any type says which one it is.
    if (name === '@type') return [];
    const row = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const field = isInEdition(row?.versions, version) ? row : undefined;
    const example = Object.hasOwn(expected, name) ? expected[name] : undefined;
    if (value === undefined) return [];
    if (!field && example === undefined) return [`${path}.${name} is unknown`];
    return valueProblems(value, example, field, version, `${path}.${name}`);
  });
}

function valueProblems(
  actual: JsonValue,
  literal: JsonValue | undefined,
  field: FieldRow | undefined,
  version: Edition,
  path: string,
): readonly string[] {
  const kind = kindOf(actual);
  const expected = literal === undefined ? field && declaredKind(field) : kindOf(literal);
  if (expected !== undefined && kind !== expected) return [`${path} is ${kind}, not ${expected}`];
  if (Array.isArray(actual)) {
    const [first] = actual as readonly JsonValue[];
    if (first === undefined) return [`${path} is an empty list`];
    const [example] = Array.isArray(literal) ? (literal as readonly JsonValue[]) : [];
    const item = field ? { type: field.type } : undefined;
    return valueProblems(first, example, item, version, `${path}[0]`);
  }
  if (field?.type === 'timestamp' && typeof actual === 'string' && !TIMESTAMP.test(actual)) {
    return [`${path} is no time stamp`];
  }
  if (!isObject(actual) || field?.map) return [];
  const message = field ? messageIn(field, actual) : '';
  return message === undefined ? [] : messageProblems(actual, literal, message, version, path);
}

/** The message that a field holds; undefined where it may hold any JSON. */
function messageIn({ type }: FieldRow, actual: JsonObject): string | undefined {
  if (type !== 'any') return Object.hasOwn(scalarKinds, type) ? undefined : type;
  const named = /^type\.googleapis\.com\/(?:google\.ai\.generativelanguage\.\w+\.)?(.+)$/;
  const { '@type': url } = actual;
  const [, name = ''] = (typeof url === 'string' ? named.exec(url) : undefined) ?? [];
  return name;
}

function declaredKind(field: FieldRow): Kind | undefined {
  if (field.repeated) return 'list';
  if (field.map) return 'object';
  const type = findType(field.type);
  // What may be one of several types has the kind of the literal answer.
  if (type && isUnion(type)) return undefined;
  if (type) return isEnum(type) ? 'string' : 'object';
  return scalarKinds[field.type as ScalarName];
}

function kindOf(value: JsonValue): Kind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  return typeof value as 'string' | 'number' | 'boolean' | 'object';
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
