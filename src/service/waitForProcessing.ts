import { ServiceError, TransportError } from '../api/errors';
import { TRANSIENT_STATUSES } from '../api/retry/retryPolicy';
import { type Clock, sleep } from '../base/clock';
import type { JsonObject } from '../base/json';
import { nextDelay, waitPolicies } from '../base/waitPolicies';
import type { ResourceRef } from '../catalog/ref';
import type { Store } from './store';

const { processingUpload } = waitPolicies;

/**
 * Waits until the API has processed a resource, and updates the tree.
 * Throws permanent errors of `store.get` and `CancelledError`.
 * @param known last known fields; fetched if undefined.
 */
export async function waitForProcessing(
  ref: ResourceRef,
  known: JsonObject | undefined,
  isPending: (resource: JsonObject) => boolean,
  {
    store,
    clock,
    signal,
  }: {
    readonly store: Pick<Store, 'get'>;
    readonly clock: Clock;
    readonly signal: AbortSignal;
  },
): Promise<JsonObject> {
  let current = known;
  let pause: number | undefined;
  let failures = 0;
  for (;;) {
    if (current) {
      if (!isPending(current)) return current;
      pause = nextDelay(processingUpload, pause);
      await sleep(clock, pause, signal);
    }
    try {
      current = await store.get(ref, signal);
      failures = 0;
    } catch (error) {
      if (!isTransient(error) || ++failures === processingUpload.limit) throw error;
      await sleep(clock, processingUpload.longest, signal);
    }
  }
}

function isTransient(error: unknown): boolean {
  if (error instanceof ServiceError) return TRANSIENT_STATUSES.includes(error.httpStatus);
  return error instanceof TransportError && !['certificate', 'proxy'].includes(error.reason);
}
