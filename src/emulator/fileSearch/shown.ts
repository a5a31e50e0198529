import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import type { Processing } from '../fileStore';
import { findRecord, listRecords, nameIn, requireRecord } from '../records';
import type { Stored } from '../state';
import { StatusError } from '../status';
import type { World } from '../world';

/** The store of a name. Throws the service's 403 where there is none: it does not tell that from one of others. */
export function requireStore(world: World, name: string): Stored {
  const found = findRecord(world, 'fileSearchStores', name);
  if (found) return found;
  const id = name.slice(name.indexOf('/') + 1);
  throw new StatusError(
    403,
    `You do not have permission to access the file search store ${id} or it may not exist.`,
  );
}

/**
 * The record of something in a store, by its name. Throws the 403 of the store, and 404 where it has no such thing;
 * the wording of that is not published.
 */
export function requireInStore(
  world: World,
  kind: 'documents' | 'operations' | 'media',
  name: string,
): Stored {
  requireStore(world, storeOf(name));
  return requireRecord(world, kind, name);
}

/** `fileSearchStores/s/documents/d` → `fileSearchStores/s`. */
export function storeOf(name: string): string {
  return name.split('/').slice(0, 2).join('/');
}

/** A store as it is now: its numbers follow from its documents. Those that are 0 are left out, as all defaults are. */
export function shownStore(world: World, { name, resource }: Stored): JsonObject {
  const documents = listRecords(world, 'documents', name).map(
    (one) => shownDocument(world, one) as Message<'Document'>,
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
    // Stamps of one form compare as they follow each other.
    updateTime: times.map(String).sort().at(-1) ?? '',
    ...Object.fromEntries(shown.map(([field, count]) => [field, String(count)])),
  };
}

/** A document as it is now: its state follows from the time. */
export function shownDocument(world: World, stored: Stored): JsonObject {
  const { endsAt, outcome } = processingOf(stored);
  const isDone = world.time.now() >= endsAt;
  return {
    ...stored.resource,
    ...(isDone && { updateTime: world.time.stamp(endsAt) }),
    state: isDone ? `STATE_${outcome}` : 'STATE_PENDING',
  };
}

/** How a document came: by an upload or an import. Each has operations of its own. */
export type Arrival = 'upload' | 'import';

/** What is known of a document and not shown as it is. */
export interface DocumentHidden {
  readonly processing: Processing;
}

function processingOf({ hidden }: Stored): Processing {
  return (hidden as unknown as DocumentHidden).processing;
}

const collections: { readonly [A in Arrival]: string } = {
  upload: 'upload/operations',
  import: 'operations',
};

/** The operation of a document has the id of the document. */
export function operationName(document: string, arrival: Arrival): string {
  const id = document.slice(document.lastIndexOf('/') + 1);
  return `${storeOf(document)}/${collections[arrival]}/${id}`;
}

// Of the service's own package, whichever version was called.
const RESPONSES: { readonly [A in Arrival]: string } = {
  upload: 'type.googleapis.com/google.ai.generativelanguage.v1main.UploadToFileSearchStoreResponse',
  import: 'type.googleapis.com/google.ai.generativelanguage.v1main.ImportFileResponse',
};

/** An operation of a store as it is now: it ends when the processing of its document does. */
export function shownOperation(world: World, stored: Stored): JsonObject {
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
