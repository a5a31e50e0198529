import { isSuccess, readError } from '../api/body';
import type { Client } from '../api/call';
import { buildRequest } from '../api/request';
import type { UploadContent, UploadOptions, UploadSource } from '../api/upload/upload';
import type { Clock } from '../base/clock';
import { isObject, items, type JsonObject, textAt } from '../base/json';
import { UNKNOWN_TYPE } from '../base/mediaTypes';
import { resourceName } from '../catalog/resourceName';
import { kindRow } from '../catalog/kinds';
import { collectionRef, type ResourceRef } from '../catalog/ref';
import type { Calls } from './calls';
import type { Store } from './store';
import { listPages } from './tableCalls';

/** Maximum for a complete file or archive, in ms; stalled transfers time out sooner. */
const MAX_DURATION = 24 * 60 * 60 * 1000;

export interface EnvironmentEntry {
  readonly ref: ResourceRef;
  /** Relative to the environment's root. */
  readonly path: string;
  readonly isFolder: boolean;
  /** In bytes. */
  readonly size: number;
  /** In ms since 1970; 0 if unknown. */
  readonly modified: number;
  readonly mimeType: string;
}

/** Returns the environment of a file, a folder or itself. */
export function environmentOf({ connection, version, name }: ResourceRef): ResourceRef {
  const [collection = '', id = ''] = name.split('/');
  return { connection, version, kind: 'environment', name: `${collection}/${id}` };
}

/** Returns a file's path in its environment; empty for the environment. */
export function pathIn({ name }: ResourceRef): string {
  return name.split('/').slice(3).join('/');
}

/** Returns the file or folder at a path; the environment for an empty path. */
export function entryRef(inside: ResourceRef, path: string): ResourceRef {
  const environment = environmentOf(inside);
  if (path === '') return environment;
  return { ...environment, kind: 'environmentFile', name: `${environment.name}/files/${path}` };
}

function folderList({ connection, version, name }: ResourceRef): ResourceRef {
  return { connection, version, kind: 'environmentFile', name, collection: true };
}

/**
 * Yields the pages of a folder's content.
 * @param isDeep includes subfolders.
 */
export async function* entriesIn(
  calls: Calls,
  folder: ResourceRef,
  isDeep: boolean,
  signal?: AbortSignal,
): AsyncGenerator<readonly EnvironmentEntry[], void, undefined> {
  const asked: Calls = isDeep
    ? {
        call: (place, id, input, options) =>
          calls.call(place, id, { ...input, recursive: true }, options),
      }
    : calls;
  for await (const page of listPages(asked, folderList(folder), signal)) {
    yield page.flatMap((resource) => entryOf(folder, resource));
  }
}

/** Returns metadata of a file or folder, including the environment. Throws the errors of listing. */
export async function findEntry(
  calls: Calls,
  ref: ResourceRef,
  signal?: AbortSignal,
): Promise<EnvironmentEntry> {
  const path = pathIn(ref);
  for await (const page of entriesIn(calls, ref, false, signal)) {
    const own = page.find((entry) => entry.path === path && !entry.isFolder);
    if (own) return own;
    break;
  }
  return { ref, path, isFolder: true, size: 0, modified: 0, mimeType: '' };
}

function entryOf(inside: ResourceRef, resource: JsonObject): readonly EnvironmentEntry[] {
  const name = resourceName(folderList(inside), resource);
  const path = textAt(resource, 'path');
  if (name === '') return [];
  const row = kindRow('environmentFile');
  return [
    {
      ref: entryRef(inside, path),
      path,
      isFolder: row.isFolder?.(resource) ?? false,
      size: row.size?.(resource) ?? 0,
      modified: Date.parse(textAt(resource, 'modified')) || 0,
      mimeType: textAt(resource, 'mime_type'),
    },
  ];
}

/** Streams a file, or a folder as a tar archive. Throws API and transport errors. */
export async function openEntry(
  client: Pick<Client, 'exchange'>,
  ref: ResourceRef,
  { clock, signal }: { readonly clock: Pick<Clock, 'now'>; readonly signal?: AbortSignal },
): Promise<AsyncIterable<Uint8Array>> {
  const name = pathIn(ref) === '' ? `${environmentOf(ref).name}/files/` : ref.name;
  const request = buildRequest('environments.files.download', ref.version, { name, alt: 'media' });
  const answer = await client.exchange(request, {
    ...(signal && { signal }),
    stream: true,
    timeoutMs: MAX_DURATION,
  });
  if (!isSuccess(answer)) throw await readError(answer, clock.now());
  return answer.body;
}

interface NewEntry extends UploadContent {
  /** Empty if unknown. */
  readonly mimeType: string;
  readonly isReplacing: boolean;
  readonly isArchive?: boolean;
}

export async function writeEntry(
  client: Pick<Client, 'upload'>,
  ref: ResourceRef,
  { mimeType, isReplacing, isArchive = false, ...content }: NewEntry,
  options: UploadOptions,
): Promise<JsonObject> {
  const input = {
    ...content,
    name: ref.name,
    mimeType: mimeType || UNKNOWN_TYPE,
    ...(isArchive && { extract: true }),
    ...(isReplacing && { overwrite: true }),
  };
  const at = { ...options, version: ref.version };
  const answer = await client.upload('environments.files.upload', input, at);
  return items(answer.files).find(isObject) ?? {};
}

/** Returns an upload source for bytes in memory. */
export function bytesSource(bytes: Uint8Array): UploadSource {
  return {
    size: bytes.length,
    async *read(from) {
      await Promise.resolve();
      yield bytes.subarray(from);
    },
  };
}

/** Updates the tree after a write, including possibly new folders. */
export function updateEntryRows(
  ref: ResourceRef,
  store: Pick<Store, 'find' | 'get' | 'invalidate' | 'peek'>,
): void {
  const environment = environmentOf(ref);
  // Updates the item count; on failure, the next refresh does.
  if (store.find(environment)) store.get(environment).catch(() => undefined);
  let entry = ref;
  for (;;) {
    const list = collectionRef(entry);
    if (store.peek(list)) store.invalidate(list);
    entry = entryRef(environment, pathIn(list));
    // An unknown folder is new in its parent.
    if (entry.kind === 'environment' || store.find(entry)) break;
  }
}
