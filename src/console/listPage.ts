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

/** A list of resources: a pattern and the parent's name, empty at the top level. */
export interface Listing {
  readonly pattern: string;
  readonly parent: string;
  readonly version: Version;
}

/** Returns the list method for a pattern; undefined if the API has none. */
export function listOperation(pattern: string): OperationId | undefined {
  return findOperations(pattern).list;
}

/** Returns the local list for a pattern; undefined if there is none. */
export function localCollection(
  connection: string,
  { pattern, version }: Listing,
): ResourceRef | undefined {
  const kind = kindIds().find((id) => kindRow(id).pattern === pattern);
  if (!kind || kindRow(kind).list !== 'local') return undefined;
  return { connection, version, kind, name: '', collection: true };
}

/** Returns the name of a listed resource; empty if the API returned none. */
export function listedName({ pattern, parent }: Listing, resource: JsonObject): string {
  const kind = kindIds().find((id) => kindRow(id).pattern === pattern);
  return kind ? resourceName({ kind, name: parent }, resource) : nameOf(resource);
}

/**
 * Appends a page. Existing items keep their place and get the new content, because pages shift when
 * resources are created or deleted.
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

/** Loads a page of the API's default size, once. Throws the errors of `Client.call`. */
export async function listPage(
  client: Client,
  list: OperationId,
  { parent, version }: Listing,
  pageToken: string | undefined,
  signal: AbortSignal,
): Promise<LoadedList> {
  const row = operationRow(list);
  const input = { ...listParameters(list, parent), ...pageInput(row, pageToken) };
  // The type of the input depends on the operation, which is only known at run time.
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
