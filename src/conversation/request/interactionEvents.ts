import type { CallOptions, Client } from '../../api/call';
import {
  bodyAfter,
  type InteractionBody,
  isContinued,
  tokenAfter,
} from '../../api/interactions/continuation';
import { type InteractionSource, InteractionStream } from '../../api/interactions/stream';
import type { JsonObject } from '../../api/schema/row';
import type { Clock } from '../../base/clock';
import { isObject, items, textAt } from '../../base/json';
import { waitPolicies } from '../../base/waitPolicies';

/** The longest answer of any model takes fewer requests than this. */
const MOST_REQUESTS = 64;

export type EventOptions = CallOptions & { readonly clock?: Clock };

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
