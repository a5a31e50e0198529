import * as l10n from '@vscode/l10n';
import type { CallOptions, Client } from '../../api/call';
import { type OperationId, operationRow } from '../../api/operations';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import { placeholderFor, redactSecrets } from '../../api/schema/secrets';
import type { Clock } from '../../base/clock';
import { AppError } from '../../base/errors';
import { items } from '../../base/json';
import type { ChosenCache } from '../model/chosenCache';
import { DEFAULT_MODE, type Turn } from '../model/conversation';
import { BATCH_SIZE, type ModeCall, type Sender } from '../model/modeRow';
import { cacheUse } from './cacheUse';
import {
  beginInteraction,
  inputAfter,
  interactionBody,
  type InteractionTarget,
} from './interactionBody';
import { modeCall, modeLabel, requestContext, type RequestTarget } from './resolveTarget';
import { missingFeatures, stripRefusedFields, unknownModel } from './modelFacts';
import { stripUnsupportedFields, requestBody } from './requestBody';

type ModelTarget = Pick<RequestTarget, 'version' | 'methods' | 'lacking'> & InteractionTarget;

export interface ConversationRequest {
  readonly call: ModeCall;
  readonly operation: OperationId;
  readonly input: { readonly model: string; readonly body: JsonObject };
  /** Paths of fields that the version doesn't have. */
  readonly leftOut: readonly string[];
  /** Paths of fields that the model doesn't support. */
  readonly refused: readonly string[];
  /** Paths of fields not allowed with cached content. */
  readonly held: readonly string[];
  /** Paths of fields that the model doesn't support with functions or tools. */
  readonly apart?: readonly string[];
  /** ID of the stored response it continues; absent if all turns are sent. */
  readonly from?: string;
}

/**
 * Returns the next request without unsupported fields. `isContinuation` requests the rest of a
 * response. Throws `AppError` (`modeImpossible`) if no API method fits the model.
 */
export function conversationRequest(
  sender: Sender,
  { version, methods, lacking, ...place }: ModelTarget,
  isContinuation = false,
): ConversationRequest {
  const { mode = DEFAULT_MODE, model } = sender;
  const call = modeCall(sender, methods);
  if (!call) {
    throw new AppError(
      'modeImpossible',
      l10n.t('Tuned models don’t support {0}.', modeLabel(mode)),
      { hint: l10n.t('Select another mode or model.') },
    );
  }
  const { operation } = call;
  const without = lacking ?? missingFeatures(unknownModel(model));
  if (operation === 'interactions.create') {
    const turns = call.turns?.(sender.turns) ?? sender.turns;
    const { body, leftOut, from } = interactionBody({ ...sender, turns }, place);
    const { value, refused } = stripRefusedFields(body, without);
    const input = { model, body: value };
    return { call, operation, input, leftOut, refused, held: [], ...(from && { from }) };
  }
  if (!call.body) {
    const turns = call.turns?.(sender.turns) ?? sender.turns;
    const { input, leftOut, held, apart } = requestBody({ ...sender, turns }, version, {
      isContinuation,
    });
    const { value, refused } = stripRefusedFields(input.body, without);
    return { call, operation, input: { model, body: value }, leftOut, refused, held, apart };
  }
  const context = requestContext(sender, version);
  const body = call.body(context);
  const fitted = stripUnsupportedFields(operationRow(operation).body ?? '', body, version);
  const { value, refused } = stripRefusedFields(fitted.value, without);
  return {
    call,
    operation,
    input: { model, body: value },
    leftOut: call.isBare ? Object.keys(context.rest) : fitted.leftOut,
    ...{ refused, held: [] },
  };
}

/** Paths of the methods that have the model in their body. */
export const PATHS: { readonly [operation: string]: string } = {
  'interactions.create': 'interactions',
  'decisions.create': 'decisions',
};

/** Returns the input of the API method. */
export function callInput({ operation, input }: Pick<ConversationRequest, 'operation' | 'input'>): {
  readonly model?: string;
  readonly body: JsonObject;
} {
  return PATHS[operation] === undefined ? input : { body: input.body };
}

