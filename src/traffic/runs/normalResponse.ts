import { ResponseAccumulator } from '../../api/accumulate';
import { decodeErrorEnvelope, errorEnvelope, retryAfter } from '../../api/errors/decode';
import type { ServiceError } from '../../api/errors';
import { TransportError } from '../../api/errors';
import { InteractionAccumulator } from '../../api/interactions/accumulate';
import type { Message } from '../../api/schema/infer';
import { StreamDecoder } from '../../api/streamDecoder';
import { isObject, items, type JsonObject, objectAt, textAt, tryParse } from '../../base/json';
import { chatUsage, interactionUsage, type TokenUsage } from '../../base/tokens';
import { chatMessageParts, normalPart, stepParts } from './normalRequest';
import type { RunExchange, WireForm } from './runExchange';

export type Usage = Message<'GenerateContentResponse.UsageMetadata'>;

/** A response in the terms of `generateContent`, whatever its form. */
export interface NormalResponse {
  readonly parts: readonly JsonObject[];
  /** Empty if missing. */
  readonly finish: string;
  readonly model: string;
  readonly id: string;
  readonly usage: Usage | undefined;
  readonly error: ServiceError | undefined;
  /** Time of the first piece, and of the first piece after the thoughts, in ms. */
  readonly firstMs: number | undefined;
  readonly outputMs: number | undefined;
}

interface TimedPiece {
  readonly ms: number;
  readonly json: JsonObject;
}

type Read = Omit<NormalResponse, 'error' | 'firstMs' | 'outputMs'> & {
  /** Whether a piece has output other than thoughts. */
  readonly hasOutput: (piece: JsonObject) => boolean;
};

const READERS: { readonly [F in WireForm]: (pieces: readonly JsonObject[]) => Read } = {
  generate: readGenerate,
  interaction: readInteraction,
  chat: readChat,
};

export function normalResponse(form: WireForm, exchange: RunExchange): NormalResponse {
  const pieces = timedPieces(exchange);
  const { hasOutput, ...read } = READERS[form](pieces.map(({ json }) => json));
  return {
    ...read,
    error: errorIn(exchange, pieces),
    firstMs: pieces[0]?.ms,
    outputMs: pieces.find(({ json }) => hasOutput(json))?.ms,
  };
}

/** Decodes SSE, a JSON array, or one JSON object. Damaged ends are ignored. */
function timedPieces({ pieces, answerHeaders }: RunExchange): readonly TimedPiece[] {
  const chunks = pieces();
  const [start] = chunks;
  if (!start) return [];
  if (start.bytes[0] === OPENING_BRACE) {
    const json = tryParse(Buffer.concat(chunks.map(({ bytes }) => bytes)).toString('utf8'));
    if (isObject(json)) return [{ ms: chunks.at(-1)?.ms ?? 0, json }];
  }
  const decoder = new StreamDecoder({ headers: answerHeaders });
  const found: TimedPiece[] = [];
  const add = (ms: number, texts: readonly string[]): void => {
    for (const json of texts.map(tryParse)) if (isObject(json)) found.push({ ms, json });
  };
  try {
    for (const { ms, bytes } of chunks) add(ms, decoder.push(bytes));
    add(chunks.at(-1)?.ms ?? 0, decoder.end());
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
  }
  return found;
}

const OPENING_BRACE = 0x7b;

function errorIn(
  { status = 0, answerHeaders, startedAt, redact }: RunExchange,
  pieces: readonly TimedPiece[],
): ServiceError | undefined {
  const envelope = pieces
    .map(({ json }) => errorEnvelope(json))
    .find((one) => one !== undefined && isObject(one.error));
  if (!envelope && status < 400) return undefined;
  const code = status >= 400 ? status : undefined;
  const wait = retryAfter(answerHeaders, startedAt);
  return decodeErrorEnvelope(envelope ?? {}, code, redact, wait);
}

