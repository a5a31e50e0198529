import type { JsonObject } from '../../api/schema/row';
import type { Version } from '../../api/versions';
import { addFile, type FileContent, type FileRequest } from '../files/addFile';
import { shownFile } from '../files/fileRecord';
import { dropExpired, requireFileRoom } from '../files/quota';
import { originOf } from './origin';
import { StatusError } from '../status';
import { jsonText } from './uploadAnswer';
import type { UploadExchange } from './uploadExchange';
import type { UploadOutcome } from './uploadRecord';
import { toWire } from './wire';

/** Throws 400 where a file is too big, and 429 where the project has no room for it. */
export function checkSize({ service }: UploadExchange, bytes: number): void {
  const { fileBytes, projectBytes } = service.limits;
  // The wording is the one of a request that is too big; the service's own for files is not published.
  if (bytes > fileBytes) {
    throw new StatusError(400, `Request payload size exceeds the limit: ${fileBytes} bytes.`);
  }
  dropExpired(service.world);
  requireFileRoom(service.world, bytes, projectBytes);
}

/** Makes the file of bytes that were read, and answers it as JSON. Throws what it is refused with. */
export function createUploaded(
  exchange: UploadExchange,
  file: FileRequest,
  content: FileContent,
): string {
  const { service, version, request } = exchange;
  const { world } = service;
  return world.state.transaction(() => {
    checkSize(exchange, content.bytes);
    const shown = shownFile(world, addFile(world, file, content), originOf(request));
    return jsonText(wrapped(version, shown));
  });
}

/** Ends a resumable upload for good, also where the file is refused: the answer is kept for queries. */
export async function finishUpload(exchange: UploadExchange, key: string): Promise<UploadOutcome> {
  const { uploads, world } = exchange.service;
  const record = uploads.find(key);
  if (!record) throw new Error('An upload vanished while it was finished.');
  const { received: bytes, mimeType, file } = record;
  const sha256 = await uploads.contentOf(key).sha256(bytes);
  const outcome = world.state.transaction(() => {
    const ended = outcomeOf(() => createUploaded(exchange, file, { mimeType, bytes, sha256 }));
    uploads.change(key, { status: 'final', outcome: ended });
    return ended;
  });
  uploads.removeContent(key);
  return outcome;
}

function outcomeOf(create: () => string): UploadOutcome {
  try {
    return { code: 200, text: create() };
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    return { code: error.code, text: jsonText(error.toJson()) };
  }
}

function wrapped(version: Version, file: JsonObject): JsonObject {
  return toWire('CreateFileResponse', version, { file });
}
