import type { UploadId } from '../../api/call';
import type { Message } from '../../api/schema/infer';
import { addFiles, checkNewFile } from '../environments';
import {
  addDocument,
  beginOperation,
  checkDocumentRequest,
  checkDocumentSize,
  acceptsDocument,
  requireStore,
} from '../fileSearch';
import { isReadable } from '../fileContent';
import {
  addFile,
  checkFileRequest,
  deleteExpired,
  requireFileRoom,
  toFileResource,
} from '../fileStore';
import { baseOf } from '../http';
import { StatusError } from '../status';
import type { UploadTarget } from './exchange';

const file: UploadTarget = {
  checkRequest({ service }, request) {
    checkFileRequest(service.world, (request as Message<'CreateFileRequest'>).file ?? {});
  },
  checkSize({ service }, bytes) {
    const { fileBytes, projectBytes } = service.limits;
    // Uses the message for large requests; the one for files isn't published.
    if (bytes > fileBytes) {
      throw new StatusError(400, `Request payload size exceeds the limit: ${fileBytes} bytes.`);
    }
    deleteExpired(service.world);
    requireFileRoom(service.world, bytes, projectBytes);
  },
  keeps: isReadable,
  create({ service, request: sent }, request, content) {
    const { world } = service;
    const { file: wanted = {} } = request as Message<'CreateFileRequest'>;
    return {
      file: toFileResource(world, addFile(world, wanted, content), baseOf(sent, service)),
    };
  },
};

const document: UploadTarget = {
  checkRequest({ service, path, version }, request) {
    requireStore(service.world, path.fileSearchStoreName ?? '');
    checkDocumentRequest('UploadToFileSearchStoreRequest', version, request);
  },
  checkSize(_exchange, bytes) {
    checkDocumentSize(bytes);
  },
  keeps: acceptsDocument,
  create({ service: { world }, path, version }, request, content) {
    const store = requireStore(world, path.fileSearchStoreName ?? '').name;
    const cut = checkDocumentRequest('UploadToFileSearchStoreRequest', version, request);
    const { displayName = '', customMetadata } =
      request as Message<'UploadToFileSearchStoreRequest'>;
    const { mimeType, bytes, blocks } = content;
    const made = addDocument(world, {
      ...{ store, displayName, cut, mimeType, bytes },
      ...(customMetadata && { customMetadata }),
      ...(blocks && { content: Buffer.concat([...blocks]) }),
    });
    return beginOperation(world, made, 'upload');
  },
};

const environmentFile: UploadTarget = {
  checkRequest({ service, path }, request) {
    checkNewFile(service.world, path.name ?? '', request);
  },
  checkSize({ service }, bytes) {
    const { fileBytes } = service.limits;
    if (bytes <= fileBytes) return;
    throw new StatusError(400, `Request payload size exceeds the limit: ${fileBytes} bytes.`);
  },
  keeps: () => true,
  create({ service: { world, limits }, path }, request, content) {
    return { files: addFiles(world, path.name ?? '', request, content, limits.fileBytes) };
  },
};

const rows: { readonly [I in UploadId]: UploadTarget } = {
  'media.upload': file,
  'environments.files.upload': environmentFile,
  'media.uploadToFileSearchStore': document,
};

export const uploadTargets = Object.entries(rows) as readonly (readonly [UploadId, UploadTarget])[];
