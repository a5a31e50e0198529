import type { ServiceError } from '../../api/errors';
import { MARK } from '../../api/redact';
import { omitSecretFields } from '../../api/schema/secrets';
import { isObject, type JsonObject, objectAt, textAt, tryParse } from '../../base/json';
import { estimatePrice } from '../../catalog/priceEstimate';
import type { ReadableRequest } from './cacheBreak';
import { callKey, contentChain, shortHash } from './contentChain';
import { type NormalContent, normalRequest, type NormalRequest } from './normalRequest';
import { normalResponse, type NormalResponse } from './normalResponse';
import {
  type CallFacts,
  type ErrorFacts,
  limitedParameters,
  type RequestFacts,
  type RunOutcome,
} from './requestFacts';
import { type RunExchange, wireForm, type WireForm } from './runExchange';
import { schemaHash, schemaHints } from './schemaHints';

/** Larger bodies, in bytes, are read only when the request is opened. */
const READ_LIMIT = 1024 * 1024;
/** In characters. */
const WORDS = 80;
const MAX_CALLS = 32;
/** Length of the end by which system instructions are compared, in characters. */
const SYSTEM_END = 500;

type Redact = RunExchange['redact'];

/** The facts, and what is needed only once to find the run of the request. */
export interface Digest {
  readonly facts: RequestFacts;
  /** Hashes of each start of the conversation. */
  readonly chain: readonly string[];
  readonly resultIds: readonly string[];
  /** Calls after the last text of the user. */
  readonly sentCalls: readonly CallFacts[];
}

/** Returns the facts of a request. Undefined if the request isn't for a model. */
export function digest(exchange: RunExchange, limit = READ_LIMIT): Digest | undefined {
  const form = wireForm(exchange.target);
  if (!form) return undefined;
  const isUnread = exchange.requestBytes > limit;
  const text = isUnread ? undefined : exchange.request();
  const body = text === undefined ? undefined : tryParse(text);
  const request = normalRequest(form, exchange.target, body ?? {});
  const response = normalResponse(form, exchange);
  const { contents } = request;
  const chain = contentChain(contents, exchange.app);
  const end = chain.at(-1) ?? '';
  const answered = contentChain([{ role: 'model', parts: response.parts }], end);
  const { redact } = exchange;
  const words = (content: NormalContent | undefined): string =>
    wordsOf(content?.parts ?? [], redact);
  const isAsked = end !== '' && response.error === undefined;
  return {
    chain,
    resultIds: resultIds(contents),
    sentCalls: currentCalls(contents, redact),
    facts: {
      ...factsOfExchange(exchange, form, response),
      model: request.model,
      answeredModel: response.model,
      body: text === undefined ? '' : shortHash(text),
      isUnread,
      words: words(contents.find(({ role, parts }) => role === 'user' && hasText(parts))),
      asked: words(contents.at(-1)),
      said: wordsOf(response.parts, redact),
      interaction: response.id,
      previous: request.previous,
      calls: callsIn(response.parts, redact),
      end,
      answeredEnd: isAsked ? (answered.at(-1) ?? '') : '',
      contentCount: contents.length,
      tools: request.tools.length === 0 ? '' : shortHash(JSON.stringify(request.tools)),
      ...systemFacts(request),
      hasCachedContent: request.cached !== '',
      schema: schemaHash(request),
      hints: response.error?.httpStatus === 400 ? schemaHints(request) : [],
      ...limitedParameters(request, exchange.startedAt),
      usage: response.usage,
      price: priceOf(exchange, request, response),
    },
  };
}

const BODIES: { readonly [F in WireForm]: string | undefined } = {
  generate: 'GenerateContentRequest',
  interaction: 'interactions.CreateInteractionBody',
  chat: undefined,
};

/** Returns the body without secret fields, such as headers for MCP servers. Undefined if not retained. */
export function shownBody({ target, request }: RunExchange): string | undefined {
  const text = request();
  const form = wireForm(target);
  const message = form && BODIES[form];
  return text === undefined || message === undefined ? text : omitSecretFields(text, message, MARK);
}

/** Reads the body again, for a comparison. Undefined if the body is no longer retained. */
export function readRequest(exchange: RunExchange): ReadableRequest | undefined {
  const form = wireForm(exchange.target);
  const body = tryParse(shownBody(exchange) ?? '');
  if (!form || body === undefined) return undefined;
  return { request: normalRequest(form, exchange.target, body), redact: exchange.redact };
}

function factsOfExchange(
  exchange: RunExchange,
  form: RequestFacts['form'],
  response: NormalResponse,
) {
  const {
    id,
    app,
    folder = '',
    label = '',
    startedAt,
    durationMs,
    status,
    source,
    sourceName,
    retryCount = 0,
  } = exchange;
  const { error, finish, firstMs, outputMs } = response;
  return {
    id,
    app,
    folder,
    label,
    form,
    startedAt,
    durationMs,
    status,
    source,
    sourceName,
    retryCount,
    bytes: exchange.requestBytes,
    finish,
    firstMs,
    outputMs,
    outcome: outcomeOf(exchange, response),
    error: error && errorFacts(error),
  };
}

