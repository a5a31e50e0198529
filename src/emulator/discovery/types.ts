import { findType, isEnum } from '../../api/schema/messages';
import {
  fieldIn,
  requiredIn,
  type EnumRow,
  type FieldRow,
  type JsonObject,
  type ScalarName,
} from '../../api/schema/row';
import { holdsIn, type Version } from '../../api/versions';

const ANY = { type: 'any', description: 'Properties of the object.' } as const;

/** The scalar kinds as discovery documents describe them. */
export const scalarTypes: { readonly [K in ScalarName]: JsonObject } = {
  string: { type: 'string' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'string', format: 'int64' },
  float: { type: 'number', format: 'float' },
  double: { type: 'number', format: 'double' },
  bool: { type: 'boolean' },
  bytes: { type: 'string', format: 'byte' },
  timestamp: { type: 'string', format: 'google-datetime' },
  duration: { type: 'string', format: 'google-duration' },
  fieldMask: { type: 'string', format: 'google-fieldmask' },
  json: { type: 'any' },
  struct: { type: 'object', additionalProperties: ANY },
  any: { type: 'object', additionalProperties: ANY },
};

/**
 * A message's name among the schemas: without the package that shared ones have, and in one word where it
 * lies within another message.
 */
export function schemaId(type: string): string {
  return type.replace(/^google\.\w+\./, '').replaceAll('.', '');
}

/** The schemas of these messages and of all that they use, by name. */
export function schemasOf(types: Iterable<string>, version: Version): JsonObject {
  const found = new Map<string, JsonObject>();
  const wanted = [...types];
  for (let type = wanted.pop(); type !== undefined; type = wanted.pop()) {
    const row = findType(type);
    if (!row || isEnum(row) || found.has(schemaId(type))) continue;
    const fields = Object.entries(row.fields).filter(([, one]) => holdsIn(one.versions, version));
    const properties = fields.map(
      ([name, one]) => [name, property(fieldIn(one, version), version)] as const,
    );
    const id = schemaId(type);
    found.set(id, { id, type: 'object', properties: Object.fromEntries(properties) });
    wanted.push(...fields.map(([, field]) => field.type));
  }
  const sorted = [...found].sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted);
}

function property(field: FieldRow, version: Version): JsonObject {
  const one = typeOf(field.type, version);
  const description = describe(field, version);
  return {
    ...(field.repeated ? { type: 'array', items: one } : {}),
    ...(field.map ? { type: 'object', additionalProperties: one } : {}),
    ...(field.repeated || field.map ? {} : one),
    ...(description === '' ? {} : { description }),
    ...(field.outputOnly ? { readOnly: true } : {}),
  };
}

function typeOf(type: string, version: Version): JsonObject {
  const row = findType(type);
  if (!row) return scalarTypes[type as ScalarName];
  return isEnum(row) ? enumType(row, version) : { $ref: schemaId(type) };
}

function enumType({ values, only = {} }: EnumRow, version: Version): JsonObject {
  const names = Object.keys(values).filter((name) => holdsIn(only[name], version));
  return { type: 'string', enum: names, enumDescriptions: names.map(() => '') };
}

// The documents of the service begin with these words too.
function describe(field: FieldRow, version: Version): string {
  const marks = [
    requiredIn(field, version) ? 'Required.' : '',
    field.outputOnly ? 'Output only.' : '',
    field.inputOnly ? 'Input only.' : '',
    field.immutable ? 'Immutable.' : '',
  ];
  return [...marks, field.doc ?? ''].filter((text) => text !== '').join(' ');
}
