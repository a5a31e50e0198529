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

/** Milliseconds for a whole file or archive; one that stalls times out much sooner. */
const MAX_DURATION = 24 * 60 * 60 * 1000;

/** A file or a folder of an environment, as the service tells of it. */
export interface EnvironmentEntry {
  readonly ref: ResourceRef;
  /** From the root of the environment on. */
  readonly path: string;
  readonly isFolder: boolean;
  /** In bytes. */
  readonly size: number;
  /** Milliseconds since 1970; 0 where it is not told. */
  readonly modified: number;
  readonly mimeType: string;
}

/** The environment that a file, a folder or it itself is in. */
export function environmentOf({ connection, version, name }: ResourceRef): ResourceRef {
  const [collection = '', id = ''] = name.split('/');
  return { connection, version, kind: 'environment', name: `${collection}/${id}` };
}

/** Where a file is in its environment; empty for the environment itself. */
export function pathIn({ name }: ResourceRef): string {
  return name.split('/').slice(3).join('/');
}

/** A file or a folder by its path; the environment itself by an empty one. */
export function entryRef(inside: ResourceRef, path: string): ResourceRef {
  const environment = environmentOf(inside);
  if (path === '') return environment;
  return { ...environment, kind: 'environmentFile', name: `${environment.name}/files/${path}` };
}

/** The list of what is directly in a folder, or in an environment. */
function folderList({ connection, version, name }: ResourceRef): ResourceRef {
  return { connection, version, kind: 'environmentFile', name, collection: true };
}

/**
 * The pages of what is in a folder.
 * @param isDeep also what is in the folders below.
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

/** What the service tells of one file or folder. The environment is a folder too. Throws what the list does. */
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

/**
 * The bytes of a file, or of a folder as a tar archive, as they come. Throws what the service answers, and what the
 * transport does.
 */
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

/** What is put into an environment. */
export interface NewEntry extends UploadContent {
  /** Empty where it is not known. */
  readonly mimeType: string;
  readonly isReplacing: boolean;
  /** It is unpacked into the folder of the name. */
  readonly isArchive?: boolean;
}

/** Writes a file, and gives what the service tells of it then. */
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

/** Bytes in memory as what uploads read from. */
export function bytesSource(bytes: Uint8Array): UploadSource {
  return {
    size: bytes.length,
    async *read(from) {
      await Promise.resolve();
      yield bytes.subarray(from);
    },
  };
}

/** Lets the tree show what was written, with the folders that may be new. */
export function tellOfEntry(
  ref: ResourceRef,
  store: Pick<Store, 'find' | 'get' | 'invalidate' | 'peek'>,
): void {
  const environment = environmentOf(ref);
  // Its own row counts what is in it; where that can't be had now, the next refresh tells.
  if (store.find(environment)) store.get(environment).catch(() => undefined);
  let entry = ref;
  for (;;) {
    const list = collectionRef(entry);
    if (store.peek(list)) store.invalidate(list);
    entry = entryRef(environment, pathIn(list));
    // A folder that nobody knows of is a new row of the one above it.
    if (entry.kind === 'environment' || store.find(entry)) break;
  }
}
