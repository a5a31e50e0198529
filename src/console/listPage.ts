import type { Client } from '../api/call';
import { isObject, items, type JsonObject } from '../base/json';
import { operationRow, versionFor, type OperationId } from '../api/operations';
import { nextPageToken, pageInput } from '../api/paging';
import type { Version } from '../api/versions';
import { findOperations, listParameters } from '../catalog/kindOperations';
import { kindIds, kindRow } from '../catalog/kinds';
import type { ResourceRef } from '../catalog/ref';
import { resourceName } from '../catalog/resourceName';
import { type LoadedList, nameOf } from '../service/store';

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

/** Where this machine lists the resources of a pattern by itself; undefined where it does not. */
export function localCollection(
  connection: string,
  { pattern, version }: Listing,
): ResourceRef | undefined {
  const kind = kindIds().find((id) => kindRow(id).pattern === pattern);
  if (!kind || kindRow(kind).list !== 'local') return undefined;
  return { connection, version, kind, name: '', collection: true };
}

/** The name of a resource that was listed; empty where the service gave none. */
export function listedName({ pattern, parent }: Listing, resource: JsonObject): string {
  const kind = kindIds().find((id) => kindRow(id).pattern === pattern);
  return kind ? resourceName({ kind, name: parent }, resource) : nameOf(resource);
}

/**
 * A list with another page after it, in the server's order. An item that is there already keeps its place
 * and takes the newer content: pages shift when something is created or deleted between two requests.
 */
export function appendPage(listing: Listing, list: LoadedList, page: LoadedList): LoadedList {
  const byName = new Map(list.items.map((item) => [listedName(listing, item), item]));
  for (const item of page.items) {
    const name = listedName(listing, item);
    if (name !== '') byName.set(name, item);
  }
  const { nextPageToken: token } = page;
  return { items: [...byName.values()], ...(token === undefined ? {} : { nextPageToken: token }) };
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
