import { isObject } from '../base/json';
import { templateVariables } from '../api/names';
import { type OperationId, operationRow, versionsOf } from '../api/operations';
import type { OperationRow, QueryRow } from '../api/operations/row';
import { jsonSchema } from '../api/schema/jsonSchema';
import { findMessage, findType, isEnum, type MessageName } from '../api/schema/messages';
import { toSnakeCase } from '../api/schema/scalars';
import { type JsonObject, type JsonValue, requiredIn } from '../api/schema/row';
import { type Status, statusIn } from '../api/status';
import { isInEdition, type Version } from '../api/versions';

/**
 * Returns the JSON Schema (draft-07) of request files for an API method and version. Stricter than resource schemas:
 * the API rejects unknown request fields, but responses may have new ones.
 */
export function requestDocumentSchema(operation: OperationId, version: Version): JsonObject {
  const row = operationRow(operation);
  const path = pathSchema(row);
  const query = querySchema(row, version);
  const body = bodySchema(row, version);
  const { required: requiredQuery = [] } = query;
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    additionalProperties: false,
    required: [
      'operation',
      'version',
      ...(path ? ['path'] : []),
      ...(Array.isArray(requiredQuery) && requiredQuery.length > 0 ? ['query'] : []),
      ...(row.upload ? ['media'] : []),
      ...(body?.isRequired ? ['body'] : []),
    ],
    properties: {
      $schema: { type: 'string', description: 'JSON schema of this request file.' },
      operation: {
        const: operation,
        description: [`${row.summary}.`, ...stabilityNotes(statusIn(row, version))].join(' '),
      },
      version: {
        enum: versionsOf(row),
        description: `The version it is sent to. The rest of the document is described as ${version} has it.`,
      },
      ...(path ? { path } : {}),
      query,
      ...(row.upload ? { media: MEDIA } : {}),
      ...(body ? { body: body.schema } : {}),
    },
    ...(body ? { definitions: body.definitions } : {}),
  };
}

function stabilityNotes({ stage, since, successor, documents }: Status): readonly string[] {
  if (stage === 'stable') return documents === undefined ? [] : [documents];
  const when = since === undefined ? '' : ` since ${since}`;
  const instead = successor === undefined ? '' : `; use ${successor}`;
  return [`It is ${stage}${when}${instead}.`, ...(documents === undefined ? [] : [documents])];
}

const MEDIA: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['contentType'],
  oneOf: [{ required: ['text'] }, { required: ['base64'] }],
  description: 'Content to upload.',
  properties: {
    contentType: { type: 'string', description: 'MIME type, such as text/plain.' },
    text: { type: 'string', description: 'Content as text. Sent as UTF-8.' },
    base64: {
      type: 'string',
      contentEncoding: 'base64',
      description: 'Content as Base64-encoded bytes.',
    },
  },
};

function pathSchema({ path }: OperationRow): JsonObject | undefined {
  const variables = templateVariables(path);
  if (variables.length === 0) return undefined;
  return {
    type: 'object',
    additionalProperties: false,
    description: 'Resource names in the path.',
    required: variables.map(({ name }) => name),
    properties: Object.fromEntries(
      variables.map(({ name, pattern }) => [
        name,
        {
          type: 'string',
          pattern: expressionOf(pattern),
          description: `A resource name of the form ${pattern}.`,
        },
      ]),
    ),
  };
}

function expressionOf(pattern: string): string {
  const steps = pattern
    .split('/')
    .map((step) => (step === '**' ? '[^?#]+' : step === '*' ? '[^/?#]+' : step));
  return `^${steps.join('/')}$`;
}

function querySchema({ query = {}, mask }: OperationRow, version: Version): JsonObject {
  const parameters = Object.entries(query).filter(([, { versions }]) =>
    isInEdition(versions, version),
  );
  const required = parameters
    .filter(([, parameter]) => requiredIn(parameter, version))
    .map(([name]) => name);
  return {
    type: 'object',
    additionalProperties: false,
    description: 'Query parameters.',
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(
      parameters.map(([name, parameter]) => [name, parameterSchema(parameter, mask)]),
    ),
  };
}

/** Query parameters may be numbers, Booleans, or their text. */
function parameterSchema({ type, doc }: QueryRow, mask: readonly string[] | undefined): JsonObject {
  const fields = type === 'fieldMask' && mask ? `Fields: ${mask.join(', ')}.` : undefined;
  const description = [doc, fields].filter((part) => part !== undefined).join(' ');
  return { ...valueSchema(type), ...(description === '' ? {} : { description }) };
}

function valueSchema(type: QueryRow['type']): JsonObject {
  if (type === 'bool') return { enum: [true, false, 'true', 'false'] };
  if (type === 'int32' || type === 'int64') {
    return { type: ['integer', 'string'], pattern: '^-?[0-9]+$' };
  }
  return { type: 'string' };
}

interface BodySchema {
  readonly schema: JsonObject;
  readonly definitions: JsonObject;
  readonly isRequired: boolean;
}

