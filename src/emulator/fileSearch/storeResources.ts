import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { textAt } from '../../base/json';
import { type Handler, singleReply } from '../call';
import { addContent, contentBlocks } from '../fileContent';
import type { Processing } from '../fileStore';
import { findRecord, listRecords, nameIn, requireRecord } from '../records';
import type { Stored } from '../state';
import { StatusError } from '../status';
import type { HandlerContext } from '../handlerContext';

/** Returns a store. Throws 403 if not found: the live API hides other users' stores. */
export function requireStore(world: HandlerContext, name: string): Stored {
  const found = findRecord(world, 'fileSearchStores', name);
  if (found) return found;
  const id = name.slice(name.indexOf('/') + 1);
  throw new StatusError(
    403,
    `You do not have permission to access the file search store ${id} or it may not exist.`,
  );
}

/**
 * Returns a resource in a store. Throws 403 for an unknown store, 404 for the resource; the error
 * message isn't published.
 */
export function requireInStore(
  world: HandlerContext,
  kind: 'documents' | 'operations' | 'media',
  name: string,
): Stored {
  requireStore(world, storeOf(name));
  return requireRecord(world, kind, name);
}

/** Returns the store name, such as `fileSearchStores/s` for `fileSearchStores/s/documents/d`. */
export function storeOf(name: string): string {
  return name.split('/').slice(0, 2).join('/');
}

/**
 * Returns the store resource. Counts derive from its documents; zeros are omitted, as proto3 JSON
 * does.
 */
export function toStoreResource(world: HandlerContext, { name, resource }: Stored): JsonObject {
  const documents = listRecords(world, 'documents', name).map(
    (one) => toDocumentResource(world, one) as Message<'Document'>,
  );
  const countOf = (wanted: string): number =>
    documents.filter(({ state }) => state === wanted).length;
  const numbers = {
    activeDocumentsCount: countOf('STATE_ACTIVE'),
    pendingDocumentsCount: countOf('STATE_PENDING'),
    failedDocumentsCount: countOf('STATE_FAILED'),
    sizeBytes: documents.reduce((sum, { sizeBytes = '0' }) => sum + Number(sizeBytes), 0),
  };
  const shown = Object.entries(numbers).filter(([, count]) => count > 0);
  const times = [resource.updateTime, ...documents.map(({ updateTime }) => updateTime)];
  return {
    ...resource,
    updateTime: times.map(String).sort().at(-1) ?? '',
    ...Object.fromEntries(shown.map(([field, count]) => [field, String(count)])),
  };
}

export function toDocumentResource(world: HandlerContext, stored: Stored): JsonObject {
  const { endsAt, outcome } = processingOf(stored);
  const isDone = world.time.now() >= endsAt;
  return {
    ...stored.resource,
    ...(isDone && { updateTime: world.time.stamp(endsAt) }),
    state: isDone ? `STATE_${outcome}` : 'STATE_PENDING',
  };
}

/** Source of a document. Each has its own operation names. */
export type OperationStart = 'upload' | 'import';

export interface DocumentHidden {
  readonly processing: Processing;
}

function processingOf({ hidden }: Stored): Processing {
  return (hidden as unknown as DocumentHidden).processing;
}

const collections: { readonly [A in OperationStart]: string } = {
  upload: 'upload/operations',
  import: 'operations',
};

export function operationName(document: string, arrival: OperationStart): string {
  const id = document.slice(document.lastIndexOf('/') + 1);
  return `${storeOf(document)}/${collections[arrival]}/${id}`;
}

// Always the live API's package, regardless of the called version.
const RESPONSES: { readonly [A in OperationStart]: string } = {
  upload: 'type.googleapis.com/google.ai.generativelanguage.v1main.UploadToFileSearchStoreResponse',
  import: 'type.googleapis.com/google.ai.generativelanguage.v1main.ImportFileResponse',
};

export function toOperationResource(world: HandlerContext, stored: Stored): JsonObject {
  const { name, parent, resource } = stored;
  const { endsAt, error } = processingOf(stored);
  if (world.time.now() < endsAt) return resource;
  if (error) return { ...resource, done: true, error: { ...error } };
  const arrival = name.startsWith(`${parent}/upload/`) ? 'upload' : 'import';
  const documentName = nameIn(parent, 'documents', name.slice(name.lastIndexOf('/') + 1));
  return {
    ...resource,
    done: true,
    response: { '@type': RESPONSES[arrival], parent, documentName },
  };
}

const PICTURE = /^image\//i;

export function isPicture(mimeType: string): boolean {
  return PICTURE.test(mimeType);
}

function mediaName(document: string): string {
  return nameIn(storeOf(document), 'media', document.slice(document.lastIndexOf('/') + 1));
}

export function addMedia(
  world: HandlerContext,
  document: string,
  { mimeType, content }: { readonly mimeType: string; readonly content: Buffer },
): string {
  const name = mediaName(document);
  const resource = { mimeType, sizeBytes: String(content.length) };
  world.state.insert('media', { name, parent: storeOf(document), resource, hidden: {} });
  addContent(world, name, [content]);
  return name;
}

export function removeMedia(world: HandlerContext, document: string): void {
  const name = mediaName(document);
  world.state.removeBelow(name);
  world.state.remove('media', name);
}

/** Returns the image bytes. Without `alt=media`, returns an empty message. */
export const downloadMedia: Handler = (call, world) => {
  const { name, resource } = requireInStore(world, 'media', call.path.name ?? '');
  if (!call.isMedia) return singleReply({});
  return {
    steps: [],
    media: {
      contentType: textAt(resource, 'mimeType'),
      bytes: Number(textAt(resource, 'sizeBytes')),
      blocks: contentBlocks(world, name),
    },
  };
};
