import type { Client } from '../api/call';
import { watchOperation } from '../api/operationWatcher';
import type { Message } from '../api/schema/infer';
import type { Clock } from '../base/clock';
import { AppError } from '../base/errors';
import { isObject, textAt, type JsonObject } from '../base/json';
import { listVersion } from '../catalog/kindOperations';
import type { ResourceRef } from '../catalog/ref';
import type { Store } from './store';
import { untilProcessed } from './untilProcessed';

/** The calls that make a document of a file search store, which goes on after they have answered. */
export type StoreFilling = 'fileSearchStores.importFile' | 'media.uploadToFileSearchStore';

export interface FollowDeps {
  readonly client: Pick<Client, 'call'>;
  readonly store: Pick<Store, 'get' | 'merge' | 'peek' | 'invalidate'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Follows what fills a store until the document is there and is pending no more; rows of the tree follow it. Answers
 * the document, active or failed. Throws the error that the operation ended with, what no waiting helps, and
 * `CancelledError`: the service goes on all the same.
 * @param operation what the call answered, or its name after a reload.
 */
export async function followDocument(
  fileSearchStore: ResourceRef,
  begunBy: StoreFilling,
  operation: Message<'google.longrunning.Operation'> | string,
  deps: FollowDeps,
): Promise<JsonObject> {
  const { client, clock, signal, store } = deps;
  let name = '';
  try {
    for await (const { response } of watchOperation(client, begunBy, operation, {
      clock,
      signal,
    })) {
      if (isObject(response)) name = textAt(response, 'documentName');
    }
  } finally {
    tellTree(fileSearchStore, store);
  }
  if (name === '')
    throw new AppError('badAnswer', 'The service does not say which document it made.');
  const ref = documentRef(fileSearchStore, name);
  const isPending = (document: JsonObject): boolean =>
    textAt(document, 'state') === 'STATE_PENDING';
  const document = await untilProcessed(ref, undefined, isPending, deps);
  store.merge(ref, document);
  tellTree(fileSearchStore, store);
  return document;
}

/** The document of a store by its name, or by the last part of it. */
export function documentRef(
  { connection, version, name }: ResourceRef,
  document: string,
): ResourceRef {
  return {
    connection,
    kind: 'fileSearchDocument',
    version: listVersion('fileSearchDocument', version) ?? version,
    name: document.includes('/') ? document : `${name}/documents/${document}`,
  };
}

/** Lets the rows of a store and of its documents be fetched anew where somebody has looked at them. */
export function tellTree(
  fileSearchStore: ResourceRef,
  store: Pick<Store, 'get' | 'peek' | 'invalidate'>,
): void {
  const { connection, version, name } = fileSearchStore;
  const documents: ResourceRef = {
    ...{ connection, version, kind: 'fileSearchDocument', name, collection: true },
  };
  if (store.peek(documents)) store.invalidate(documents);
  // What it fails with, its row says the next time.
  store.get(fileSearchStore).catch(() => undefined);
}
