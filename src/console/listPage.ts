import type { Client } from '../api/call';
import { isObject, items, type JsonObject } from '../base/json';
import { operationRow, versionFor, type OperationId } from '../api/operations';
import { nextPageToken, pageInput } from '../api/paging';
import type { Version } from '../api/versions';
import { findOperations, listParameters } from '../catalog/kindOperations';
import type { LoadedList } from '../service/store';

/** Which resources are listed: those of a pattern, in a parent whose name is empty at the top. */
export interface Listing {
  readonly pattern: string;
  readonly parent: string;
  readonly version: Version;
}

/** The operation that lists the resources of a pattern; undefined where the service has none. */
export function listOperation(pattern: string): OperationId | undefined {
  return findOperations(pattern).list;
}

/** One page, as large as the service gives it. It is asked for once. Throws as `Client.call` does. */
export async function listPage(
  client: Client,
  list: OperationId,
  { parent, version }: Listing,
  pageToken: string | undefined,
  signal: AbortSignal,
): Promise<LoadedList> {
  const row = operationRow(list);
  const input = { ...listParameters(list, parent), ...pageInput(row, pageToken) };
  // The row says what its input is, which the types can't while the operation is open.
  const answer = (await client.call(list, input, {
    version: versionFor(row, version),
    maxAttempts: 1,
    onRetry: () => undefined,
    signal,
  })) as JsonObject;
  const token = nextPageToken(row, answer, new Set(pageToken === undefined ? [] : [pageToken]));
  return {
    items: items(answer[row.paging?.items ?? '']).filter(isObject),
    ...(token === undefined ? {} : { nextPageToken: token }),
  };
}
