import type { JsonObject } from '../api/schema/row';
import { type Clock, sleep } from '../base/clock';
import { isObject, isSameJson, items, textAt } from '../base/json';
import { nextDelay, VISIBLE_WITHIN, waitPolicies } from '../base/waitPolicies';
import type { ResourceRef } from '../catalog/ref';
import type { Calls } from './calls';
import { listPages } from './tableCalls';

/** An upload into a file search store of which nobody knows whether it made a document: what that would look like. */
export interface LostUpload {
  readonly displayName: string;
  /** In bytes. */
  readonly size: number;
  readonly customMetadata?: readonly JsonObject[];
  /** Milliseconds since 1970, on this machine: it was not made before. */
  readonly since: number;
  /** Documents, by resource name, of which it is known that they came of something else. */
  readonly taken?: ReadonlySet<string>;
}

interface LookDeps {
  readonly calls: Calls;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
}

/**
 * Milliseconds by which the clocks of this machine and of the service may differ. Little: what was uploaded shortly
 * before may be another text of the same size.
 */
const SKEW = 60_000;

/**
 * Looks for the document that an upload may have made: the service says nothing of where a document came from, so that
 * it is known by its name, size, metadata and time. The latest of several; undefined where there is none.
 */
export async function findUploaded(
  fileSearchStore: ResourceRef,
  lost: LostUpload,
  { calls, signal }: Omit<LookDeps, 'clock'>,
): Promise<JsonObject | undefined> {
  let latest: JsonObject | undefined;
  for await (const page of storeDocuments(calls, fileSearchStore, signal)) {
    for (const document of page) {
      if (!isLike(document, lost)) continue;
      if (!latest || madeAt(document) > madeAt(latest)) latest = document;
    }
  }
  return latest;
}

/** The same for an upload that ended just now: looks until the service would show what it made. */
export async function awaitUploaded(
  fileSearchStore: ResourceRef,
  lost: LostUpload,
  deps: LookDeps,
): Promise<JsonObject | undefined> {
  const { clock, signal } = deps;
  const end = clock.monotonic() + VISIBLE_WITHIN;
  let pause: number | undefined;
  for (;;) {
    const found = await findUploaded(fileSearchStore, lost, deps);
    if (found || clock.monotonic() >= end) return found;
    pause = nextDelay(waitPolicies.unseenUpload, pause);
    await sleep(clock, pause, signal);
  }
}

/** The row of all documents of a store. */
export function documentsOf({ connection, version, name }: ResourceRef): ResourceRef {
  return { connection, version, kind: 'fileSearchDocument', name, collection: true };
}

/** The pages of all documents of a store. */
export function storeDocuments(
  calls: Calls,
  fileSearchStore: ResourceRef,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly JsonObject[], void, undefined> {
  return listPages(calls, documentsOf(fileSearchStore), signal);
}

/** Whether a document is what the upload would have made. */
export function isLike(
  document: JsonObject,
  { displayName, size, customMetadata = [], since, taken }: LostUpload,
): boolean {
  return (
    textAt(document, 'displayName') === displayName &&
    Number(textAt(document, 'sizeBytes') || 0) === size &&
    madeAt(document) >= since - SKEW &&
    taken?.has(textAt(document, 'name')) !== true &&
    isSameJson(comparable(document.customMetadata), comparable(customMetadata))
  );
}

function madeAt(document: JsonObject): number {
  return Date.parse(textAt(document, 'createTime')) || 0;
}

/** By their keys, in whatever order; numbers as the service keeps them, which is in 32 bits. */
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
