import { mostOf } from '../../api/schema/limits';
import { ServiceError } from '../../api/errors';
import { isFailure, mayBeDone as outcomeIsOpen } from '../../api/retry/retryPolicy';
import { CancelledError } from '../../base/errors';
import { mapConcurrent } from '../../base/async';
import { kindRow } from '../../catalog/kinds';
import { collectionRef, refKey } from '../../catalog/ref';
import type { Calls } from '../../service/calls';
import { isGone } from '../../service/isGone';
import { deleteCall } from '../../service/tableCalls';
import type { LabelledResource } from '../resourceTexts';

/** A resource that is still there, and why; without an error it was not tried any more. */
interface FailedRemoval {
  readonly removal: LabelledResource;
  readonly error?: unknown;
  /** It may be gone all the same: the answer did not come. */
  readonly isUnclear?: true;
}

export interface RemovalResult {
  readonly removed: readonly LabelledResource[];
  readonly failed: readonly FailedRemoval[];
  /** Why it ended before the last one: the user wanted it, or no other would have gone better. */
  readonly stopped?: unknown;
}

interface SendOptions {
  readonly signal: AbortSignal;
  /** Containers go with all that is below them. */
  readonly isForced: (removal: LabelledResource) => boolean;
  /** Told of those that are gone now. */
  readonly onRemoved: (removed: readonly LabelledResource[]) => void;
}

/** Calls that run at once. */
const PARALLEL = 4;
/** Requests of a call. */
const BATCH = mostOf('BatchDeleteChunksRequest', 'requests');

/**
 * Deletes resources: those that a call takes together 100 in one, others one by one, four calls at once. One that is
 * not there any more counts as deleted. Does not throw: what failed is in the result.
 */
export async function sendDeletes(
  calls: Calls,
  removals: readonly LabelledResource[],
  { signal, isForced, onRemoved }: SendOptions,
): Promise<RemovalResult> {
  const removed: LabelledResource[] = [];
  const errors = new Map<LabelledResource, unknown>();
  const unclear = new Set<LabelledResource>();
  let stopped: unknown;
  const isStopped = (): boolean => signal.aborted || stopped !== undefined;
  const succeed = (done: readonly LabelledResource[]): void => {
    removed.push(...done);
    onRemoved(done);
  };
  const fail = (removal: LabelledResource, error: unknown): void => {
    if (isHopeless(error)) stopped ??= error;
    if (mayBeDone(error)) unclear.add(removal);
    if (!CancelledError.is(error)) errors.set(removal, error);
  };

  const one = async (removal: LabelledResource): Promise<void> => {
    if (isStopped()) return;
    try {
      const { id, input } = deleteCall(removal.ref, isForced(removal));
      await calls.call(removal.ref, id, input, { signal });
      succeed([removal]);
    } catch (error) {
      if (isGone(removal.ref.kind, error)) succeed([removal]);
      else fail(removal, error);
    }
  };

  const batch = async (all: readonly LabelledResource[]): Promise<void> => {
    const [first] = all;
    if (!first || isStopped()) return;
    const { batchDelete } = kindRow(first.ref.kind);
    if (all.length === 1 || !batchDelete) {
      await one(first);
      return;
    }
    const { name: parent } = collectionRef(first.ref);
    const requests = all.map(({ ref }) => ({ name: ref.name }));
    try {
      const input = { parent, body: { parent, requests } };
      await calls.call(first.ref, batchDelete, input, { signal });
      succeed(all);
    } catch (error) {
      // All or none of a batch is done: where one is gone or refused, the others go by themselves.
      if (isRefused(error)) for (const removal of all) await one(removal);
      else for (const removal of all) fail(removal, error);
    }
  };

  await mapConcurrent(PARALLEL, batchesOf(removals), batch);
  if (signal.aborted) stopped = new CancelledError(signal.reason);
  const gone = new Set(removed);
  const failed = removals
    .filter((removal) => !gone.has(removal))
    .map((removal) => ({
      removal,
      ...(errors.has(removal) && { error: errors.get(removal) }),
      ...(unclear.has(removal) && { isUnclear: true as const }),
    }));
  return { removed, failed, ...(stopped !== undefined && { stopped }) };
}

/** Those that one call takes together, such as chunks of a document; everything else alone. */
function batchesOf(
  removals: readonly LabelledResource[],
): readonly (readonly LabelledResource[])[] {
  const isAlone = ({ ref }: LabelledResource): boolean => !kindRow(ref.kind).batchDelete;
  const groups = Map.groupBy(
    removals.filter((removal) => !isAlone(removal)),
    ({ ref }) => refKey(collectionRef(ref)),
  );
  const batches = [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / BATCH) }, (_, index) =>
      group.slice(index * BATCH, (index + 1) * BATCH),
    ),
  );
  return [...batches, ...removals.filter(isAlone).map((removal) => [removal])];
}

/** A call was under way and has no answer, so that it may have been done. */
function mayBeDone(error: unknown): boolean {
  if (CancelledError.is(error)) return true;
  if (!isFailure(error) || (error instanceof ServiceError && error.httpStatus === 429))
    return false;
  return outcomeIsOpen(error);
}

function isRefused(error: unknown): boolean {
  return error instanceof ServiceError && [400, 403, 404, 409].includes(error.httpStatus);
}

/** Whether every other call would end in the same way: nobody is signed in, or there is no network. */
function isHopeless(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return true;
  return error.httpStatus === 401 || error.httpStatus === 429;
}