/** Returns the request data saved with a turn, without secrets and without turns. */
export function requestToSave(body: JsonObject, operation: OperationId): JsonObject {
  const { contents: _, input: __, ...rest } = body;
  return bodyToShow(rest, operation);
}

export function bodyToShow(body: JsonObject, operation: OperationId): JsonObject {
  return redactSecrets(body, operationRow(operation).body ?? '', placeholderFor);
}

/**
 * Restores a saved request with the turns it was sent with.
 * @param built the request that would be created now
 */
export function withSentTurns(
  sent: JsonObject,
  turns: readonly Turn[],
  { body }: { readonly body: JsonObject },
): JsonObject {
  if (body.questions !== undefined) return { ...sent, input: body.input };
  if (body.input !== undefined) return { ...sent, input: inputAfter(turns, sent) };
  const { contents } = body;
  if (contents === undefined) return sent;
  // Restores the usual field order: turns last, before `generationConfig`.
  const { generationConfig, ...rest } = sent;
  const config = generationConfig === undefined ? {} : { generationConfig };
  return { ...rest, contents, ...config };
}

export interface SendOptions extends CallOptions {
  readonly onVectors: (vectors: readonly (readonly number[])[]) => void;
  /** Number of texts embedded so far, if several requests are needed. */
  readonly onProgress: (done: number, all: number) => void;
  readonly clock: Clock;
}

/** Sends a request and yields response chunks; one chunk if the method doesn't stream. */
export async function* sendRequest(
  client: Client,
  { call, operation, input }: ConversationRequest,
  { onVectors, onProgress, clock, ...options }: SendOptions,
): AsyncGenerator<JsonObject> {
  if (operation === 'interactions.create') {
    yield* beginInteraction(client, input.body, { ...options, clock });
    return;
  }
  if (operationRow(operation).stream) {
    const pieces = client.stream('models.streamGenerateContent', input as never, options);
    yield* pieces as AsyncIterable<JsonObject>;
    return;
  }
  const vectors: (readonly number[])[] = [];
  const batches = batchesOf(input.body, call.batch);
  const count = call.batch ? items(input.body[call.batch]).length : 1;
  let piece: JsonObject | undefined;
  for (const body of batches) {
    const asked = callInput({ operation, input: { ...input, body } });
    const answer: JsonObject = await client.call(operation, asked, options);
    piece = call.read(answer);
    if (!call.vectors) continue;
    vectors.push(...call.vectors(answer));
    if (batches.length > 1) onProgress(vectors.length, count);
  }
  if (call.vectors) {
    if (vectors.length !== count) throw wrongCount(vectors.length, count);
    onVectors(vectors);
  }
  if (piece) yield piece;
}

/** Splits a body whose list exceeds the limit of one request. */
export function batchesOf(body: JsonObject, batch: ModeCall['batch']): readonly JsonObject[] {
  const all = batch === undefined ? [] : (items(body[batch]) as readonly JsonValue[]);
  if (batch === undefined || all.length <= BATCH_SIZE) return [body];
  return Array.from({ length: Math.ceil(all.length / BATCH_SIZE) }, (_, index) => ({
    ...body,
    [batch]: all.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
  }));
}

function wrongCount(count: number, wanted: number): AppError {
  return new AppError('badAnswer', `The API returned ${count} embeddings for ${wanted} texts.`, {
    hint: 'A gateway or proxy may have changed the response. Check the endpoint.',
  });
}

export type Unsent = Pick<ConversationRequest, 'leftOut' | 'refused' | 'held' | 'apart'>;

/** Returns the settings that aren't sent because of the version, the model, or a cache. */
export function unsentFields(sender: Sender, target: ModelTarget): Unsent {
  const { model, settings, mode, cache, connection } = sender;
  const use = cacheUse(sender);
  // The turns don't matter here, so the cache applies without its start.
  const { beginning: _, ...whole } = cache ?? {};
  const used = use?.kind === 'used' && { cache: whole as ChosenCache };
  const alone: Sender = {
    ...{ model, settings, turns: [] },
    ...(connection !== undefined && { connection }),
    ...used,
    ...(mode && { mode }),
  };
  if (!modeCall(alone, target.methods)) return { leftOut: [], refused: [], held: [] };
  return conversationRequest(alone, target);
}
