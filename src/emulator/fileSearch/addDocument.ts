import type { Message } from '../../api/schema/infer';
import { FILE_SEARCH_BYTES } from '../../api/schema/fieldLimits';
import type { JsonObject } from '../../api/schema/row';
import { type Handler, singleReply } from '../call';
import { metadataProblems, STORED_SIZE } from '../corpora/chunks';
import { pack, vectorOf } from '../embedder';
import { contentOf, isReadable } from '../fileContent';
import { requireActiveFile } from '../files';
import { type Processing, processingAfter } from '../fileStore';
import { claimName, nameIn } from '../records';
import type { Stored } from '../state';
import { badFields, refuseProblems, StatusError } from '../status';
import type { HandlerContext } from '../handlerContext';
import { type Cut, type Piece, cutOf, cutPages, cutText, pdfPages } from './documentText';
import {
  type DocumentHidden,
  type OperationStart,
  addMedia,
  isPicture,
  operationName,
  requireStore,
  toOperationResource,
} from './storeResources';
import { checkLimits } from './stores';

interface DocumentRequest {
  readonly store: string;
  /** Default: derived from the display name. */
  readonly id?: string;
  readonly displayName: string;
  readonly customMetadata?: Message<'Document'>['customMetadata'];
  readonly cut: Cut;
  readonly mimeType: string;
  readonly bytes: number;
  /** Bytes of searchable text, or of images to find by name. Undefined for other types. */
  readonly content?: Buffer | undefined;
  /** Simulated processing error. Default: derived from the display name. */
  readonly failure?: Processing['error'];
  readonly embedText?: typeof vectorOf;
}

/** Minimum processing time in ms, and processing speed in bytes per second. */
const MIN_PROCESSING_MS = 1000;
const BYTES_PER_SECOND = 5_000_000;

/**
 * Creates a document that takes time to process. As for files, its display name may contain `[[fail]]` and
 * `[[processing:90]]`.
 */
export function addDocument(
  world: HandlerContext,
  request: DocumentRequest,
  at = world.time.now(),
): Stored {
  const { store, id, displayName, customMetadata = [], mimeType, bytes, failure } = request;
  const { embedText = vectorOf } = request;
  const given = id === undefined ? undefined : nameIn(store, 'documents', id);
  const name = claimName(world, { kind: 'documents', parent: store, given, displayName });
  const took = MIN_PROCESSING_MS + Math.round((bytes / BYTES_PER_SECOND) * 1000);
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
    name,
    parent: store,
    resource,
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

/** Whether documents of this type are stored: text for search, images to return in responses. */
export function acceptsDocument(mimeType: string): boolean {
  return isReadable(mimeType) || isPicture(mimeType) || mimeType === PDF;
}

function piecesOf(
  world: HandlerContext,
  name: string,
  request: DocumentRequest,
): readonly FoundPiece[] {
  const { content, displayName, mimeType, cut } = request;
  if (content && isReadable(mimeType)) return cutText(content.toString('utf8'), cut);
  const pages = content && mimeType === PDF ? pdfPages(content) : [];
  if (pages.length > 0) return cutPages(pages, cut);
  const text = displayName === '' ? name : displayName;
  if (!content || !isPicture(mimeType)) return [{ text }];
  return [{ text, mediaId: addMedia(world, name, { mimeType, content }) }];
}

interface FoundPiece extends Piece {
  readonly mediaId?: string;
}

function addChunk(
  world: HandlerContext,
  parent: string,
  index: number,
  { text, ...told }: FoundPiece,
  vector: Uint8Array,
): void {
  const name = nameIn(parent, 'chunks', String(index + 1).padStart(4, '0'));
  const resource = { name, data: { stringValue: text } };
  world.state.insert('chunks', { name, parent, resource, hidden: { ...told }, vector });
}

/** Stores the operation that tracks the processing of a document and returns its current state. */
export function beginOperation(
  world: HandlerContext,
  { name: document, parent, hidden }: Stored,
  arrival: OperationStart,
): JsonObject {
  const name = operationName(document, arrival);
  const stored = world.state.insert('operations', { name, parent, resource: { name }, hidden });
  if (!stored) throw new Error(`${name} was free and is taken.`);
  return toOperationResource(world, stored);
}

/** Checks limits, metadata and chunking before content is read. Throws 400. */
export function checkDocumentRequest(
  message: 'ImportFileRequest' | 'UploadToFileSearchStoreRequest',
  version: Parameters<typeof checkLimits>[1],
  body: Message<'ImportFileRequest' | 'UploadToFileSearchStoreRequest'>,
): Cut {
  checkLimits(message, version, body);
  refuseProblems(metadataProblems(message, body.customMetadata));
  return cutOf(message, body.chunkingConfig);
}

/** Throws 400 for files above the size limit of stores. The error message isn't published. */
export function checkDocumentSize(bytes: number): void {
  if (bytes <= FILE_SEARCH_BYTES) return;
  throw new StatusError(400, `Request payload size exceeds the limit: ${FILE_SEARCH_BYTES} bytes.`);
}

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
    cut,
    mimeType,
    bytes,
    ...(acceptsDocument(mimeType) && { content: contentOf(world, name) }),
  });
  return singleReply(beginOperation(world, document, 'import'));
};
