import { ServiceError } from '../../api/errors';
import { mapConcurrent, throwIfAborted } from '../../base/async';
import { kindOperations } from '../../catalog/kindOperations';
import { kindRow } from '../../catalog/kinds';
import type { Calls } from '../../service/calls';
import { getCall } from '../../service/tableCalls';
import type { Removal } from './removal';
import type { TrashItem } from './trashEntry';

/** Calls that run at once. */
const PARALLEL = 4;
/** Up to so many are fetched anew; of more, what the tree has loaded is taken where it has it. */
const FETCHED = 100;

/**
 * What can be made again of resources that are to be deleted, in their order. Those that are gone already are
 * left out. Throws where one can't be read: then nothing must be deleted.
 */
export async function snapshot(
  calls: Calls,
  removals: readonly Removal[],
  signal: AbortSignal,
): Promise<readonly TrashItem[]> {
  const kept = removals.filter(({ ref }) => kindRow(ref.kind).restored !== undefined);
  const isFetched = kept.length <= FETCHED;
  const found: (TrashItem | undefined)[] = [];
  await mapConcurrent(PARALLEL, kept.entries(), async ([index, { ref, label, resource }]) => {
    throwIfAborted(signal);
    if (resource && (!isFetched || kindOperations(ref.kind).get === undefined)) {
      found[index] = { ref, label, resource };
      return;
    }
    try {
      const { id, input } = getCall(ref);
      const fetched = await calls.call(ref, id, input, { signal });
      found[index] = { ref, label: kindRow(ref.kind).label(fetched), resource: fetched };
    } catch (error) {
      if (!(error instanceof ServiceError && error.httpStatus === 404)) throw error;
    }
  });
  return found.filter((item) => item !== undefined);
}
