import { textAt } from '../../../base/json';
import { operationRow } from '../../../api/operations';
import type { JsonObject } from '../../../api/schema/row';
import { throwIfAborted } from '../../../base/async';
import type { ResourceRef } from '../../../catalog/ref';
import type { Calls } from '../../../service/calls';
import { filteredCall, listCall, pageOf } from '../../../service/tableCalls';

// A list leaves out what is shared with everyone unless its filter asks for it, even one's own.
const FILTERS = ['owner:me', 'writers:me'];

/**
 * All resources of a collection that the user may share, each once. Page by page of the greatest size; told
 * after each how many were found so far. What it reads is not kept.
 */
export async function listShared(
  calls: Calls,
  collection: ResourceRef,
  onFound: (count: number) => void,
  signal: AbortSignal,
): Promise<readonly JsonObject[]> {
  const filter = operationRow(listCall(collection, undefined).id).query?.filter;
  const found = new Map<string, JsonObject>();
  for (const wanted of filter ? [undefined, ...FILTERS] : [undefined]) {
    let token: string | undefined;
    do {
      throwIfAborted(signal);
      const call = listCall(collection, token);
      const { id, items } = call;
      // All of it in the version of its parts.
      const part = filter && filteredCall(collection, call, wanted ?? '');
      const input = wanted === undefined ? call.input : (part?.input ?? call.input);
      const page = pageOf(
        await calls.call(part?.place ?? collection, id, input, { signal }),
        items,
        token,
      );
      for (const item of page.items) found.set(textAt(item, 'name'), item);
      onFound(found.size);
      token = page.nextPageToken;
    } while (token !== undefined);
  }
  return [...found.values()];
}
