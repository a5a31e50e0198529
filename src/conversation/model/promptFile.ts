import { isObject } from '../../base/json';
import type { Message } from '../../api/schema/infer';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import {
  flag,
  integer,
  jsonObject,
  list,
  object,
  oneOf,
  record,
  type Shape,
  ShapeError,
  text,
} from '../../webview/shape';
import {
  MAX_PROMPT,
  PLAYGROUND_MODES,
  type PlaygroundMode,
  type PlaygroundSettings,
} from './conversation';
import { settingsShape } from './settings';
import { variablesIn } from './turns';

export function promptFileName(uri: string): string {
  const path = uri.split(/[?#]/)[0] ?? '';
  return decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
}

export const PROMPT_ENDING = '.prompt.json';

export interface PromptAttachment {
  readonly path: string;
  readonly mimeType?: string;
  /** Hexadecimal SHA-256 of the content when the prompt was saved. */
  readonly sha256?: string;
}

export interface PromptMessage {
  readonly role: 'user' | 'model';
  readonly author?: string;
  /** Text; user messages may contain variables. */
  readonly text?: string;
  readonly parts?: readonly Message<'Part'>[];
  readonly attachments?: readonly PromptAttachment[];
}

export interface PromptVariable {
  readonly description?: string;
  readonly default?: string;
  readonly multiline?: boolean;
}

/** A prompt file: the conversation up to the next response. */
export interface PromptFile {
  readonly format: 1;
  readonly name?: string;
  /** Defaults to `chat`. */
  readonly mode?: PlaygroundMode;
  /** Whether to embed the last message as one text instead of line by line. */
  readonly oneText?: boolean;
  readonly model: string;
  /** API version; defaults to the connection's. */
  readonly version?: string;
  readonly settings: PlaygroundSettings;
  readonly messages: readonly PromptMessage[];
  readonly variables?: { readonly [name: string]: PromptVariable };
}

const MAX_ITEMS = 100_000;
const line = text(MAX_ITEMS);
const long = text(MAX_PROMPT);
const lines = list(long, MAX_ITEMS);

const words: Shape<string> = {
  parse: (value, path) =>
    Array.isArray(value) ? lines.parse(value, path).join('\n') : long.parse(value, path),
};

/** Paths are relative, so that the folder can move and nothing identifies the machine. */
export const relativePath: Shape<string> = {
  parse(value, at = '') {
    const found = text(4096).parse(value, at);
    if (found !== '' && !/^([/\\]|[a-z][\w+.-]*:)/i.test(found)) return found;
    throw new ShapeError(at, 'a path relative to this file’s folder, such as ./kite.png');
  },
};

const sha256: Shape<string> = {
  parse(value, at = '') {
    if (typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value)) return value;
    throw new ShapeError(at, '64 hexadecimal digits');
  },
};

export const attachmentShape = object({ path: relativePath }, { mimeType: line, sha256 });

const messageShape = object(
  { role: oneOf('user', 'model') },
  {
    author: line,
    text: words,
    parts: list(jsonObject() as Shape<Message<'Part'>>, MAX_ITEMS),
    attachments: list(attachmentShape, 100),
  },
);

const shape = object(
  { format: integer(1, 1), model: line, messages: list(messageShape, MAX_ITEMS) },
  {
    name: line,
    mode: oneOf(...PLAYGROUND_MODES),
    oneText: flag,
    version: line,
    settings: settingsShape,
    variables: record(object({}, { description: line, default: long, multiline: flag })),
  },
);

/** Converts parsed JSON to a prompt. Throws `ShapeError` with the path of an invalid value. */
export function promptOf(value: unknown): PromptFile {
  const { settings = {}, ...rest } = shape.parse(value);
  return { ...rest, format: 1, settings };
}

/** Known fields in the order they are written. */
const FIELDS = ['$schema', 'format', 'name', 'mode', 'oneText', 'model', 'version', 'settings'];
const LAST = ['variables', 'messages'] as const;
const SETTINGS = [
  'systemInstruction',
  'temperature',
  'topP',
  'topK',
  'maxOutputTokens',
  'stopSequences',
  'includeThoughts',
  'whole',
  'requests',
  'mocks',
  'vscodeTools',
  'autoRespond',
] as const;
const MESSAGE = ['role', 'author', 'attachments', 'parts', 'text'] as const;
const ATTACHMENT = ['path', 'mimeType', 'sha256'] as const;
const VARIABLE = ['description', 'default', 'multiline'] as const;

/** Formats a prompt for a new file: ordered fields, two-space indentation, final newline. */
export function formatPrompt(prompt: PromptFile): string {
  return `${JSON.stringify(promptJson(prompt), undefined, 2)}\n`;
}

/**
 * Returns a prompt as JSON with ordered fields. Retains unknown fields of the old file and texts
 * written as lines.
 */
export function promptJson(prompt: PromptFile, before: JsonObject = {}): JsonObject {
  const previous = itemsOf(before.messages);
  const messages = prompt.messages.map((message, at) => {
    const old = previous[at];
    // A different role means that messages were inserted or removed here.
    return withLines(message, old?.role === message.role ? old : {});
  });
  const settings = merged(prompt.settings as JsonObject, objectOf(before.settings), SETTINGS);
  const { settings: _, ...rest } = prompt;
  const isFile = before.format !== undefined;
  const hasSettings = !isFile || before.settings !== undefined || Object.keys(settings).length > 0;
  const file = {
    ...(typeof before.$schema === 'string' && { $schema: before.$schema }),
    ...rest,
    ...(hasSettings && { settings }),
    messages,
    ...variablesOf(prompt, objectOf(before.variables)),
  };
  return merged(file as unknown as JsonObject, before, FIELDS, LAST);
}

function withLines(message: PromptFile['messages'][number], old: JsonObject): JsonObject {
  const files = itemsOf(old.attachments);
  const attachments = message.attachments?.map((one) => {
    const before = files.find(({ path }) => isSamePath(path, one.path));
    if (!before) return merged({ ...one }, {}, ATTACHMENT);
    const { path } = before;
    // Don't add a checksum that the user omitted.
    const known = pick(
      { ...one, path },
      ATTACHMENT.filter((name) => Object.hasOwn(before, name)),
    );
    return merged(known, before, ATTACHMENT);
  });
  const isInLines = Array.isArray(old.text) && message.text !== undefined;
  const known = {
    ...message,
    ...(attachments && { attachments }),
    ...(isInLines && { text: message.text.split('\n') }),
  };
  return merged(known as unknown as JsonObject, old, MESSAGE);
}

function isSamePath(one: JsonValue | undefined, other: string): boolean {
  const plain = (path: string): string => path.replace(/^\.\//, '');
  return typeof one === 'string' && plain(one) === plain(other);
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

/** Orders known fields, with the old file's unknown fields between `first` and `last`. */
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
  return isObject(value) ? value : {};
}

function itemsOf(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.map((item) => objectOf(item as JsonValue)) : [];
}

export function promptVariables({
  settings,
  messages,
}: Pick<PromptFile, 'settings' | 'messages'>): readonly string[] {
  const asked = messages
    .filter(({ role }) => role === 'user')
    .flatMap(({ text = '', parts = [] }) => [...parts.map((part) => part.text ?? ''), text]);
  return variablesIn([settings.systemInstruction ?? '', ...asked].join('\n'));
}
