import { maxItems } from '../../api/schema/limits';
import { ServiceError } from '../../api/errors';
import { isFailure, mayHaveTakenEffect as outcomeIsOpen } from '../../api/retryPolicy';
import { CancelledError } from '../../base/errors';
import { mapConcurrent } from '../../base/async';
import { kindRow } from '../../catalog/kinds';
import { collectionRef, refKey } from '../../catalog/ref';
import type { Calls } from '../../service/calls';
import { isGone } from '../../service/resourceErrors';
import { deleteCall } from '../../service/tableCalls';
import type { LabelledResource } from '../resourceTexts';

/** A resource that wasn't deleted, and why. If there's no error, no call was sent. */
interface FailedRemoval {
  readonly removal: LabelledResource;
  readonly error?: unknown;
  /** Whether the resource may have been deleted, because the response was lost. */
  readonly isUnclear?: true;
}

export interface RemovalResult {
  readonly removed: readonly LabelledResource[];
  readonly failed: readonly FailedRemoval[];
  /** Why deletion ended early: canceled, or an error that affects all calls. */
  readonly stopped?: unknown;
}

interface SendOptions {
  readonly signal: AbortSignal;
  readonly isForced: (removal: LabelledResource) => boolean;
  readonly onRemoved: (removed: readonly LabelledResource[]) => void;
}

const PARALLEL = 4;
const BATCH = maxItems('BatchDeleteChunksRequest', 'requests');

/**
 * Deletes resources, 100 per call if the API has a batch method, otherwise in parallel. Missing resources
 * count as deleted. Doesn't throw: the result has the errors.
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
      // A batch is atomic. If the API rejects it or one resource is missing, each resource is deleted
      // separately.
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

/** Groups resources that one call can delete, such as chunks of a document. */
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

function mayBeDone(error: unknown): boolean {
  if (CancelledError.is(error)) return true;
  if (!isFailure(error) || (error instanceof ServiceError && error.httpStatus === 429))
    return false;
  return outcomeIsOpen(error);
}

function isRefused(error: unknown): boolean {
  return error instanceof ServiceError && [400, 403, 404, 409].includes(error.httpStatus);
}

/** Whether all other calls would also fail, such as when signed out or offline. */
function isHopeless(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return true;
  return error.httpStatus === 401 || error.httpStatus === 429;
}
