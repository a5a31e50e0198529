import type { Client } from '../api/call';
import { watchOperation } from '../api/operationWatcher';
import { matchesName } from '../api/names';
import type { Message } from '../api/schema/infer';
import type { Clock } from '../base/clock';
import { AppError } from '../base/errors';
import { isObject, textAt, type JsonObject } from '../base/json';
import { listVersion } from '../catalog/kindOperations';
import { kindRow } from '../catalog/kinds';
import type { ResourceRef } from '../catalog/ref';
import { documentsOf } from './lostUpload';
import type { Store } from './store';
import { untilProcessed } from './untilProcessed';

/** The calls that make a document of a file search store, which goes on after they have answered. */
type StoreFilling = 'fileSearchStores.importFile' | 'media.uploadToFileSearchStore';

interface FollowDeps {
  readonly client: Pick<Client, 'call'>;
  readonly store: Pick<Store, 'get' | 'merge' | 'peek' | 'invalidate'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Follows what fills a store until the document is there and is pending no more; rows of the tree follow it. Answers
 * the document, active or failed. Throws the error that the operation ended with, what no waiting helps, and
 * `CancelledError`: the service goes on all the same.
 * @param begun what the call answered, or its name after a reload; or the document, where only that was found of it.
 */
export async function followDocument(
  fileSearchStore: ResourceRef,
  begunBy: StoreFilling,
  begun: Message<'google.longrunning.Operation'> | string,
  deps: FollowDeps,
): Promise<JsonObject> {
  const { client, clock, signal, store } = deps;
  let name: string;
  try {
    name = await madeDocument(client, begunBy, begun, { clock, signal });
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

/** Waits until what fills a store has ended. Gives the name of the document; empty where the service does not say it. */
export async function madeDocument(
  client: FollowDeps['client'],
  begunBy: StoreFilling,
  begun: Parameters<typeof followDocument>[2],
  options: { readonly clock: Clock; readonly signal?: AbortSignal },
): Promise<string> {
  const begunName = typeof begun === 'string' ? begun : (begun.name ?? '');
  if (matchesName(kindRow('fileSearchDocument').pattern, begunName)) return begunName;
  let name = '';
  for await (const { response } of watchOperation(client, begunBy, begun, options)) {
    if (isObject(response)) name = textAt(response, 'documentName');
  }
  return name;
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
  const documents = documentsOf(fileSearchStore);
  if (store.peek(documents)) store.invalidate(documents);
  // What it fails with, its row says the next time.
  store.get(fileSearchStore).catch(() => undefined);
}
