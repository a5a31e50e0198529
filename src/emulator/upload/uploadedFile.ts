import type { JsonValue } from '../../api/schema/row';
import { parseRequest } from '../../api/schema/validate';
import { isObject } from '../../base/json';
import { isReadable } from '../fileContent';
import {
  addFile,
  dropExpired,
  type FileContent,
  type FileRequest,
  requireFileRoom,
  shownFile,
} from '../fileStore';
import { originOf, toWire } from '../http';
import { refuseProblems, badRequest, StatusError } from '../status';
import { jsonText, type UploadExchange } from './exchange';
import type { UploadOutcome } from './uploads';

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
    return jsonText(toWire('CreateFileResponse', version, { file: shown }));
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
    const blocks = isReadable(mimeType) ? { blocks: uploads.contentOf(key).blocks(bytes) } : {};
    const content = { mimeType, bytes, sha256, ...blocks };
    const ended = outcomeOf(() => createUploaded(exchange, file, content));
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

/** What the JSON of an upload says of its file. */
export interface UploadMetadata {
  readonly file: FileRequest;
  /** Empty where it says none. The interface calls it an output; clients send it all the same. */
  readonly mimeType: string;
}

// Guides of the service call JSON lines `jsonl`, and it takes that.
const MIME_TYPE = /^(?:jsonl|[\w!#$&^.+-]+\/[\w!#$&^.+-]+ *(;.*)?)$/;
const LONGEST_MIME_TYPE = 255;
const UNKNOWN = 'application/octet-stream';

/** Throws the service's 400 for JSON that is no such message. */
export function readMetadata({ version }: UploadExchange, json: JsonValue): UploadMetadata {
  const { value, violations, problems } = parseRequest('CreateFileRequest', version, json);
  if (violations.length > 0) throw badRequest(violations);
  refuseProblems(problems);
  const raw = isObject(json) && isObject(json.file) ? json.file : {};
  const mimeType = raw.mimeType ?? raw.mime_type;
  return {
    file: { name: value.file?.name, displayName: value.file?.displayName },
    mimeType: typeof mimeType === 'string' ? mimeType : '',
  };
}

/**
 * The first MIME type that is given. Throws 400 where it is none; the wording is not published.
 * @param given from the most to the least binding; an empty one counts as not given.
 */
export function mimeTypeOf(...given: readonly string[]): string {
  const first = given.map((one) => one.trim()).find((one) => one !== '') ?? UNKNOWN;
  if (MIME_TYPE.test(first) && first.length <= LONGEST_MIME_TYPE) return first;
  throw new StatusError(400, '* CreateFileRequest.file.mime_type: must be a MIME type\n');
}
