import { isObject } from '../api/json';
import { jsonSchema } from '../api/schema/jsonSchema';
import type { MessageName } from '../api/schema/messages';
import type { JsonObject } from '../api/schema/row';

/** The version that has all of these messages. */
export const PART_VERSION = 'v1beta';

interface PartSchemaRow {
  readonly message: MessageName;
  /** The document is a list of such messages. */
  readonly isList?: boolean;
  /** A message and its field that the conversation itself fills. */
  readonly without?: readonly [MessageName, string];
}

/** What the documents with parts of the playground's settings have, by the names of their files. */
export const partSchemas = {
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
} as const satisfies { readonly [file: string]: PartSchemaRow };

export type PartFile = keyof typeof partSchemas;

export function isPartFile(name: string): name is PartFile {
  return Object.hasOwn(partSchemas, name);
}

/** JSON Schema (draft-07) of such a document. */
export function partSchema(file: PartFile): JsonObject {
  const { message, isList, without }: PartSchemaRow = partSchemas[file];
  const { $ref, definitions, ...schema } = jsonSchema(message, PART_VERSION);
  const known = isObject(definitions) ? definitions : {};
  const left = without ? { ...known, [without[0]]: lacking(known[without[0]], without[1]) } : known;
  return {
    ...schema,
    ...(isList ? { type: 'array', items: { $ref } } : { $ref }),
    definitions: left,
  };
}

function lacking(definition: unknown, field: string): JsonObject {
  if (!isObject(definition) || !isObject(definition.properties)) return {};
  const { required, properties, ...rest } = definition;
  const names = (Array.isArray(required) ? required : []).filter((name) => name !== field);
  const { [field]: _left, ...kept } = properties;
  return { ...rest, properties: kept, ...(names.length > 0 && { required: names }) };
}
