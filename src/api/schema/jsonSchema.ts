import type { Status } from '../status';
import { type Edition, isInEdition } from '../versions';
import { findType, isEnum, isUnion, type MessageName } from './messages';
import { isRequired } from './required';
import { namedTypes } from './union';
import {
  fieldIn,
  type EnumRow,
  type FieldRow,
  type JsonObject,
  type Limits,
  type MessageRow,
  type ScalarName,
  type UnionRow,
  type ValueLimits,
} from './row';

type Fields = readonly (readonly [string, FieldRow])[];

const scalars: { readonly [K in ScalarName]: JsonObject } = {
  string: { type: 'string' },
  int32: { type: 'integer', minimum: -2147483648, maximum: 2147483647 },
  int64: { type: ['string', 'integer'], pattern: '^-?[0-9]+$' },
  float: { type: 'number' },
  double: { type: 'number' },
  bool: { type: 'boolean' },
  bytes: { type: 'string', contentEncoding: 'base64' },
  timestamp: { type: 'string', format: 'date-time' },
  duration: { type: 'string', pattern: '^-?[0-9]+(\\.[0-9]{1,9})?s$' },
  fieldMask: { type: 'string' },
  json: {},
  struct: { type: 'object' },
  any: {
    type: 'object',
    properties: { '@type': { type: 'string' } },
    required: ['@type'],
  },
};

/**
 * Returns the JSON Schema (draft-07) of a message. Referenced types are definitions, so recursion works. Path-bound
 * fields are omitted; output-only fields are `readOnly`.
 */
export function jsonSchema(message: MessageName, version: Edition): JsonObject {
  const definitions: { [name: string]: JsonObject } = {};
  const wanted: string[] = [message];
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    const isLent = name.endsWith(SHARED_DEFINITIONS);
    const type = isLent ? name.slice(0, -SHARED_DEFINITIONS.length) : name;
    const row = findType(type);
    if (!row || Object.hasOwn(definitions, name)) continue;
    if (isEnum(row)) {
      definitions[name] = enumSchema(name, row, version);
      continue;
    }
    if (isUnion(row)) {
      definitions[name] = unionSchema(row);
      wanted.push(...namedTypes(row));
      continue;
    }
    const fields = fieldsIn(row, version, name === message);
    wanted.push(...fields.map(([, field]) => definitionOf(field)));
    definitions[name] = messageSchema(type, fields, version, isLent);
  }
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $ref: reference(message),
    definitions,
  };
}

/** Suffix of messages whose model comes from the URL and that therefore require fewer fields. */
const SHARED_DEFINITIONS = '.lent';

function definitionOf({ type, lent }: FieldRow): string {
  return lent ? `${type}${SHARED_DEFINITIONS}` : type;
}

function messageSchema(
  message: string,
  fields: Fields,
  version: Edition,
  isLent: boolean,
): JsonObject {
  const required = fields.filter(
    ([name, field]) =>
      isRequired(message, name, field, version) && !(isLent && field.pathBound === true),
  );
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, field]) => [name, fieldSchema(field)])),
    ...(required.length > 0 ? { required: required.map(([name]) => name) } : {}),
  };
}

// Path-bound fields belong only to nested messages.
function fieldsIn(row: MessageRow, version: Edition, isRoot: boolean): Fields {
  return Object.entries(row.fields)
    .filter(([, field]) => !(isRoot && field.pathBound) && isInEdition(field.versions, version))
    .map(([name, field]) => [name, fieldIn(field, version)]);
}

function fieldSchema(field: FieldRow): JsonObject {
  const description = describe(field);
  return {
    ...valueSchema(field),
    ...valueLimits(field.limits ?? {}),
    ...(description === '' ? {} : { description }),
    ...(field.outputOnly ? { readOnly: true } : {}),
  };
}

function valueLimits(limits: Limits): ValueLimits & JsonObject {
  const { modelMaximum: _model, maxTokens: _tokens, idPattern: _id, ...others } = limits;
  const { maxBytes: _bytes, advisedItems: _items, ...rest } = others;
  return rest;
}

/** Adds `readOnly` to the description, because VS Code doesn't show the keyword. */
function describe({ doc, outputOnly, immutable, status }: FieldRow): string {
  const changes = outputOnly ? 'Output only.' : immutable ? 'Can’t be changed later.' : '';
  const standing = status ? statusText(status) : '';
  return [doc, doc?.includes(changes) ? '' : changes, standing].filter(Boolean).join(' ');
}

function statusText({ stage, since, successor }: Status): string {
  if (stage === 'unconfirmed') return 'Unconfirmed in this version.';
  const when = since === undefined ? '' : ` since ${since}`;
  return `Deprecated${when}${successor === undefined ? '' : `: use ${successor}`}.`;
}

function valueSchema(field: FieldRow): JsonObject {
  const item = itemSchema(field);
  if (field.repeated) return { type: 'array', items: item };
  if (field.map) return { type: 'object', additionalProperties: item };
  // In draft-07, `$ref` hides sibling keywords, such as the description.
  return '$ref' in item ? { allOf: [item] } : item;
}

function unionSchema({ oneOf }: UnionRow): JsonObject {
  return {
    anyOf: oneOf.map((member) =>
      typeof member === 'string'
        ? typeSchema(member)
        : { type: 'array', items: typeSchema(member.list) },
    ),
  };
}

function typeSchema(type: string): JsonObject {
  return findType(type) ? { $ref: reference(type) } : scalars[type as ScalarName];
}

function itemSchema(field: FieldRow): JsonObject {
  if (field.const !== undefined) return { const: field.const };
  const row = findType(field.type);
  if (!row) return scalars[field.type as ScalarName];
  const item = { $ref: reference(definitionOf(field)) };
  // Output enums stay open, because the API adds values before documenting them.
  return isEnum(row) && field.outputOnly ? { anyOf: [item, { type: 'string' }] } : item;
}

function enumSchema(name: string, row: EnumRow, version: Edition): JsonObject {
  const values = Object.keys(row.values).filter((value) => isInEdition(row.only?.[value], version));
  const named = { type: 'string', enum: values } as const;
  if (row.open) return { anyOf: [named, { type: 'string' }] };
  if (name !== 'Type') return named;
  // The API accepts lowercase JSON Schema type names. A pattern, so that editors don't suggest them.
  const lower = values.map((value) => value.toLowerCase()).join('|');
  return { anyOf: [named, { type: 'string', pattern: `^(?:${lower})$` }] };
}

function reference(name: string): string {
  return `#/definitions/${name}`;
}