function bodySchema({ body, mask }: OperationRow, version: Version): BodySchema | undefined {
  const row = body === undefined ? undefined : findType(body);
  if (body === undefined || !row || isEnum(row)) return undefined;
  const { definitions } = jsonSchema(body as MessageName, version);
  const known = isObject(definitions) ? definitions : {};
  const partial = partialMessages(Object.keys(known));
  if (mask) partial.add(body);
  const strict = Object.entries(known).map(([name, definition]) => [
    name,
    strictSchema(definition, partial.has(name)),
  ]);
  const own = known[body];
  return {
    isRequired: mask !== undefined || (isObject(own) && own.required !== undefined),
    // In draft-07, `$ref` hides its siblings, hence `allOf`.
    schema: { allOf: [{ $ref: `#/definitions/${body}` }], description: body },
    definitions: Object.fromEntries(strict) as JsonObject,
  };
}

function partialMessages(names: readonly string[]): Set<string> {
  const masked = names
    .map((name) => Object.values(findMessage(name)?.fields ?? {}))
    .filter((fields) => fields.some(({ type }) => type === 'fieldMask'));
  return new Set(masked.flat().map(({ type }) => type));
}

/** @param isPartial whether a field mask applies, so that no field is required */
function strictSchema(definition: unknown, isPartial: boolean): JsonObject {
  if (!isObject(definition)) return {};
  if (definition.properties === undefined) return definition;
  const { required, ...rest } = definition;
  return {
    ...rest,
    ...protoNames(definition.properties),
    additionalProperties: false,
    ...(required === undefined || isPartial ? {} : { required }),
  };
}

/** The API accepts `generation_config` for `generationConfig` too: valid, but not suggested. */
function protoNames(properties: JsonValue): JsonObject {
  const names = isObject(properties) ? Object.keys(properties) : [];
  const others = names.filter((name) => toSnakeCase(name) !== name);
  if (others.length === 0) return {};
  return {
    patternProperties: Object.fromEntries(others.map((name) => [`^${toSnakeCase(name)}$`, {}])),
  };
}

/** Returns the JSON Schema (draft-07) of a new resource, without output-only and unknown fields. */
export function newDocumentSchema(message: MessageName, version: Version): JsonObject {
  const schema = jsonSchema(message, version);
  const known = isObject(schema.definitions) ? schema.definitions : {};
  const definitions = Object.entries(known).map(([name, one]) => [name, omitOutputFields(one)]);
  return { ...schema, definitions: Object.fromEntries(definitions) as JsonObject };
}

function omitOutputFields(definition: unknown): JsonObject {
  if (!isObject(definition) || !isObject(definition.properties)) {
    return isObject(definition) ? definition : {};
  }
  const properties = Object.entries(definition.properties).filter(
    ([, property]) => !(isObject(property) && property.readOnly === true),
  );
  return {
    ...definition,
    properties: Object.fromEntries(properties),
    additionalProperties: false,
  };
}

export const PART_VERSION = 'v1beta';

export interface PartSchemaRow {
  /** Absent for a JSON Schema. */
  readonly message?: MessageName;
  readonly isList?: boolean;
  /** The message and field that the conversation itself provides, excluded here. */
  readonly without?: readonly [MessageName, string];
}

/** Documents that edit part of the playground's settings, by file name. */
export const partSchemas = {
  jsonSchema: {},
  responseSchema: { message: 'Schema' },
  functions: { message: 'FunctionDeclaration', isList: true },
  chatRequest: {
    message: 'GenerateContentRequest',
    without: ['GenerateContentRequest', 'contents'],
  },
  textRequest: { message: 'GenerateTextRequest', without: ['GenerateTextRequest', 'prompt'] },
  messageRequest: { message: 'GenerateMessageRequest', without: ['MessagePrompt', 'messages'] },
  answerRequest: {
    message: 'GenerateAnswerRequest',
    without: ['GenerateAnswerRequest', 'contents'],
  },
  embedRequest: { message: 'EmbedContentRequest', without: ['EmbedContentRequest', 'content'] },
  decisionRequest: {
    message: 'decisions.CreateDecisionRequest',
    without: ['decisions.CreateDecisionRequest', 'input'],
  },
  interactionRequest: {
    message: 'interactions.CreateModelInteraction',
    without: ['interactions.CreateModelInteraction', 'input'],
  },
} as const satisfies { readonly [file: string]: PartSchemaRow };

export type PartFile = keyof typeof partSchemas;

export function isPartFile(name: string): name is PartFile {
  return Object.hasOwn(partSchemas, name);
}

export function partSchema(file: PartFile): JsonObject {
  const { message, isList, without }: PartSchemaRow = partSchemas[file];
  if (!message) return { $ref: 'http://json-schema.org/draft-07/schema#' };
  const { $ref, definitions, ...schema } = jsonSchema(message, PART_VERSION);
  const known = isObject(definitions) ? definitions : {};
  const left = without
    ? { ...known, [without[0]]: omitField(known[without[0]], without[1]) }
    : known;
  return {
    ...schema,
    ...(isList ? { type: 'array', items: { $ref } } : { $ref }),
    definitions: left,
  };
}

function omitField(definition: unknown, field: string): JsonObject {
  if (!isObject(definition) || !isObject(definition.properties)) return {};
  const { required, properties, ...rest } = definition;
  const names = (Array.isArray(required) ? required : []).filter((name) => name !== field);
  const { [field]: _left, ...kept } = properties;
  return { ...rest, properties: kept, ...(names.length > 0 && { required: names }) };
}