function systemFacts({ system }: NormalRequest): Pick<RequestFacts, 'system' | 'systemEnd'> {
  if (system === undefined) return { system: '', systemEnd: '' };
  const text = JSON.stringify(system);
  const isLong = text.length > 2 * SYSTEM_END;
  return { system: shortHash(text), systemEnd: isLong ? shortHash(text.slice(-SYSTEM_END)) : '' };
}

function outcomeOf(exchange: RunExchange, response: NormalResponse): RunOutcome {
  const { progress, status, isLeft } = exchange;
  const { error, finish, parts } = response;
  if (progress !== 'ended') return progress;
  if (error || (status ?? 500) >= 400) return 'error';
  if (isLeft) return 'left';
  if (/MALFORMED|UNEXPECTED_TOOL/.test(finish)) return 'malformed';
  const hasOutput = parts.some((part) => part.thought !== true && part.text !== '');
  if (hasOutput) return 'answered';
  switch (finish) {
    // The end of the response isn't retained.
    case '':
      return 'answered';
    case 'STOP':
      return 'empty';
    case 'MAX_TOKENS':
      return 'thoughtsOnly';
    default:
      return 'blocked';
  }
}

function errorFacts(error: ServiceError): ErrorFacts {
  const { httpStatus, status, message, retryDelayMs, details, reason } = error;
  const violations = details.quotaViolations ?? [];
  const isZero =
    violations.some(({ quotaValue }) => quotaValue === '0') || /\blimit: 0\b/.test(message);
  const isDaily = violations.some(({ quotaId }) => /PerDay/i.test(quotaId));
  const isPaid = httpStatus === 402 || reason === 'credits';
  const quota = isPaid ? 'credits' : isZero ? 'zero' : isDaily ? 'daily' : undefined;
  return {
    httpStatus,
    status,
    message: message.slice(0, 300),
    ...(retryDelayMs !== undefined && { retryDelayMs }),
    ...(quota && { quota }),
  };
}

function hasText(parts: readonly JsonObject[]): boolean {
  return parts.some((part) => textAt(part, 'text') !== '');
}

/** Returns the first words of a text, or the names of calls and results. */
function wordsOf(parts: readonly JsonObject[], redact: Redact): string {
  const text = parts
    .filter(({ thought }) => thought !== true)
    .map((part) => textAt(part, 'text'))
    .find((one) => one.trim() !== '');
  const named = (field: string): readonly string[] =>
    parts
      .filter((part) => isObject(part[field]))
      .map((part) => textAt(objectAt(part, field), 'name'));
  const calls = [...new Set([...named('functionCall'), ...named('functionResponse')])];
  const words = calls.length > 0 ? calls.map((name) => `${name}()`).join(', ') : (text ?? '');
  // A part of a secret can't be recognized.
  const clean = redact(words.slice(0, 10 * WORDS));
  return clean.replaceAll(/\s+/g, ' ').trim().slice(0, WORDS);
}

function resultIds(contents: readonly NormalContent[]): readonly string[] {
  const last = contents.at(-1);
  if (last?.role !== 'user') return [];
  return last.parts
    .map((part) => textAt(objectAt(part, 'functionResponse'), 'id'))
    .filter((id) => id !== '')
    .slice(0, MAX_CALLS);
}

/** Returns the calls after the last text of the user, whose signatures the API requires. */
function currentCalls(contents: readonly NormalContent[], redact: Redact): readonly CallFacts[] {
  const start = contents.findLastIndex(({ role, parts }) => role === 'user' && hasText(parts));
  const turns = contents.slice(start + 1).filter(({ role }) => role === 'model');
  return turns.flatMap(({ parts }) => callsIn(parts, redact)).slice(-MAX_CALLS);
}

/** Documented placeholders for signatures, such as those of other models’ calls. */
const PLACEHOLDERS = /^(?:skip_thought_signature_validator|context_engineering_is_the_way_to_go)$/;
export const PLACEHOLDER = 'placeholder';

function callsIn(parts: readonly JsonObject[], redact: Redact): readonly CallFacts[] {
  return parts.flatMap((part): CallFacts[] => {
    const { functionCall: call } = part;
    if (!isObject(call)) return [];
    const given = textAt(part, 'thoughtSignature');
    const plain = Buffer.from(given, 'base64').toString();
    const isPlaceholder = PLACEHOLDERS.test(given) || PLACEHOLDERS.test(plain);
    const signature = given === '' ? '' : isPlaceholder ? PLACEHOLDER : shortHash(given);
    const name = redact(textAt(call, 'name'));
    return [{ key: callKey(call), id: textAt(call, 'id'), name, signature }];
  });
}

/** Only responses of the API cost money. */
function priceOf(
  { source, startedAt }: RunExchange,
  { model, tier }: NormalRequest,
  response: NormalResponse,
): number | undefined {
  const { usage } = response;
  if (source !== 'api' || !usage) return undefined;
  return estimatePrice({ models: [response.model, model], usage, tier }, startedAt)?.total;
}
