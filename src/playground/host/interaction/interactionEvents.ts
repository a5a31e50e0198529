import type { CallOptions, Client } from '../../../api/call';
import { type InteractionSource, InteractionStream } from '../../../api/interactions/stream';
import type { BodyInput } from '../../../api/schema/infer';
import type { JsonObject } from '../../../api/schema/row';
import type { Clock } from '../../../base/clock';
import { waitPolicies } from '../../../base/waitPolicies';

/**
 * The events of an interaction that is begun, or one that runs already. A break is told as a wait before the next
 * attempt, and survived. An answer in one piece is the event of its end. Throws what the client throws.
 */
export async function* interactionEvents(
  client: Client,
  source: InteractionSource,
  options: CallOptions & { readonly clock?: Clock },
): AsyncGenerator<JsonObject> {
  const { clock, ...call } = options;
  if ('body' in source && (source.body as JsonObject).stream !== true) {
    const interaction = await client.call('interactions.create', { body: source.body }, call);
    yield { event_type: 'interaction.completed', interaction };
    return;
  }
  const { signal, version, timeoutMs, onRetry } = call;
  yield* new InteractionStream(client, source, {
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

/** What is followed of a request that was made. */
export function sourceOf(body: JsonObject): InteractionSource {
  return { body: body as unknown as BodyInput<'interactions.CreateInteractionBody'> };
}
