import type { Message } from '../../api/schema/infer';
import { FILE_SEARCH_BYTES } from '../../api/schema/fieldLimits';
import type { JsonObject } from '../../api/schema/row';
import { type Handler, single } from '../call';
import { metadataProblems, STORED_SIZE } from '../corpora';
import { pack, vectorOf } from '../embedder';
import { contentOf, isReadable } from '../fileContent';
import { requireActiveFile } from '../files';
import { type Processing, processingAfter } from '../fileStore';
import { claimName, nameIn } from '../records';
import type { Stored } from '../state';
import { badFields, refuseProblems, StatusError } from '../status';
import type { World } from '../world';
import { type Cut, cutOf, cutPages, cutText, type Piece } from './chunking';
import { addMedia, isPicture } from './media';
import { pdfPages } from './pdfText';
import {
  type Arrival,
  type DocumentHidden,
  operationName,
  requireStore,
  shownOperation,
} from './shown';
import { checkLimits } from './stores';

/** What a new document is made of. */
interface DocumentRequest {
  /** Name of the store. */
  readonly store: string;
  /** Its name is made of the display name where it is absent. */
  readonly id?: string;
  readonly displayName: string;
  readonly customMetadata?: Message<'Document'>['customMetadata'];
  readonly cut: Cut;
  readonly mimeType: string;
  readonly bytes: number;
  /** Its bytes, where they are there: of text that is searched, and of pictures that are found by their name. */
  readonly content?: Buffer | undefined;
  /** What its processing ends with, where that is not what its name asks for. */
  readonly failure?: Processing['error'];
  /** How its text is embedded, where it will be again. */
  readonly embedText?: typeof vectorOf;
}

/** Milliseconds that a document takes at least, and bytes of it that are processed in a second. */
const SHORTEST = 1000;
const BYTES_PER_SECOND = 5_000_000;

/**
 * Makes a document, which is processed for a while. Words in its display name change what becomes of it, as they do
 * for files: `[[fail]]` and `[[processing:90]]`.
 */
export function addDocument(world: World, request: DocumentRequest, at = world.time.now()): Stored {
  const { store, id, displayName, customMetadata = [], mimeType, bytes, failure } = request;
  const { embedText = vectorOf } = request;
  const given = id === undefined ? undefined : nameIn(store, 'documents', id);
  const name = claimName(world, { kind: 'documents', parent: store, given, displayName });
  const took = SHORTEST + Math.round((bytes / BYTES_PER_SECOND) * 1000);
  const usual = processingAfter(displayName, at, took);
  const processing: Processing = failure ? { ...usual, outcome: 'FAILED', error: failure } : usual;
  const hidden: DocumentHidden = { processing };
  const stamp = world.time.stamp(at);
  const resource = {
    name,
    ...(displayName !== '' && { displayName }),
    ...(customMetadata.length > 0 && { customMetadata }),
    createTime: stamp,
    updateTime: stamp,
    mimeType,
    ...(bytes > 0 && { sizeBytes: String(bytes) }),
  } as JsonObject;
  const stored = world.state.insert('documents', {
    ...{ name, parent: store, resource },
    hidden: hidden as unknown as Stored['hidden'],
  });
  if (!stored) throw new Error(`${name} was free and is taken.`);
  if (processing.outcome === 'ACTIVE') {
    for (const [index, piece] of piecesOf(world, name, request).entries()) {
      const vector = pack(embedText(piece.text, STORED_SIZE), processing.endsAt);
      addChunk(world, name, index, piece, vector);
    }
  }
  return stored;
}

const PDF = 'application/pdf';

/** Whether the bytes of documents of this type are kept: text is cut into chunks, and pictures are given back. */
export function keepsDocument(mimeType: string): boolean {
  return isReadable(mimeType) || isPicture(mimeType) || mimeType === PDF;
}

/** What has no text is found by its name. */
function piecesOf(world: World, name: string, request: DocumentRequest): readonly FoundPiece[] {
  const { content, displayName, mimeType, cut } = request;
  if (content && isReadable(mimeType)) return cutText(content.toString('utf8'), cut);
  const pages = content && mimeType === PDF ? pdfPages(content) : [];
  if (pages.length > 0) return cutPages(pages, cut);
  const text = displayName === '' ? name : displayName;
  if (!content || !isPicture(mimeType)) return [{ text }];
  return [{ text, mediaId: addMedia(world, name, { mimeType, content }) }];
}

/** A chunk, and what else a search tells of it. */
interface FoundPiece extends Piece {
  readonly mediaId?: string;
}

/** No operation shows chunks; they are searched as those of corpora are, once they are ready. */
function addChunk(
  world: World,
  parent: string,
  index: number,
  { text, ...told }: FoundPiece,
  vector: Uint8Array,
): void {
  const name = nameIn(parent, 'chunks', String(index + 1).padStart(4, '0'));
  const resource = { name, data: { stringValue: text } };
  world.state.insert('chunks', { name, parent, resource, hidden: { ...told }, vector });
}

/** Leaves the operation that tells how far a document is, and gives it as it is now. */
export function beginOperation(
  world: World,
  { name: document, parent, hidden }: Stored,
  arrival: Arrival,
): JsonObject {
  const name = operationName(document, arrival);
  const stored = world.state.insert('operations', { name, parent, resource: { name }, hidden });
  if (!stored) throw new Error(`${name} was free and is taken.`);
  return shownOperation(world, stored);
}

/** What of a request can be refused before anything of it is read: 400 for limits, metadata and chunking. */
export function checkDocumentRequest(
  message: 'ImportFileRequest' | 'UploadToFileSearchStoreRequest',
  version: Parameters<typeof checkLimits>[1],
  body: Message<'ImportFileRequest' | 'UploadToFileSearchStoreRequest'>,
): Cut {
  checkLimits(message, version, body);
  refuseProblems(metadataProblems(message, body.customMetadata));
  return cutOf(message, body.chunkingConfig);
}

/** Throws 400 for more bytes than a store takes of one file; the wording is not published. */
export function checkDocumentSize(bytes: number): void {
  if (bytes <= FILE_SEARCH_BYTES) return;
  throw new StatusError(400, `Request payload size exceeds the limit: ${FILE_SEARCH_BYTES} bytes.`);
}

/** Makes a document of a file. The file has to be active, and may be deleted afterwards. */
export const importFile: Handler = (call, world) => {
  const body = call.body as Message<'ImportFileRequest'>;
  const store = requireStore(world, call.path.fileSearchStoreName ?? '').name;
  const cut = checkDocumentRequest('ImportFileRequest', call.version, body);
  const { fileName = '', customMetadata } = body;
  const file = requireActiveFile(call, world, fileName);
  if (!file) throw badFields(['* ImportFileRequest.file_name: must have the form files/{id}']);
  const { name = '', displayName = '', mimeType = '', sizeBytes = '0' } = file;
  const bytes = Number(sizeBytes);
  checkDocumentSize(bytes);
  const document = addDocument(world, {
    store,
    displayName: displayName === '' ? name : displayName,
    ...(customMetadata && { customMetadata }),
    ...{ cut, mimeType, bytes },
    ...(keepsDocument(mimeType) && { content: contentOf(world, name) }),
  });
  return single(beginOperation(world, document, 'import'));
};
