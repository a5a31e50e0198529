import * as l10n from '@vscode/l10n';
import type { Client } from '../api/call';
import { ServiceError, TransportError } from '../api/errors';
import { MAX_RETRY_DELAY, isTemporary } from '../api/operationWatcher';
import { requestedDelay, isFailure } from '../api/retryPolicy';
import type { InteractionEvent } from '../api/interactions/accumulate';
import { InteractionStream } from '../api/interactions/stream';
import type { JsonObject } from '../api/schema/row';
import { sleep } from '../base/clock';
import { AppError } from '../base/errors';
import { isObject, items, objectAt, textAt } from '../base/json';
import { delayAfterAttempt, nextDelay, waitPolicies } from '../base/waitPolicies';
import type { InteractionKey } from '../service/interactions';
import type { Job } from './jobs';
import {
  type JobEnd,
  type JobVerdict,
  type WatchDeps,
  type WatchOnce,
  isDeleted,
} from './jobKinds';

const RUNNING: readonly string[] = ['', 'queued', 'in_progress'];

/**
 * Streams a background interaction from the last seen event, also of an earlier window, then fetches the final
 * state. Polls if streaming fails.
 */
export const watchInteraction: WatchOnce = async (job, deps) => {
  try {
    const client = await deps.clients.get(job.connection);
    const failure = await listen(client, job, deps);
    return await pollUntilDone(client, job, deps, failure);
  } catch (error) {
    return isDeleted(job, error) ? { kind: 'gone', error } : { kind: 'lost', error };
  }
};

/** Returns the reason to stop streaming. Throws if that reason also prevents polling. */
async function listen(client: Client, job: Job, deps: WatchDeps): Promise<Error | undefined> {
  const { interactions, clock, signal, onState } = deps;
  const key = interactionKey(job);
  const known = await interactions.find(key);
  const progress = { steps: known?.steps ?? 0, status: known?.status ?? '' };
  const tell = (): void => onState({ metadata: { ...progress } });
  tell();
  // Another client already received the final event, so no events follow.
  if (!RUNNING.includes(progress.status)) return undefined;
  const last = known?.lastEventId;
  const stream = new InteractionStream(
    client,
    { id: key.id, ...(last !== undefined && { lastEventId: last }) },
    { clock, signal, ...(job.version && { version: job.version }) },
  );
  try {
    for await (const event of stream) {
      if (!updateInteraction(progress, event)) continue;
      tell();
      const { lastEventId } = stream;
      const heard = { ...progress, ...(lastEventId !== undefined && { lastEventId }) };
      // Writes are queued and never fail. An event that isn't saved is received again.
      void interactions.change(key, heard);
    }
    return undefined;
  } catch (error) {
    if (isDeleted(job, error)) throw error;
    if (error instanceof ServiceError || error instanceof TransportError) return error;
    throw error;
  }
}

/** Updates progress from an event. False if nothing changed. */
function updateInteraction(
  progress: { steps: number; status: string },
  given: InteractionEvent,
): boolean {
  const event = given as JsonObject;
  switch (textAt(event, 'event_type')) {
    case 'step.start':
      if (typeof event.index === 'number')
        progress.steps = Math.max(progress.steps, event.index + 1);
      return true;
    case 'interaction.status_update':
      progress.status = textAt(event, 'status') || progress.status;
      return true;
    case 'interaction.created':
    case 'interaction.completed':
      progress.status = textAt(objectAt(event, 'interaction'), 'status') || progress.status;
      return true;
    default:
      return false;
  }
}

async function pollUntilDone(
  client: Client,
  job: Job,
  deps: WatchDeps,
  failure: Error | undefined,
): Promise<JobEnd> {
  const { interactions, clock, signal } = deps;
  let pause: number | undefined;
  for (;;) {
    const whole = await poll(client, job, deps);
    deps.onAnswer(whole);
    const [status, steps] = [textAt(whole, 'status'), items(whole.steps).length];
    deps.onState({ metadata: { steps, status } });
    const seen = new Date(clock.now()).toISOString();
    await interactions.change(interactionKey(job), { status, steps, seen });
    if (!RUNNING.includes(status)) return jobVerdict(job, whole, failure);
    pause = nextDelay(waitPolicies.stillOperation, pause);
    await sleep(clock, pause, signal);
  }
}

/** Fetches the interaction. Tolerates outages of several minutes. */
async function poll(client: Client, job: Job, deps: WatchDeps): Promise<JsonObject> {
  const { clock, signal } = deps;
  const { failedPoll } = waitPolicies;
  const options = { signal, ...(job.version && { version: job.version }) };
  for (let attempt = 1; ; attempt++) {
    try {
      return await client.call('interactions.get', { name: job.name }, options);
    } catch (error) {
      if (!isFailure(error) || !isTemporary(error) || attempt === failedPoll.limit) throw error;
      const asked = requestedDelay(error);
      if (asked > MAX_RETRY_DELAY) throw error;
      await sleep(clock, Math.max(asked, delayAfterAttempt(failedPoll, attempt)), signal);
    }
  }
}

function jobVerdict({ title }: Job, whole: JsonObject, failure: Error | undefined): JobVerdict {
  switch (textAt(whole, 'status')) {
    case 'cancelled':
      return { kind: 'cancelled' };
    case 'failed': {
      const none = l10n.t('The API didn’t give a reason.');
      const [told] = items(whole.errors).filter(isObject);
      const reason = told ? textAt(told, 'message') : failure?.message;
      return {
        kind: 'failed',
        error: new AppError('failed', reason === undefined || reason === '' ? none : reason),
      };
    }
    case 'requires_action':
      return { kind: 'done', sentence: l10n.t('{0} is waiting for function results.', title) };
    case 'incomplete':
    case 'requires_continuation':
      return { kind: 'done', sentence: l10n.t('{0} ended before completing.', title) };
    case 'budget_exceeded':
      return { kind: 'done', sentence: l10n.t('{0} exceeded its budget.', title) };
    default:
      return { kind: 'done' };
  }
}

export function interactionKey({ connection, name }: Job): InteractionKey {
  return { connection, id: name.replace(/^interactions\//, '') };
}
