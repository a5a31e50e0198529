import * as l10n from '@vscode/l10n';
import type { CallOptions, Client } from '../../api/call';
import { type OperationId, operationRow } from '../../api/operations';
import { REQUEST_BYTES } from '../../api/schema/fieldLimits';
import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { placeholderFor, redactSecrets } from '../../api/schema/secrets';
import type { Version } from '../../api/versions';
import type { Clock } from '../../base/clock';
import { AppError } from '../../base/errors';
import { items } from '../../base/json';
import {
  type ChosenCache,
  type Conversation,
  DEFAULT_MODE,
  type Turn,
} from '../model/conversation';
import { questionRows, questionsProblem } from '../model/decisionMode';
import { batchesOf, type ModeCall, type Sender } from '../model/modeRow';
import { modeLabel, MODES } from '../model/modes';
import { withFilledTurns } from '../model/turns';
import { type AttachedParts, withAttachments, withUserTurn } from '../store/transcript';
import { cacheUse, requestBody, stripUnsupportedFields, type Unsent } from './requestBody';
import {
  beginInteraction,
  inputAfter,
  interactionBody,
  type InteractionTarget,
} from './interactionBody';
import { missingFeatures, stripRefusedFields, unknownModel } from './modelFacts';
import { modeCall, requestContext, type RequestTarget } from './resolveTarget';

type ModelTarget = Pick<RequestTarget, 'version' | 'methods' | 'lacking'> & InteractionTarget;

export interface ConversationRequest extends Unsent {
  readonly call: ModeCall;
  readonly operation: OperationId;
  readonly input: { readonly model: string; readonly body: JsonObject };
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
    refused,
    held: [],
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

function wrongCount(count: number, wanted: number): AppError {
  return new AppError('badAnswer', `The API returned ${count} embeddings for ${wanted} texts.`, {
    hint: 'A gateway or proxy may have changed the response. Check the endpoint.',
  });
}

/** Returns the settings that aren't sent because of the version, the model, or a cache. */
export function unsentFields(sender: Sender, target: ModelTarget): Unsent {
  const { model, settings, mode, cache, connection } = sender;
  const use = cacheUse(sender);
  // The turns don't matter here, so the cache applies without its start.
  const { beginning: _, ...whole } = cache ?? {};
  const used = use?.kind === 'used' && { cache: whole as ChosenCache };
  const alone: Sender = {
    model,
    settings,
    turns: [],
    ...(connection !== undefined && { connection }),
    ...used,
    ...(mode && { mode }),
  };
  if (!modeCall(alone, target.methods)) return { leftOut: [], refused: [], held: [] };
  return conversationRequest(alone, target);
}

/** Bytes reserved for the text of a message with attachments. */
const RESERVED_BYTES = 1024 * 1024;
/**
 * Limit on texts to embed per message, because the vectors are saved in the conversation's file.
 */
const MAX_TEXTS = 500;

interface BuiltRequest {
  readonly input: { readonly model?: string; readonly body: object };
}

/**
 * Appends a message, fills in its variables, and clears the attachments. Throws `AppError` if the
 * message is empty or too large.
 */
export function withMessage(
  conversation: Conversation,
  text: string,
  attached: AttachedParts,
  { model, ...target }: RequestTarget,
): Conversation {
  if (text.trim() === '' && attached.parts.length === 0) {
    throw new AppError('noText', l10n.t('Enter a message.'));
  }
  const said = withUserTurn(conversation, text, attached);
  const next = withFilledTurns(withAttachments(said, []));
  const asked = validateMessage(next);
  const built = conversationRequest({ ...asked, model }, target);
  requireSendable(built, target.version);
  return asked;
}

/** Converts the last message to its mode's format. Throws `AppError` if the mode can't send it. */
export function validateMessage(conversation: Conversation): Conversation {
  const { mode = DEFAULT_MODE, turns, settings } = conversation;
  const last: Turn | undefined = turns.at(-1);
  if (last?.role !== 'user') return conversation;
  const { isChat, takesFiles, hasSources, hasAuthors } = MODES[mode];
  const hasReference = last.attached?.some(({ reference }) => reference) ?? false;
  if (!isChat && (!takesFiles || hasReference) && last.attached?.length) {
    throw new AppError(
      'noAttachments',
      l10n.t('{0} doesn’t support attachments.', modeLabel(mode)),
      {
        hint: l10n.t('Remove them, or select another mode.'),
      },
    );
  }
  const { semanticRetriever, inlinePassages } = settings.requests?.answer ?? {};
  if (hasSources && !semanticRetriever && !inlinePassages) {
    throw new AppError('noSource', l10n.t('There are no passages or corpus to answer from.'), {
      hint: l10n.t('Add a passage, or select a corpus.'),
    });
  }
  const problem =
    MODES[mode].hasQuestions &&
    questionsProblem(questionRows(settings.requests?.decision?.questions));
  if (problem) throw new AppError('noQuestion', problem);
  requireMaxTexts(conversation);
  const { author = '' } = conversation;
  if (!hasAuthors || author.trim() === '') return conversation;
  return { ...conversation, turns: [...turns.slice(0, -1), { ...last, author }] };
}

/** Throws `AppError` if the last message has too many texts to embed. */
export function requireMaxTexts(sender: Sender): void {
  if (!MODES[sender.mode ?? DEFAULT_MODE].splitsLines) return;
  const { length } = requestContext(sender, 'v1beta').texts;
  if (length <= MAX_TEXTS) return;
  throw new AppError(
    'tooManyTexts',
    l10n.t(
      'This message has {0} text items. You can compare up to {1} at once.',
      length,
      MAX_TEXTS,
    ),
  );
}

function requestSize({ input }: BuiltRequest): number {
  return Buffer.byteLength(JSON.stringify(input.body));
}

/** Returns the bytes left for attachments in a request. */
export function remainingBytes(built: BuiltRequest): number {
  return Math.max(0, REQUEST_BYTES - RESERVED_BYTES - requestSize(built));
}

/**
 * Throws `AppError` if the last message would be empty or the request exceeds the API's size limit.
 */
export function requireSendable(built: BuiltRequest, version: Version): void {
  const { contents, input } = built.input.body as Partial<Message<'GenerateContentRequest'>> & {
    readonly input?: unknown;
  };
  const isEmpty = Array.isArray(input) && input.length === 0;
  if (isEmpty || (contents && contents.at(-1)?.role !== 'user')) {
    throw new AppError(
      'nothingToSend',
      l10n.t('API version {0} doesn’t support any part of this message.', version),
      { hint: l10n.t('Add text, or select another version or other attachments.') },
    );
  }
  const size = requestSize(built);
  if (size <= REQUEST_BYTES) return;
  throw new AppError(
    'requestTooLarge',
    l10n.t(
      'This request is {0} MB with the conversation so far. The limit is {1} MB.',
      megabytes(size, Math.ceil),
      megabytes(REQUEST_BYTES, Math.floor),
    ),
    {
      hint: l10n.t(
        'Remove an attachment or some text, or start a new conversation. Large files are uploaded if you attach them as files.',
      ),
    },
  );
}

/** The rounding direction makes a size just above the limit look different from the limit. */
function megabytes(bytes: number, round: (value: number) => number): string {
  return String(round(bytes / 100_000) / 10);
}
