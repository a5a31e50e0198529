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
import { documentsOf } from './uploadRecovery';
import type { Store } from './store';
import { waitForProcessing } from './waitForProcessing';

/** API methods that start a long-running operation to add a document to a file search store. */
type StoreFilling = 'fileSearchStores.importFile' | 'media.uploadToFileSearchStore';

interface FollowDeps {
  readonly client: Pick<Client, 'call'>;
  readonly store: Pick<Store, 'get' | 'merge' | 'peek' | 'invalidate'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Waits until the document exists and isn't pending, and updates the tree. Returns it, active or failed.
 * Throws the operation's error, permanent errors and `CancelledError`; the server continues.
 * @param begun the method's response, the operation name after a reload, or a found document.
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
    name = await createdDocument(client, begunBy, begun, { clock, signal });
  } finally {
    updateTree(fileSearchStore, store);
  }
  if (name === '')
    throw new AppError('badAnswer', 'The API didn’t return the name of the new document.');
  const ref = documentRef(fileSearchStore, name);
  const isPending = (document: JsonObject): boolean =>
    textAt(document, 'state') === 'STATE_PENDING';
  const document = await waitForProcessing(ref, undefined, isPending, deps);
  store.merge(ref, document);
  updateTree(fileSearchStore, store);
  return document;
}

/** Waits for the operation. Returns the document name; empty if the API omits it. */
export async function createdDocument(
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

export function updateTree(
  fileSearchStore: ResourceRef,
  store: Pick<Store, 'get' | 'peek' | 'invalidate'>,
): void {
  const documents = documentsOf(fileSearchStore);
  if (store.peek(documents)) store.invalidate(documents);
  // The item shows the error when it is next loaded.
  store.get(fileSearchStore).catch(() => undefined);
}
