import { createHash } from 'node:crypto';
import type { JsonObject } from '../../api/schema/row';
import { isObject, items, textAt } from '../../base/json';
import type { ModelTurn, Turn, Step } from '../model/conversation';
import type { Sender } from '../model/modeRow';
import { modeRequest } from '../model/modes';
import { stepsOfTurns } from './turnSteps';
import type { CallOptions, Client } from '../../api/call';
import {
  continuationBody,
  type InteractionBody,
  isContinued,
  nextToken,
} from '../../api/interactions/continuation';
import { type InteractionSource, InteractionStream } from '../../api/interactions/stream';
import type { Clock } from '../../base/clock';
import { waitPolicies } from '../../base/waitPolicies';

export interface InteractionTarget {
  readonly connection?: string | undefined;
  readonly stored?: boolean | undefined;
  /** Whether the interaction runs in the background; agents always do. */
  readonly background?: boolean | undefined;
}

interface InteractionRequest {
  readonly body: JsonObject;
  readonly leftOut: readonly string[];
  /** ID of the turn whose stored copy is continued; absent if all steps are sent. */
  readonly from?: string;
}

const OF_MODELS = ['generation_config', 'cached_content'] as const;
const OF_AGENTS = ['agent', 'agent_config'] as const;

/**
 * Returns the next request. If the server has an unchanged copy of the conversation, sends only new
 * steps and the settings, which aren't inherited.
 */