function readGenerate(pieces: readonly JsonObject[]): Read {
  const accumulator = new ResponseAccumulator();
  for (const piece of pieces) accumulator.add(piece);
  const answer = accumulator.answer();
  const [candidate] = answer.candidates ?? [];
  const parts = (candidate?.content?.parts ?? []) as readonly JsonObject[];
  return {
    parts: parts.map(normalPart),
    finish: candidate?.finishReason ?? answer.promptFeedback?.blockReason ?? '',
    model: answer.modelVersion ?? '',
    id: answer.responseId ?? '',
    usage: answer.usageMetadata,
    hasOutput: (piece) => {
      const [first] = items(piece.candidates).filter(isObject);
      const given = first ? items(objectAt(first, 'content').parts) : [];
      return given.some((part) => isObject(part) && part.thought !== true && part.text !== '');
    },
  };
}

function readInteraction(pieces: readonly JsonObject[]): Read {
  const isStream = pieces.some((piece) => 'event_type' in piece);
  const accumulator = new InteractionAccumulator();
  if (isStream) for (const piece of pieces) accumulator.add(piece);
  const answer = isStream ? (accumulator.interaction() as JsonObject) : (pieces.at(-1) ?? {});
  const steps = items(answer.steps).filter(isObject);
  const parts = stepParts(steps).filter(({ isFromUser }) => !isFromUser);
  return {
    parts: parts.map(({ part }) => part),
    finish: FINISHES[textAt(answer, 'status')] ?? textAt(answer, 'status').toUpperCase(),
    model: textAt(answer, 'model').replace(/^models\//, ''),
    id: textAt(answer, 'id'),
    usage: knownUsage(interactionUsage(objectAt(answer, 'usage'))),
    hasOutput: (piece) => {
      const type =
        textAt(objectAt(piece, 'delta'), 'type') || textAt(objectAt(piece, 'step'), 'type');
      return type !== '' && !type.startsWith('thought') && type !== 'user_input';
    },
  };
}

const FINISHES: { readonly [word: string]: string | undefined } = {
  completed: 'STOP',
  requires_action: 'STOP',
  stop: 'STOP',
  tool_calls: 'STOP',
  length: 'MAX_TOKENS',
  incomplete: 'MAX_TOKENS',
  content_filter: 'SAFETY',
};

function knownUsage(usage: TokenUsage): Usage | undefined {
  return Object.keys(usage).length > 0 ? usage : undefined;
}

function readChat(pieces: readonly JsonObject[]): Read {
  const choices = pieces.flatMap((piece) => items(piece.choices).filter(isObject).slice(0, 1));
  const last = pieces.findLast((piece) => isObject(piece.usage));
  const finish = choices.map((choice) => textAt(choice, 'finish_reason')).findLast(Boolean) ?? '';
  const whole = choices.find((choice) => isObject(choice.message));
  return {
    parts: chatMessageParts(whole ? objectAt(whole, 'message') : mergedDeltas(choices)),
    finish: FINISHES[finish] ?? finish.toUpperCase(),
    model: textAt(pieces.at(-1) ?? {}, 'model').replace(/^models\//, ''),
    id: textAt(pieces.at(-1) ?? {}, 'id'),
    usage: knownUsage(chatUsage(last ? objectAt(last, 'usage') : {})),
    hasOutput: (piece) =>
      items(piece.choices).some(
        (choice) => isObject(choice) && chatMessageParts(objectAt(choice, 'delta')).length > 0,
      ),
  };
}

/** Joins the text and the function calls of stream chunks. */
function mergedDeltas(choices: readonly JsonObject[]): JsonObject {
  let content = '';
  const calls = new Map<number, JsonObject>();
  for (const choice of choices) {
    const delta = objectAt(choice, 'delta');
    content += textAt(delta, 'content');
    for (const call of items(delta.tool_calls).filter(isObject)) {
      const index = typeof call.index === 'number' ? call.index : calls.size;
      const before = calls.get(index) ?? {};
      const [asked, more] = [objectAt(before, 'function'), objectAt(call, 'function')];
      const text = textAt(asked, 'arguments') + textAt(more, 'arguments');
      calls.set(index, { ...before, ...call, function: { ...asked, ...more, arguments: text } });
    }
  }
  return { content, tool_calls: [...calls.values()] };
}
