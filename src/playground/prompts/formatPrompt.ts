import type { JsonObject, JsonValue } from '../../api/schema/row';
import type { PromptFile } from './promptFile';

/** The fields that are ours, in the order in which they are written. */
const FIELDS = ['$schema', 'format', 'name', 'mode', 'oneText', 'model', 'version', 'settings'];
const LAST = ['variables', 'messages'] as const;
const SETTINGS = [
  'systemInstruction',
  ...['temperature', 'topP', 'topK', 'maxOutputTokens', 'stopSequences', 'includeThoughts'],
  ...['whole', 'requests', 'mocks', 'autoRespond'],
] as const;
const MESSAGE = ['role', 'author', 'attachments', 'parts', 'text'] as const;
const ATTACHMENT = ['path', 'mimeType', 'sha256'] as const;
const VARIABLE = ['description', 'default', 'multiline'] as const;

/**
 * A prompt as the text of its file: fields in their order, two spaces, a line break at the end. What the file
 * had before and nobody here knows stays, and a text that stood there as lines stays one of lines.
 */
export function formatPrompt(prompt: PromptFile, before: JsonObject = {}): string {
  const previous = itemsOf(before.messages);
  const messages = prompt.messages.map((message, at) => {
    const old = previous[at];
    // Of another role it is another message, which came or went before it.
    return withLines(message, old?.role === message.role ? old : {});
  });
  const file = {
    ...(typeof before.$schema === 'string' && { $schema: before.$schema }),
    ...prompt,
    settings: merged(prompt.settings as JsonObject, objectOf(before.settings), SETTINGS),
    messages,
    ...variablesOf(prompt, objectOf(before.variables)),
  };
  return `${JSON.stringify(merged(file as unknown as JsonObject, before, FIELDS, LAST), undefined, 2)}\n`;
}

function withLines(message: PromptFile['messages'][number], old: JsonObject): JsonObject {
  const files = itemsOf(old.attachments);
  const attachments = message.attachments?.map((one) =>
    merged({ ...one }, files.find(({ path }) => path === one.path) ?? {}, ATTACHMENT),
  );
  const isInLines = Array.isArray(old.text) && message.text !== undefined;
  const known = {
    ...message,
    ...(attachments && { attachments }),
    ...(isInLines && { text: message.text.split('\n') }),
  };
  return merged(known as unknown as JsonObject, old, MESSAGE);
}

function variablesOf({ variables = {} }: PromptFile, before: JsonObject): JsonObject {
  const names = [...new Set([...Object.keys(before), ...Object.keys(variables)])];
  if (names.length === 0) return {};
  const entries = names.map((name) => {
    const known = (Object.hasOwn(variables, name) ? variables[name] : undefined) ?? {};
    const old = objectOf(before[name]);
    return [name, merged({ ...pick(old, VARIABLE), ...known }, old, VARIABLE)] as const;
  });
  return { variables: Object.fromEntries(entries) };
}

/** Known fields in their order, between `first` and `last` those that only the old file had. */
function merged(
  known: JsonObject,
  before: JsonObject,
  first: readonly string[],
  last: readonly string[] = [],
): JsonObject {
  const ours = new Set([...first, ...last]);
  const strange = Object.keys(before).filter((name) => !ours.has(name) && name !== '__proto__');
  return {
    ...pick(known, first),
    ...pick(before, strange),
    ...pick(known, last),
  };
}

function pick(source: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = Object.hasOwn(source, name) ? source[name] : undefined;
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

function objectOf(value: JsonValue | undefined): JsonObject {
  const isOne = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isOne ? (value as JsonObject) : {};
}

function itemsOf(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.map((item) => objectOf(item as JsonValue)) : [];
}