export function interactionBody(
  { model, settings, turns, variables = {} }: Sender,
  { connection, stored = false, background = false }: InteractionTarget,
): InteractionRequest {
  const given = modeRequest(settings, 'interaction', variables);
  const agent = textAt(given, 'agent');
  const isAgent = agent !== '';
  const unused: readonly string[] = isAgent ? OF_MODELS : OF_AGENTS;
  const fields = Object.fromEntries(
    Object.entries(given).filter(([name]) => !unused.includes(name)),
  );
  const isInBackground = background || isAgent;
  // The API rejects background interactions that aren't stored.
  const store = stored || isInBackground;
  const at = store ? keptTurn(turns, connection) : -1;
  const before = at < 0 ? undefined : (turns[at] as ModelTurn);
  const { id = '', environment } = before?.interaction ?? {};
  const isStream = !settings.whole || isInBackground;
  return {
    body: {
      ...(isAgent ? {} : { model: model.replace(/^models\//, '') }),
      ...(before && { previous_interaction_id: id }),
      ...(isAgent && environment !== undefined && { environment }),
      ...fields,
      input: stepsOfTurns(turns, at + 1),
      store,
      ...(isInBackground && { background: true }),
      ...(isStream && { stream: true }),
    },
    leftOut: unused.filter((name) => given[name] !== undefined),
    ...(before && { from: before.id }),
  };
}

/** Statuses whose stored copy the API can continue. */
const CONTINUABLE: ReadonlySet<string> = new Set([
  'completed',
  'requires_action',
  'incomplete',
  'budget_exceeded',
]);

/**
 * Returns the index of the last response with a matching stored copy on this connection; -1 if
 * none.
 */
function keptTurn(turns: readonly Turn[], connection: string | undefined): number {
  const at = turns.findLastIndex((turn) => turn.role === 'model' && isRequestStep(turn));
  const turn = turns[at];
  if (turn?.role !== 'model' || !turn.interaction) return -1;
  const { id, status = '', stored, gone, digest, connection: keeper } = turn.interaction;
  if (id === undefined || !stored || gone || keeper !== connection || !CONTINUABLE.has(status))
    return -1;
  return digest === conversationDigest(turns, at) ? at : -1;
}

function isRequestStep({ interaction, content }: ModelTurn): boolean {
  return interaction ? interaction.steps.length > 0 : (content.parts ?? []).length > 0;
}

/** Returns the steps of a request made from these turns, which may continue an interaction. */
export function inputAfter(turns: readonly Turn[], sent: JsonObject): readonly Step[] {
  const { previous_interaction_id: previous } = sent;
  const at = turns.findLastIndex(
    (turn) => turn.role === 'model' && turn.interaction?.id === previous,
  );
  return stepsOfTurns(turns, previous === undefined ? 0 : at + 1);
}

/**
 * Returns the turns sent in a request that continues a response; all turns if it continues none.
 */
export function turnsAfter(turns: readonly Turn[], from: string | undefined): readonly Turn[] {
  return turns.slice(turns.findIndex(({ id }) => id === from) + 1);
}

/** Marks the stored copies up to a response as deleted on the server. */
export function markCopyDeleted<C extends { readonly turns: readonly Turn[] }>(
  conversation: C,
  answer: string,
): C {
  const turns = conversation.turns.map((turn) => {
    if (turn.id !== answer || turn.role !== 'model' || !turn.interaction) return turn;
    return { ...turn, interaction: { ...turn.interaction, gone: true } };
  });
  return { ...conversation, turns };
}

export function conversationDigest(turns: readonly Turn[], at: number): string {
  return digestOfSteps(stepsOfTurns(turns.slice(0, at + 1)));
}

function digestOfSteps(steps: readonly Step[]): string {
  return createHash('sha256').update(JSON.stringify(steps)).digest('hex');
}

const MAX_REQUESTS = 64;

type EventOptions = CallOptions & { readonly clock?: Clock };

/**
 * Starts an interaction and yields its events. A truncated response is continued as a new
 * interaction. Throws client errors.
 */
export async function* beginInteraction(
  client: Client,
  body: JsonObject,
  options: EventOptions,
): AsyncGenerator<JsonObject> {
  let next: JsonObject | undefined = body;
  for (let request = 0; next && request < MAX_REQUESTS; request++) {
    let told: JsonObject = {};
    for await (const event of eventsOf(client, next, options)) {
      if (isObject(event.interaction)) told = { ...told, ...event.interaction };
      if (event.event_type === 'interaction.status_update') told = { ...told, ...event };
      yield event;
    }
    next = continued(next, told);
  }
}

function eventsOf(
  client: Client,
  body: JsonObject,
  options: EventOptions,
): AsyncIterable<JsonObject> {
  const source = { body: body as unknown as InteractionBody };
  return body.stream === true
    ? followInteraction(client, source, options)
    : wholeInteraction(client, source, options);
}

/** Returns the request for the rest of a response; undefined if complete. */
function continued(body: JsonObject, told: JsonObject): JsonObject | undefined {
  const sent = body as unknown as InteractionBody;
  const token = isContinued(sent) ? nextToken(told, body.continuation_token) : undefined;
  if (token === undefined) return undefined;
  return continuationBody(sent, token, textAt(told, 'id'));
}

/**
 * Yields the events of a new or running interaction, and reconnects after a delay if the stream
 * breaks. Throws client errors.
 */
export function followInteraction(
  client: Client,
  source: InteractionSource,
  { clock, signal, version, timeoutMs, onRetry }: EventOptions,
): AsyncIterable<JsonObject> {
  return new InteractionStream(client, source, {
    ...(clock && { clock }),
    ...(signal && { signal }),
    ...(version && { version }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(onRetry && { onRetry }),
    onBreak: ({ attempt, delayMs, error }) => {
      const maxAttempts = waitPolicies.brokenStream.limit;
      onRetry?.({
        operation: 'interactions.get',
        attempt,
        maxAttempts,
        delayMs,
        asked: false,
        error,
      });
    },
  }) as AsyncIterable<JsonObject>;
}

async function* wholeInteraction(
  client: Client,
  { body }: Extract<InteractionSource, { readonly body: unknown }>,
  { clock: _, ...options }: EventOptions,
): AsyncGenerator<JsonObject> {
  const answer: JsonObject = await client.call('interactions.create', { body }, options);
  const { steps, ...interaction } = answer;
  const { status: __, ...begun } = interaction;
  yield { event_type: 'interaction.created', interaction: begun };
  for (const [index, step] of items(steps).filter(isObject).entries()) {
    if (textAt(step, 'type') === 'user_input') continue;
    yield { event_type: 'step.start', index, step };
    yield { event_type: 'step.stop', index };
  }
  yield { event_type: 'interaction.completed', interaction };
}
