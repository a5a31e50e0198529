import type { Message } from '../../api/schema/infer';
import { isObject, items, type JsonObject } from '../../base/json';
import type {
  Conversation,
  ModelTurn,
  PlaygroundSettings,
  Turn,
  UserTurn,
} from '../model/conversation';
import { newId } from '../store/conversationFile';
import { settingsShape } from '../model/settings';
import { camelCased } from '../../api/schema/scalars';
import { withModeRequest } from '../model/modes';
import { VERSIONS } from '../../api/versions';
import { toInteraction } from '../../api/interactions/generateContent/convert';
import { newConversation } from '../store/transcript';

export type Json = { readonly [name: string]: unknown };
export type Part = Message<'Part'>;
export type Parts = readonly Part[];

/** A conversation in another format; absent fields use the defaults. */
export interface ForeignConversation extends Partial<Pick<Conversation, 'model'>> {
  readonly settings: PlaygroundSettings;
  readonly turns: readonly Turn[];
  readonly draft?: string;
  /** Unsupported fields of the file, such as `logit_bias`, without duplicates. */
  readonly leftOut: readonly string[];
}

export class UnsupportedFields {
  readonly #names = new Set<string>();

  get names(): readonly string[] {
    return [...this.#names];
  }

  add(name: string, value?: unknown): void {
    const isShort = ['number', 'boolean'].includes(typeof value) || isWord(value);
    this.#names.add(isShort ? `${name} = ${String(value)}` : name);
  }

  addOthers(value: Json, read: Iterable<string>, prefix = ''): void {
    const known = new Set(read);
    for (const [name, held] of Object.entries(value)) {
      if (!known.has(name) && !isEmptyOrDefault(held)) this.add(prefix + name, held);
    }
  }
}

function isWord(value: unknown): boolean {
  return typeof value === 'string' && /^[\w./-]{1,40}$/.test(value);
}

/** Whether a value is empty or a default. */
export function isEmptyOrDefault(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}

export function foreignUserTurn(parts: Parts): UserTurn {
  return { id: newId(), role: 'user', content: { role: 'user', parts: [...parts] } };
}

export function foreignModelTurn(parts: Parts, model: string): ModelTurn {
  const outcome = { verdict: 'complete', durationMs: 0 } as const;
  const content = { role: 'model', parts: [...parts] };
  return { id: newId(), role: 'model', content, model, version: 'v1beta', outcome };
}

/** Adds parts to the last turn if it has the same role, or else starts a new turn. */
export function addParts(
  turns: Turn[],
  parts: Parts,
  takes: (last: Turn) => boolean,
  begin: () => Turn,
): void {
  const last = turns.at(-1);
  if (!last || !takes(last)) {
    turns.push(begin());
    return;
  }
  // Safe to mutate: the list isn't shared until parsing ends.
  const all = last.content.parts as Part[];
  for (const part of parts) all.push(part);
}

/** Valid settings, and rejected ones such as `temperature = 9`. */
export interface SanitizedSettings {
  readonly settings: PlaygroundSettings;
  readonly leftOut: readonly string[];
}

/** Drops values outside the playground's ranges, because other apps have different ranges. */
export function sanitizeSettings(given: PlaygroundSettings): SanitizedSettings {
  const entries = Object.entries(given) as readonly (readonly [string, unknown])[];
  const taken = entries.filter(([name, value]) => isSupported(name, value));
  const leftOut = entries
    .filter((entry) => !taken.includes(entry))
    .map(([name, value]) => (typeof value === 'number' ? `${name} = ${value}` : name));
  return { settings: Object.fromEntries(taken), leftOut };
}

function isSupported(name: string, value: unknown): boolean {
  try {
    settingsShape.parse({ [name]: value });
    return true;
  } catch {
    return false;
  }
}

/**
 * Parses a `generateContent` request body in camelCase or snake_case; undefined for other values.
 */
export function generateRequest(value: unknown): ForeignConversation | undefined {
  if (!isObject(value) || value.contents === undefined) return undefined;
  const { contents, model, ...rest } = camelCased(value);
  const all = (Array.isArray(contents) ? items(contents) : [contents]).filter(isObject);
  if (all.some((content) => !Array.isArray(content.parts) && !isObject(content.parts))) {
    return undefined;
  }
  const leftOut = new UnsupportedFields();
  const name = modelName(model);
  const turns = all.map(({ role, parts, ...others }) => {
    leftOut.addOthers(others, [], 'contents[].');
    const list = (Array.isArray(parts) ? items(parts) : [parts]).filter(isObject) as Parts;
    return role === 'model' ? foreignModelTurn(list, name) : foreignUserTurn(list);
  });
  const settings = withModeRequest({}, 'chat', withPlainInstruction(rest));
  return { turns, settings, leftOut: leftOut.names, ...(name !== '' && { model: name }) };
}

function modelName(model: unknown): string {
  if (typeof model !== 'string' || model === '') return '';
  return /^(?:models|tunedModels)\//.test(model) ? model : `models/${model}`;
}

/** Wraps a string instruction in parts and removes the role, which has no effect. */
function withPlainInstruction({ systemInstruction: given, ...rest }: JsonObject): JsonObject {
  if (given === undefined) return rest;
  if (typeof given === 'string')
    return { ...rest, systemInstruction: { parts: [{ text: given }] } };
  const { role: _, ...content } = isObject(given) ? given : {};
  return { ...rest, systemInstruction: content };
}

export interface ImportedExchange {
  readonly title: string;
  readonly mode: 'chat' | 'interaction';
  readonly model: string;
  readonly request: JsonObject;
  /** Parts of the response; empty if there is none. */
  readonly parts: readonly JsonObject[];
}

/**
 * Converts a request and response to a conversation.
 * @param now in ms since 1970
 */
export function exchangeConversation(
  { title, mode, model, request, parts }: ImportedExchange,
  connection: string,
  now: number,
): Conversation {
  const { contents, ...rest } = request;
  const asked = items(contents).filter(isObject) as readonly Message<'Content'>[];
  const answered = { role: 'model', parts } as Message<'Content'>;
  const all = parts.length > 0 ? [...asked, answered] : asked;
  const settings =
    mode === 'chat'
      ? withModeRequest({}, 'chat', rest)
      : withModeRequest({}, 'interaction', interactionFields(rest, model));
  return {
    ...newConversation({ connection, model, settings }, now),
    title,
    named: true,
    ...(mode === 'interaction' && { mode }),
    turns: all.map((content) => turnOf(content, model, mode)),
  };
}

function interactionFields(request: JsonObject, model: string): JsonObject {
  const { model: _model, input: _input, ...fields } = toInteraction(request, model).body;
  return fields;
}

function turnOf(content: Message<'Content'>, model: string, mode: ImportedExchange['mode']): Turn {
  const id = newId();
  if (content.role !== 'model') return { id, role: 'user', content };
  return {
    id,
    role: 'model',
    content,
    model,
    version: VERSIONS[0],
    ...(mode === 'interaction' && { mode }),
    outcome: { verdict: 'complete', durationMs: 0 },
  };
}
