import type { Client } from '../api/call';
import { ServiceError, TransportError } from '../api/errors';
import { watchOperation } from '../api/operationWatcher';
import { matchesName } from '../api/names';
import { TRANSIENT_STATUSES } from '../api/retryPolicy';
import type { Message } from '../api/schema/infer';
import { type Clock, sleep } from '../base/clock';
import { AppError } from '../base/errors';
import type { JsonObject } from '../api/schema/row';
import { isObject, isSameJson, items, textAt } from '../base/json';
import { nextDelay, VISIBLE_WITHIN, waitPolicies } from '../base/waitPolicies';
import { listVersion } from '../catalog/kindOperations';
import { kindRow } from '../catalog/kinds';
import type { ResourceRef } from '../catalog/ref';
import type { Calls } from './calls';
import type { Store } from './store';
import { listPages } from './tableCalls';

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

/** An upload to a file search store with unknown result, and how to recognize its document. */
export interface UnconfirmedUpload {
  readonly displayName: string;
  /** In bytes. */
  readonly size: number;
  readonly customMetadata?: readonly JsonObject[];
  /** Start of the upload by this machine's clock, in ms since 1970. */
  readonly since: number;
  /** Resource names of documents known to be from other uploads. */
  readonly taken?: ReadonlySet<string>;
}

interface LookDeps {
  readonly calls: Calls;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
}

/** Tolerated clock difference in ms. Small, as an earlier upload may have the same size. */
const SKEW = 60_000;

/**
 * Finds the document of an upload by name, size, metadata and time, as the API doesn't identify its source.
 * Returns the latest match, or undefined.
 */
export async function findUploadedDocument(
  fileSearchStore: ResourceRef,
  lost: UnconfirmedUpload,
  { calls, signal }: Omit<LookDeps, 'clock'>,
): Promise<JsonObject | undefined> {
  let latest: JsonObject | undefined;
  for await (const page of storeDocuments(calls, fileSearchStore, signal)) {
    for (const document of page) {
      if (!matchesUpload(document, lost)) continue;
      if (!latest || createdAt(document) > createdAt(latest)) latest = document;
    }
  }
  return latest;
}

/** Like `findUploadedDocument`, but retries until the API would show a just created document. */
export async function waitForUploadedDocument(
  fileSearchStore: ResourceRef,
  lost: UnconfirmedUpload,
  deps: LookDeps,
): Promise<JsonObject | undefined> {
  const { clock, signal } = deps;
  const end = clock.monotonic() + VISIBLE_WITHIN;
  let pause: number | undefined;
  for (;;) {
    const found = await findUploadedDocument(fileSearchStore, lost, deps);
    if (found || clock.monotonic() >= end) return found;
    pause = nextDelay(waitPolicies.unseenUpload, pause);
    await sleep(clock, pause, signal);
  }
}

function documentsOf({ connection, version, name }: ResourceRef): ResourceRef {
  return { connection, version, kind: 'fileSearchDocument', name, collection: true };
}

export function storeDocuments(
  calls: Calls,
  fileSearchStore: ResourceRef,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly JsonObject[], void, undefined> {
  return listPages(calls, documentsOf(fileSearchStore), signal);
}

export function matchesUpload(
  document: JsonObject,
  { displayName, size, customMetadata = [], since, taken }: UnconfirmedUpload,
): boolean {
  return (
    textAt(document, 'displayName') === displayName &&
    Number(textAt(document, 'sizeBytes') || 0) === size &&
    createdAt(document) >= since - SKEW &&
    taken?.has(textAt(document, 'name')) !== true &&
    isSameJson(comparable(document.customMetadata), comparable(customMetadata))
  );
}

function createdAt(document: JsonObject): number {
  return Date.parse(textAt(document, 'createTime')) || 0;
}

/** Sorted by key; numbers as float32, as the server stores them. */
function comparable(metadata: unknown): { readonly [key: string]: unknown } {
  return Object.fromEntries(
    items(metadata)
      .filter(isObject)
      .map(({ numericValue, ...pair }) => [
        textAt(pair, 'key'),
        typeof numericValue === 'number' ? Math.fround(numericValue) : pair,
      ]),
  );
}

const { processingUpload } = waitPolicies;

/**
 * Waits until the API has processed a resource, and updates the tree.
 * Throws permanent errors of `store.get` and `CancelledError`.
 * @param known last known fields; fetched if undefined.
 */
export async function waitForProcessing(
  ref: ResourceRef,
  known: JsonObject | undefined,
  isPending: (resource: JsonObject) => boolean,
  {
    store,
    clock,
    signal,
  }: {
    readonly store: Pick<Store, 'get'>;
    readonly clock: Clock;
    readonly signal: AbortSignal;
  },
): Promise<JsonObject> {
  let current = known;
  let pause: number | undefined;
  let failures = 0;
  for (;;) {
    if (current) {
      if (!isPending(current)) return current;
      pause = nextDelay(processingUpload, pause);
      await sleep(clock, pause, signal);
    }
    try {
      current = await store.get(ref, signal);
      failures = 0;
    } catch (error) {
      if (!isTransient(error) || ++failures === processingUpload.limit) throw error;
      await sleep(clock, processingUpload.longest, signal);
    }
  }
}

function isTransient(error: unknown): boolean {
  if (error instanceof ServiceError) return TRANSIENT_STATUSES.includes(error.httpStatus);
  return error instanceof TransportError && !['certificate', 'proxy'].includes(error.reason);
}
