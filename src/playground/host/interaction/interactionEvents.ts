import type { CallOptions, Client } from '../../../api/call';
import type { Interaction } from '../../../api/interactions/accumulate';
import { createContinued, type InteractionBody } from '../../../api/interactions/continuation';
import { ContinuedStream } from '../../../api/interactions/continuedStream';
import type { InteractionSource } from '../../../api/interactions/stream';
import type { JsonObject } from '../../../api/schema/row';
import type { Clock } from '../../../base/clock';
import { waitPolicies } from '../../../base/waitPolicies';

/**
 * The events of an interaction that is begun, or one that runs already. A break is told as a wait before the next
 * attempt, and survived; what is longer than one call gives is asked for to its end. An answer in one piece is the event
 * of its end. Throws what the client throws, after what there was by then.
 */
export async function* interactionEvents(
  client: Client,
  source: InteractionSource,
  options: CallOptions & { readonly clock?: Clock },
): AsyncGenerator<JsonObject> {
  const { clock, ...call } = options;
  if ('body' in source && (source.body as JsonObject).stream !== true) {
    yield* inOnePiece(client, source.body, call);
    return;
  }
  const { signal, version, timeoutMs, onRetry } = call;
  yield* new ContinuedStream(client, source, {
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

async function* inOnePiece(
  client: Client,
  body: InteractionBody,
  options: CallOptions,
): AsyncGenerator<JsonObject> {
  let sofar: Interaction | undefined;
  try {
    const onPart = (part: Interaction): void => void (sofar = part);
    const interaction = await createContinued(client, body, { ...options, onPart });
    yield { event_type: 'interaction.completed', interaction };
  } catch (error) {
    if (sofar) yield { event_type: 'interaction.created', interaction: sofar };
    throw error;
  }
}

/** What is followed of a request that was made. */
export function sourceOf(body: JsonObject): InteractionSource {
  return { body: body as unknown as InteractionBody };
}
