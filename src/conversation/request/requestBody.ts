import { createHash } from 'node:crypto';
import {
  answeringModel,
  BUILT_IN_TOOLS,
  combinesTools,
  packedModel,
  separatesTools,
} from '../../api/modelPack';
import type { CallInput } from '../../api/request';
import type { Message } from '../../api/schema/infer';
import { findMessage } from '../../api/schema/messages';
import { isDocumented, type JsonObject, type JsonValue } from '../../api/schema/row';
import type { Edition } from '../../api/versions';
import { isObject, objectAt } from '../../base/json';
import type { ChosenCache, Conversation, PlaygroundSettings, Turn } from '../model/conversation';
import { modeRequest } from '../model/modes';
import { fieldAt, itemsOf, objectsOf, toolFields, withField } from '../model/requestFields';
import { isExcluded } from '../model/turns';

type Part = Message<'Part'>;
type Content = Message<'Content'>;

/** Paths of fields that aren't sent. */
export interface Unsent {
  /** Fields that the version doesn't have. */
  readonly leftOut: readonly string[];
  /** Fields that the model doesn't support. */
  readonly refused: readonly string[];
  /** Fields not allowed with cached content. */
  readonly held: readonly string[];
  /** Fields that the model doesn't support with functions or tools. */
  readonly apart?: readonly string[];
}

interface RequestBody extends Required<Omit<Unsent, 'refused'>> {
  readonly input: CallInput<'models.streamGenerateContent'>;
}

/**
 * User turn that requests the rest of a response, after the partial model turn. Newer models reject
 * requests that end with a model turn (pipecat-ai/pipecat#5821).
 */
export const CONTINUE_PROMPT =
  'Your answer was cut off. Continue it exactly where it stopped, without repeating anything and without any introduction.';

interface RequestOptions {
  readonly isContinuation?: boolean;
}

export function requestBody(
  sender: CacheUser,
  version: Edition,
  { isContinuation = false }: RequestOptions = {},
): RequestBody {
  const { model, settings, turns, variables = {} } = sender;
  const use = cacheUse(sender);
  const rest = use?.kind === 'used' ? turns.slice(use.turns) : turns;
  // The resent message may be part of the cache.
  const isAsked = isContinuation || turns.length === 0 || rest.some(({ role }) => role === 'user');
  const cached = use?.kind === 'used' && isAsked ? use : undefined;
  const contents = contentsOf(cached ? rest : turns, version);
  if (isContinuation) contents.push({ role: 'user', parts: [{ text: CONTINUE_PROMPT }] });
  const { systemInstruction, ...fields } = modeRequest(settings, 'chat', variables);
  const cachedContent = cached && { cachedContent: cached.name };
  const own = { systemInstruction, contents, ...fields, ...cachedContent };
  const whole = withShownTools(own, model);
  const fitted = stripUnsupportedFields('GenerateContentRequest', whole, version);
  const { value: free, held } = omitCacheFields(fitted.value);
  const { value, apart } = omitIncompatible(free, model);
  const input = { model, body: withImpliedFormat(withoutEmpty(value)) };
  return { input: input as RequestBody['input'], leftOut: fitted.leftOut, held, apart };
}

/** Returns settings that the version doesn't have; empty if all are sent. */
export function unsentSettings(settings: PlaygroundSettings, version: Edition): readonly string[] {
  return requestBody({ model: '', settings, turns: [] }, version).leftOut;
}

/**
 * Returns server-side tool calls in the response if functions are declared too, as models that
 * combine both require.
 */
function withShownTools(body: JsonObject, model: string): JsonObject {
  const packed = packedModel(model);
  if (!packed || !combinesTools(answeringModel(packed, Date.now()))) return body;
  const isCombined = hasFunctions(body) && builtInTools(body).length > 0;
  if (!isCombined || fieldAt(body, SHOWN_TOOLS) !== undefined) return body;
  return withField(body, SHOWN_TOOLS, true);
}

const SHOWN_TOOLS = 'toolConfig.includeServerSideToolInvocations';

function hasFunctions({ tools }: JsonObject): boolean {
  return objectsOf(tools).some(({ functionDeclarations: all }) => itemsOf(all).length > 0);
}

function builtInTools(body: JsonObject): readonly string[] {
  return BUILT_IN_TOOLS.filter((name) => toolFields.read(body, name) !== undefined);
}

const TEXT_FORMAT = 'generationConfig.responseFormat.text';
const FORMATS = [
  ...['responseSchema', 'responseJsonSchema', 'responseMimeType'].map(
    (name) => `generationConfig.${name}`,
  ),
  TEXT_FORMAT,
];
const isSchema = (path: string): boolean => path.endsWith('Schema') || path === TEXT_FORMAT;

