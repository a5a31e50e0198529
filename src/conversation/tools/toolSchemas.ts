import type { Message } from '../../api/schema/infer';
import { jsonSchemaProblems } from '../../api/schema/schemaRules';
import { isObject, items, type JsonObject } from '../../base/json';
import type { ChatTool } from './chatMessages';
import { functionName } from './functionNames';

/** How a tool's schema is sent: as JSON Schema, as the API’s own subset, or the tool isn't sent. */
export type ToolForm = 'jsonSchema' | 'schema' | 'omitted';

/** Declares a tool. Schemas that break the API’s rules for JSON Schema are converted. */
export function functionDeclaration(
  { name, description, inputSchema }: ChatTool,
  form: ToolForm,
): Message<'FunctionDeclaration'> {
  const named = { name: functionName(name), description };
  if (!isObject(inputSchema)) return named;
  const schema: JsonObject = { ...inputSchema, type: 'object' };
  const isSound = form === 'jsonSchema' && jsonSchemaProblems(schema).length === 0;
  if (isSound) return { ...named, parametersJsonSchema: schema };
  const parameters = convertedSchema(schema, schema, 0);
  // Older versions reject objects without properties.
  return isObject(parameters.properties) && Object.keys(parameters.properties).length > 0
    ? { ...named, parameters }
    : named;
}

/** Keywords of the API’s subset that are copied. */
const COPIED = [
  ...['title', 'description', 'minimum', 'maximum', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems'],
];
/** Deeper schemas, and recursive ones, become empty objects. */
const MAX_DEPTH = 12;

/** Converts JSON Schema to the API’s `Schema`: inlines references and drops unsupported keywords. */
function convertedSchema(given: unknown, root: JsonObject, depth: number): JsonObject {
  if (depth > MAX_DEPTH) return { type: 'OBJECT' };
  const schema = isObject(given) ? resolved(given, root, 0) : {};
  const convert = (inner: unknown): JsonObject => convertedSchema(inner, root, depth + 1);
  const types = typesOf(schema);
  // Next to a type, alternatives only add constraints.
  const choices = types.length > 0 ? [] : [...items(schema.anyOf), ...items(schema.oneOf)];
  const variants =
    types.length > 1 ? types.map((type) => ({ ...schema, type })) : choices.filter(isNotNull);
  const isNullable = [schema.type].flat().includes('null') || variants.length < choices.length;
  const about = {
    ...picked(schema, ['title', 'description']),
    ...(isNullable && { nullable: true }),
  };
  if (variants.length > 1) return { ...about, anyOf: variants.map(convert) };
  if (variants.length === 1) return { ...convert(variants[0]), ...about };
  const type = (types[0] ?? 'string').toUpperCase();
  const values = schema.const === undefined ? items(schema.enum) : [schema.const];
  const words = values.filter((value) => typeof value === 'string' && value !== '');
  const properties = Object.entries(isObject(schema.properties) ? schema.properties : {});
  const names = new Set<unknown>(properties.map(([name]) => name));
  const required = items(schema.required).filter((name) => names.has(name));
  return {
    type,
    ...picked(schema, COPIED),
    ...about,
    ...(type === 'STRING' && words.length > 0 && { enum: words as readonly string[] }),
    ...(type === 'ARRAY' && { items: convert(schema.items) }),
    ...(type === 'OBJECT' &&
      names.size > 0 && {
        properties: Object.fromEntries(properties.map(([name, inner]) => [name, convert(inner)])),
        ...(required.length > 0 && { required: required as readonly string[] }),
      }),
  };
}

function isNotNull(schema: unknown): boolean {
  return isObject(schema) && schema.type !== 'null';
}

/** Returns the types except null. Guesses the type from other keywords if it is missing. */
function typesOf({ type, properties, items: each }: JsonObject): readonly string[] {
  const named = [type].flat().filter((one) => typeof one === 'string' && one !== 'null');
  if (named.length > 0) return named as readonly string[];
  return properties ? ['object'] : each ? ['array'] : [];
}

/** Follows `#/…` references. Keywords next to `$ref` win. */
function resolved(schema: JsonObject, root: JsonObject, hops: number): JsonObject {
  const { $ref: reference, ...rest } = schema;
  if (typeof reference !== 'string') return schema;
  let target: unknown = root;
  for (const step of reference.split('/').slice(1)) {
    target = isObject(target) && Object.hasOwn(target, step) ? target[step] : undefined;
  }
  if (!isObject(target) || hops > MAX_DEPTH) return rest;
  return { ...resolved(target, root, hops + 1), ...rest };
}

function picked(schema: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => (schema[name] === undefined ? [] : [[name, schema[name]]])),
  );
}
