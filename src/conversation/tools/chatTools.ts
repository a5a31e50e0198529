import { createHash } from 'node:crypto';
import type { Message } from '../../api/schema/infer';
import { jsonSchemaProblems } from '../../api/schema/schemaRules';
import { isObject, items, type JsonObject } from '../../base/json';

// VS Code's message types by structure, because this room doesn't import `vscode`, and some classes are missing from
// its declarations.

export interface ChatMessage {
  /** 1 user, 2 assistant, 3 system. */
  readonly role: number;
  readonly content: readonly unknown[];
}

export const SYSTEM_ROLE = 3;
export const ASSISTANT_ROLE = 2;

export interface ChatTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema?: object | undefined;
}

export type ChatPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'thinking'; readonly signature: string | undefined }
  | {
      readonly kind: 'call';
      readonly callId: string;
      readonly name: string;
      readonly input: JsonObject;
    }
  | {
      readonly kind: 'result';
      readonly callId: string;
      readonly content: readonly ChatPart[];
      readonly isError: boolean;
    }
  | { readonly kind: 'data'; readonly mimeType: string; readonly data: Uint8Array };

/** Data parts with these types contain text. */
const TEXT_TYPE = /^text\/|^application\/(?:[\w.-]+\+)?json\b/i;

/** Converts parts of a message. Ignores unknown parts and bookkeeping of clients, such as `cache_control`. */
export function chatParts(content: readonly unknown[]): readonly ChatPart[] {
  return content.flatMap((part): readonly ChatPart[] => {
    if (typeof part === 'string') return [{ kind: 'text', text: part }];
    if (!isObject(part)) return [];
    const fields: { readonly [name: string]: unknown } = part;
    const { callId, name, value, mimeType, data } = fields;
    if (typeof callId === 'string') {
      if (typeof name === 'string') {
        return [{ kind: 'call', callId, name, input: isObject(fields.input) ? fields.input : {} }];
      }
      const isError = fields.isError === true;
      return [{ kind: 'result', callId, content: chatParts(items(fields.content)), isError }];
    }
    if (typeof mimeType === 'string' && data instanceof Uint8Array) {
      // Media types have a slash; bookkeeping doesn't.
      if (!mimeType.includes('/')) return [];
      if (!TEXT_TYPE.test(mimeType)) return [{ kind: 'data', mimeType, data }];
      return [{ kind: 'text', text: new TextDecoder().decode(data) }];
    }
    // Only thinking parts have metadata.
    if ('metadata' in fields) return [{ kind: 'thinking', signature: signatureIn(fields) }];
    if (typeof value === 'string') return [{ kind: 'text', text: value }];
    return value === undefined ? [] : [{ kind: 'text', text: promptTexts(value).join('') }];
  });
}

function signatureIn({ metadata }: { readonly [name: string]: unknown }): string | undefined {
  const signature = isObject(metadata) ? metadata.signature : undefined;
  return typeof signature === 'string' ? signature : undefined;
}

/** Returns the texts of an element tree of `@vscode/prompt-tsx`. */
function promptTexts(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(promptTexts);
  if (!isObject(value)) return [];
  if (typeof value.text === 'string') return [value.text];
  return [value.node, value.children].flatMap(promptTexts);
}

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
  'title',
  'description',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
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

/** Names that every version of the API accepts. */
const VALID = /^[A-Za-z_][\w.-]{0,63}$/;
const MAX_LENGTH = 64;
const DIGEST_LENGTH = 8;

/** Returns the function name of a tool: the same name if valid, otherwise a similar one that is unique. */
export function functionName(tool: string): string {
  if (VALID.test(tool)) return tool;
  const digest = createHash('sha256').update(tool).digest('hex').slice(0, DIGEST_LENGTH);
  const similar = `_${tool.replaceAll(/[^\w.-]/g, '_')}`;
  return `${similar.slice(0, MAX_LENGTH - DIGEST_LENGTH - 1)}_${digest}`;
}

/** Returns the tool of a function call. Models sometimes add the namespace of their training. */
export function toolName(called: string, tools: readonly { readonly name: string }[]): string {
  const find = (name: string): string | undefined =>
    tools.find((tool) => functionName(tool.name) === name)?.name;
  return find(called) ?? find(called.replace(/^default_api[:.]/, '')) ?? called;
}

/** A function result: its value, and its media if the model supports any. */
export interface FunctionResult {
  readonly response: JsonObject;
  readonly parts?: readonly Message<'FunctionResponsePart'>[];
}

/** Whether function results can contain content of this type. */
export function isResultMedia(mimeType: string): boolean {
  return /^image\/|^application\/pdf$/i.test(mimeType);
}

export function inlineData({
  mimeType,
  data,
}: {
  readonly mimeType: string;
  readonly data: Uint8Array;
}): { readonly inlineData: { readonly mimeType: string; readonly data: string } } {
  const type = mimeType.toLowerCase() === 'image/jpg' ? 'image/jpeg' : mimeType;
  return { inlineData: { mimeType: type, data: Buffer.from(data).toString('base64') } };
}

/**
 * Converts the parts of a VS Code tool's result. The text mentions media that can't be sent, in English, because the
 * model reads it.
 */
export function toolResult(content: readonly unknown[], takesMedia: boolean): FunctionResult {
  const texts: string[] = [];
  const parts: Message<'FunctionResponsePart'>[] = [];
  for (const part of chatParts(content)) {
    if (part.kind === 'text') texts.push(part.text);
    else if (part.kind !== 'data') continue;
    else if (takesMedia && isResultMedia(part.mimeType)) parts.push(inlineData(part));
    else texts.push(`[Omitted: ${part.mimeType}, ${part.data.length} bytes]`);
  }
  const output = texts.filter((text) => text !== '').join('\n');
  return { response: { output }, ...(parts.length > 0 && { parts }) };
}