/**
 * Removes fields that the model can't combine. Priority: functions, then server-side tools, then
 * the response format.
 */
function omitIncompatible(
  body: JsonObject,
  model: string,
): { readonly value: JsonObject; readonly apart: readonly string[] } {
  const packed = packedModel(model);
  if (!packed || !separatesTools(answeringModel(packed, Date.now()))) {
    return { value: body, apart: [] };
  }
  const tools = hasFunctions(body) ? builtInTools(body) : [];
  const plain = tools.reduce((fit, name) => toolFields.write(fit, name, undefined), body);
  const isCalling = fieldAt(body, 'toolConfig.functionCallingConfig.mode') !== 'NONE';
  const isUsed = hasFunctions(plain) ? isCalling : builtInTools(plain).length > 0;
  const set = FORMATS.filter((path) => fieldAt(plain, path) !== undefined);
  const format = fieldAt(plain, 'generationConfig.responseMimeType') ?? 'text/plain';
  const isJson = format === 'application/json' || (format === 'text/plain' && set.some(isSchema));
  const fields = [
    ...(isUsed && isJson ? set : []),
    ...(fieldAt(plain, SHOWN_TOOLS) === true ? [SHOWN_TOOLS] : []),
  ];
  return {
    value: fields.reduce((fit, path) => withField(fit, path, undefined), plain),
    apart: [...tools.map((name) => `tools.${name}`), ...fields],
  };
}

/** The API rejects a JSON schema with a plain text response type; only enum schemas allow it. */
function withImpliedFormat(body: JsonObject): JsonObject {
  if (fieldAt(body, `${TEXT_FORMAT}.schema`) !== undefined) {
    // The API accepts only one of the two formats.
    const plain = withField(body, 'generationConfig.responseMimeType', undefined);
    return withField(plain, `${TEXT_FORMAT}.mimeType`, 'APPLICATION_JSON');
  }
  const { responseMimeType: type, ...config } = objectAt(body, 'generationConfig');
  const hasSchema = config.responseSchema !== undefined || config.responseJsonSchema !== undefined;
  if (!hasSchema || (type !== undefined && type !== '' && type !== 'text/plain')) return body;
  return withField(body, 'generationConfig.responseMimeType', 'application/json');
}

/**
 * Returns the turns to send, without empty, rejected, and unanswered ones. Merges consecutive
 * messages, because some models require alternating roles.
 */
function contentsOf(turns: readonly Turn[], version: Edition): Content[] {
  const contents: Content[] = [];
  for (const [index, turn] of turns.entries()) {
    if (isExcluded(turn, turns[index + 1])) continue;
    const parts = sentParts(turn, version);
    if (parts.length === 0) continue;
    const last = contents.at(-1);
    if (last?.role === turn.role) {
      contents[contents.length - 1] = { ...last, parts: [...(last.parts ?? []), ...parts] };
    } else {
      contents.push({ ...turn.content, role: turn.role, parts });
    }
  }
  return contents;
}

/** Returns the parts to send. Attachments include their names, which messages may refer to. */
function sentParts(turn: Turn, version: Edition): Part[] {
  const parts = turn.content.parts ?? [];
  if (turn.role === 'model') return parts.filter((part) => isSent(part, version));
  const { attached = [], leftOut = [] } = turn;
  return parts.flatMap((part, index) => {
    if (!isSent(part, version) || leftOut.includes(part.fileData?.fileUri ?? '')) return [];
    const { name, reference } = attached.find((other) => other.part === index) ?? {};
    // References start with their paths.
    const isNamed = name !== undefined && !reference && (attached.length > 1 || isPlainText(part));
    return isNamed && holds(part, version) ? [{ text: `${name}:` }, part] : [part];
  });
}

function isPlainText({ inlineData }: Part): boolean {
  return inlineData?.mimeType === 'text/plain';
}

function holds(part: Part, version: Edition): boolean {
  return !isEmptyPart(stripUnsupportedFields('Part', part, version).value);
}

/**
 * Signatures must be sent back on their own part
 * (ai.google.dev/gemini-api/docs/thought-signatures). Unsigned summaries aren't sent.
 */
function isSent(part: Part, version: Edition): boolean {
  if (!part.thought) return part.thoughtSignature !== undefined || !isEmptyPart(part);
  const { leftOut } = stripUnsupportedFields('Part', part, version);
  return part.thoughtSignature !== undefined && !leftOut.includes('thought');
}

/** Whether the part is empty or has an empty text, which some models reject. */
function isEmptyPart(part: Part): boolean {
  return Object.entries(part).every(([name, value]) => name === 'text' && value === '');
}

