import type { JsonObject } from '../api/schema/row';
import { type Clock, sleep } from '../base/clock';
import { isObject, isSameJson, items, textAt } from '../base/json';
import { nextDelay, VISIBLE_WITHIN, waitPolicies } from '../base/waitPolicies';
import type { ResourceRef } from '../catalog/ref';
import type { Calls } from './calls';
import { listPages } from './tableCalls';

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

export function documentsOf({ connection, version, name }: ResourceRef): ResourceRef {
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
