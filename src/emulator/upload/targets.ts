import type { UploadId } from '../../api/call';
import type { Message } from '../../api/schema/infer';
import { isObject, tryParse } from '../../base/json';
import { addFiles, checkNewFile } from '../environments/environments';
import {
  acceptsDocument,
  addDocument,
  beginOperation,
  checkDocumentRequest,
  checkDocumentSize,
} from '../fileSearch/addDocument';
import { requireStore } from '../fileSearch/storeResources';
import { isReadable } from '../fileContent';
import {
  addFile,
  checkFileRequest,
  deleteExpired,
  requireFileRoom,
  toFileResource,
} from '../fileStore';
import { baseOf } from '../http';
import { logSourceResult, type SourceUpload, toSourceError } from '../responseSource';
import { StatusError } from '../status';
import type { UploadExchange, UploadTarget } from './exchange';

type UploadRequest = Omit<SourceUpload, 'content' | 'metadata'>;

/**
 * Responds with a recording instead of creating a resource. The emulator still handles the upload protocol.
 */
export const recorded: UploadTarget = {
  // Only recordings know whether the parent exists.
  checkRequest(exchange, metadata) {
    const { standIn } = exchange.service;
    const refused = fromSource(() => standIn?.refused({ ...toUploadRequest(exchange), metadata }));
    if (!refused) return;
    exchange.entry.answeredBy = 'recording';
    throw errorOf(refused.status, refused.text);
  },
  checkSize: () => undefined,
  keeps: () => false,
  answer(exchange, metadata, content) {
    const { service, entry } = exchange;
    const { standIn } = service;
    if (!standIn) throw new TypeError('No other response source is active.');
    const outcome = fromSource(() =>
      standIn.uploaded({ ...toUploadRequest(exchange), metadata, content }),
    );
    if (outcome.by === 'miss') return logSourceResult(outcome, entry);
    entry.answeredBy = outcome.by;
    if (outcome.status < 400) return outcome.text;
    throw errorOf(outcome.status, outcome.text);
  },
  create: () => {
    throw new TypeError('Uploads that are replayed create nothing.');
  },
};

function fromSource<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toSourceError(error);
  }
}

function toUploadRequest({ service, request, url, entry }: UploadExchange): UploadRequest {
  return {
    operation: entry.operation ?? 'other',
    method: request.method ?? '',
    target: `${url.path}?${url.query.toString()}`,
    headers: request.headers,
    base: baseOf(request, service),
  };
}

function errorOf(status: number, text: string): StatusError {
  const json = tryParse(text);
  const error = isObject(json) && isObject(json.error) ? json.error : {};
  const { message, status: word } = error;
  return new StatusError(
    status,
    typeof message === 'string' ? message : text,
    typeof word === 'string' ? { status: word } : {},
  );
}

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
      store,
      displayName,
      cut,
      mimeType,
      bytes,
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