/** Removes parts, turns, and configuration left empty because of the version. */
function withoutEmpty(body: JsonObject): JsonObject {
  const { contents, generationConfig: config, ...rest } = body;
  const turns = (contents as readonly Content[])
    .map((turn) => ({ ...turn, parts: (turn.parts ?? []).filter((part) => !isEmptyPart(part)) }))
    .filter((turn) => turn.parts.length > 0);
  const sent = { ...rest, contents: turns as unknown as JsonObject[] };
  return Object.keys(config ?? {}).length > 0 ? { ...sent, generationConfig: config } : sent;
}

interface StrippedMessage {
  readonly value: JsonObject;
  /**
   * Unique paths of omitted fields without list indexes, such as `generationConfig.thinkingConfig`.
   */
  readonly leftOut: readonly string[];
}

/**
 * Removes fields that the version doesn't document, because the API would reject the request.
 * Unknown fields stay, because the API sent them.
 */
export function stripUnsupportedFields(
  message: string,
  value: JsonObject,
  version: Edition,
): StrippedMessage {
  const leftOut = new Set<string>();

  function fit(type: string, source: JsonObject, path: string): JsonObject {
    const row = findMessage(type);
    if (!row) return source;
    const result = new Map<string, JsonValue>();
    for (const [name, entry] of Object.entries(source)) {
      if (entry === undefined) continue;
      const field = Object.hasOwn(row.fields, name) ? row.fields[name] : undefined;
      const here = path ? `${path}.${name}` : name;
      if (field && !isDocumented(field, version)) leftOut.add(here);
      else result.set(name, field && !field.map ? fitValue(field.type, entry, here) : entry);
    }
    return Object.fromEntries(result);
  }

  function fitValue(type: string, entry: JsonValue, path: string): JsonValue {
    if (isObject(entry)) return fit(type, entry, path);
    if (!Array.isArray(entry)) return entry;
    return (entry as readonly JsonValue[]).map((item) =>
      isObject(item) ? fit(type, item, path) : item,
    );
  }

  return { value: fit(message, value, ''), leftOut: [...leftOut] };
}

/** Fields not allowed with cached content, which has its own values. */
export const FIELDS_OF_CACHE = ['systemInstruction', 'tools', 'toolConfig'] as const;

export type CacheIdleness = 'otherModel' | 'otherConnection' | 'changed';

type CacheUse =
  | {
      readonly kind: 'used';
      readonly name: string;
      /** Number of leading turns that are cached and not sent. */
      readonly turns: number;
    }
  | { readonly kind: 'idle'; readonly why: CacheIdleness; readonly cache: ChosenCache };

type CacheUser = Pick<Conversation, 'model' | 'settings' | 'turns' | 'variables'> &
  Partial<Pick<Conversation, 'cache' | 'connection'>>;

/**
 * Returns how the next request uses the selected cache; undefined if none is selected. A cache made
 * from a conversation's start is used only while that start is unchanged.
 */
export function cacheUse(user: CacheUser): CacheUse | undefined {
  const { cache, model, connection, turns } = user;
  if (!cache) return undefined;
  const idle = (why: CacheIdleness): CacheUse => ({ kind: 'idle', why, cache });
  if (connection !== undefined && cache.connection !== connection) return idle('otherConnection');
  if (cache.model !== model) return idle('otherModel');
  const { name, beginning } = cache;
  if (!beginning) return { kind: 'used', name, turns: 0 };
  const count = turns.findIndex(({ id }) => id === beginning.upTo) + 1;
  if (count === 0 || digestOf(user, count) !== beginning.digest) return idle('changed');
  return { kind: 'used', name, turns: count };
}

/** Cache by turn; turns are immutable. */
const known = new WeakMap<Turn, string>();

/** Returns a digest of the start of a conversation and of the settings that a cache includes. */
export function digestOf(
  { turns, settings, variables = {} }: Pick<CacheUser, 'turns' | 'settings' | 'variables'>,
  count: number,
): string {
  const request: JsonObject = modeRequest(settings, 'chat', variables);
  const held = FIELDS_OF_CACHE.map((field) => request[field] ?? null);
  const digests = turns.slice(0, count).map((turn) => {
    const digest = known.get(turn) ?? sha256(turn.content);
    known.set(turn, digest);
    return digest;
  });
  return sha256([held, digests]);
}

function sha256(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

function omitCacheFields(body: JsonObject): {
  readonly value: JsonObject;
  readonly held: readonly string[];
} {
  if (typeof body.cachedContent !== 'string') return { value: body, held: [] };
  const held = FIELDS_OF_CACHE.filter((field) => body[field] !== undefined);
  const kept = Object.entries(body).filter(([name]) => !(held as readonly string[]).includes(name));
  return { value: Object.fromEntries(kept), held };
}

export function isExpired(
  { expireTime = '' }: Pick<ChosenCache, 'expireTime'>,
  now: number,
): boolean {
  return Date.parse(expireTime) <= now;
}
