import type { JsonObject } from '../../api/schema/row';
import { throwIfAborted } from '../../base/async';
import type { ResourceRef } from '../../catalog/ref';
import type { Calls } from '../../service/calls';
import { listCall, pageOf } from '../../service/tableCalls';

/**
 * The pages of a collection, each asked for when the loop wants it. What it reads is not kept: it may be far
 * more than the tree shows.
 * @param onLast told before the page that is the last one.
 */
export async function* listPages(
  calls: Calls,
  collection: ResourceRef,
  signal: AbortSignal | undefined,
  onLast?: () => void,
): AsyncGenerator<readonly JsonObject[], void, undefined> {
  let token: string | undefined;
  do {
    throwIfAborted(signal);
    const { id, input, items } = listCall(collection, token);
    const answer = await calls.call(collection, id, input, signal ? { signal } : {});
    const page = pageOf(answer, items, token);
    throwIfAborted(signal);
    if (page.nextPageToken === undefined) onLast?.();
    yield page.items;
    token = page.nextPageToken;
  } while (token !== undefined);
}
