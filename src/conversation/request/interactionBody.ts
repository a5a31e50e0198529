import { createHash } from 'node:crypto';
import type { JsonObject } from '../../api/schema/row';
import { isObject, items, textAt } from '../../base/json';
import type { ModelTurn, Turn } from '../model/conversation';
import type { Step } from '../model/interaction';
import type { Sender } from '../model/modeRow';
import { modeRequest } from '../model/modes';
import { stepsOfTurns } from './turnSteps';
import type { CallOptions, Client } from '../../api/call';
import {
  bodyAfter,
  type InteractionBody,
  isContinued,
  tokenAfter,
} from '../../api/interactions/continuation';
import { type InteractionSource, InteractionStream } from '../../api/interactions/stream';
import type { Clock } from '../../base/clock';
import { waitPolicies } from '../../base/waitPolicies';

/** Where an interaction is sent, as far as its body depends on it. */
export interface InteractionTarget {
  /** Id of the connection. */
  readonly connection?: string | undefined;
  /** Whether the service keeps it. */
  readonly stored?: boolean | undefined;
  /** Whether it goes on there by itself, which agents always do. */
  readonly background?: boolean | undefined;
}

/** The body of a request for the next answer, and where its beginning is. */
interface InteractionRequest {
  readonly body: JsonObject;
  /** Paths of fields of the settings that an agent does not take. */
  readonly leftOut: readonly string[];
  /** Id of the turn whose copy at the service it goes on from; absent where all steps are sent. */
  readonly from?: string;
}

/** Fields that only models take. */
const OF_MODELS = ['generation_config', 'cached_content'] as const;
/** Fields that only agents take. */
const OF_AGENTS = ['agent', 'agent_config'] as const;

/**
 * The request for the next answer of a conversation: where the service has a copy of all before it that is as it is
 * here, only what is new, and the settings again, which no interaction inherits; else every step.
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
  // The service refuses what goes on by itself and is not to be kept.
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

/** After these the service goes on from its copy. */
const GOES_ON: ReadonlySet<string> = new Set([
  'completed',
  'requires_action',
  'incomplete',
  'budget_exceeded',
]);

/**
 * Place of the last answer, where the service has a copy of the conversation up to it: kept, by this connection, and of
 * the same words. -1 where it has none.
 */
function keptTurn(turns: readonly Turn[], connection: string | undefined): number {
  const at = turns.findLastIndex((turn) => turn.role === 'model' && isSaid(turn));
  const turn = turns[at];
  if (turn?.role !== 'model' || !turn.interaction) return -1;
  const { id, status = '', stored, gone, digest, connection: keeper } = turn.interaction;
  if (id === undefined || !stored || gone || keeper !== connection || !GOES_ON.has(status))
    return -1;
  return digest === digestUpTo(turns, at) ? at : -1;
}

/** Whether anything came of an answer that later requests hold. */
function isSaid({ interaction, content }: ModelTurn): boolean {
  return interaction ? interaction.steps.length > 0 : (content.parts ?? []).length > 0;
}

/** The input of a request that was made of these turns, and may have gone on from an interaction. */
export function inputAfter(turns: readonly Turn[], sent: JsonObject): readonly Step[] {
  const { previous_interaction_id: previous } = sent;
  const at = turns.findLastIndex(
    (turn) => turn.role === 'model' && turn.interaction?.id === previous,
  );
  return stepsOfTurns(turns, previous === undefined ? 0 : at + 1);
}

/** Those that a request holds which goes on from an answer; all where it goes on from none. */
export function turnsAfter(turns: readonly Turn[], from: string | undefined): readonly Turn[] {
  return turns.slice(turns.findIndex(({ id }) => id === from) + 1);
}

/** The conversation without the service's copy of it up to an answer: the service has that no more. */
export function withLostCopy<C extends { readonly turns: readonly Turn[] }>(
  conversation: C,
  answer: string,
): C {
  const turns = conversation.turns.map((turn) => {
    if (turn.id !== answer || turn.role !== 'model' || !turn.interaction) return turn;
    return { ...turn, interaction: { ...turn.interaction, gone: true } };
  });
  return { ...conversation, turns };
}

/** Of all that was said up to a turn, that one included. */
export function digestUpTo(turns: readonly Turn[], at: number): string {
  return digestOfSteps(stepsOfTurns(turns.slice(0, at + 1)));
}

function digestOfSteps(steps: readonly Step[]): string {
  return createHash('sha256').update(JSON.stringify(steps)).digest('hex');
}

/** The longest answer of any model takes fewer requests than this. */
const MOST_REQUESTS = 64;

type EventOptions = CallOptions & { readonly clock?: Clock };

/**
 * The events of the interaction that a body begins. An answer that is too long for one request goes on in the next one
 * by itself, which begins as an interaction of its own. Throws what the client throws.
 */
export async function* beginInteraction(
  client: Client,
  body: JsonObject,
  options: EventOptions,
): AsyncGenerator<JsonObject> {
  let next: JsonObject | undefined = body;
  for (let request = 0; next && request < MOST_REQUESTS; request++) {
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

/** The request for the rest of an answer; undefined where that was all. */
function continued(body: JsonObject, told: JsonObject): JsonObject | undefined {
  const sent = body as unknown as InteractionBody;
  const token = isContinued(sent) ? tokenAfter(told, body.continuation_token) : undefined;
  if (token === undefined) return undefined;
  return bodyAfter(sent, token, textAt(told, 'id'));
}

/**
 * The events of an interaction that is begun, or one that runs already. A break is told as a wait before the next
 * attempt, and survived. Throws what the client throws.
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

/** An answer in one piece, as the events that would have brought it. */
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
