import { once } from 'node:events';
import type { OperationRow } from '../../api/operations/row';
import type { MessageName } from '../../api/schema/messages';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import { toSnakeCase } from '../../api/schema/scalars';
import { parseRequest } from '../../api/schema/validate';
import { isObject } from '../../base/json';
import { UNKNOWN_TYPE } from '../../base/mediaTypes';
import { boundaryOf, MultipartError, MultipartParser } from '../../base/multipart';
import type { FileContent } from '../fileStore';
import { recordUpload } from '../openRequests';
import { jsonIn, readQuery, toWire } from '../http';
import { badRequest, refuseProblems, StatusError } from '../status';
import { headerOf, jsonText, protocolOf, type UploadExchange } from './exchange';
import { findUploadMock, mockedUpload } from './mocks';
import type { UploadOutcome } from './uploads';

/** Creates the uploaded resource and returns it as JSON. Throws the error of the response. */
export function createFromUpload(
  exchange: UploadExchange,
  request: JsonObject,
  content: FileContent,
): string {
  const { service, row, version, target, entry } = exchange;
  recordUpload(entry, request, content);
  const mocked = mockedUpload(exchange, request);
  if (mocked !== undefined) return mocked;
  if (target.answer) return target.answer(exchange, request, content);
  return service.world.state.transaction(() => {
    target.checkRequest(exchange, request);
    target.checkSize(exchange, content.bytes);
    return jsonText(toWire(row.response, version, target.create(exchange, request, content)));
  });
}

/** Completes a resumable upload, even if rejected: the response is stored for later queries. */
export async function finishUpload(exchange: UploadExchange, key: string): Promise<UploadOutcome> {
  const { service, target } = exchange;
  const { uploads, world } = service;
  const record = uploads.find(key);
  if (!record) throw new Error('An upload disappeared while it was finished.');
  const { received: bytes, mimeType, request } = record;
  const sha256 = await uploads.contentOf(key).sha256(bytes);
  const outcome = world.state.transaction(() => {
    const blocks = target.keeps(mimeType) ? { blocks: uploads.contentOf(key).blocks(bytes) } : {};
    const content = { mimeType, bytes, sha256, ...blocks };
    const ended = outcomeOf(exchange, () => createFromUpload(exchange, request, content));
    uploads.change(key, { status: 'final', outcome: ended });
    return ended;
  });
  uploads.removeContent(key);
  return outcome;
}

function outcomeOf({ row }: UploadExchange, create: () => string): UploadOutcome {
  try {
    return { code: 200, text: create() };
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    return { code: error.code, text: jsonText(error.toJson(row.case)) };
  }
}

interface UploadMetadata {
  readonly request: JsonObject;
  /** Empty if missing. Clients send this output-only field for files. */
  readonly mimeType: string;
}

// Google's guides use `jsonl` for JSON Lines, and the live API accepts it.
const MIME_TYPE = /^(?:jsonl|[\w!#$&^.+-]+\/[\w!#$&^.+-]+ *(;.*)?)$/;
const MAX_MIME_TYPE_LENGTH = 255;

/**
 * Parses metadata. API methods without a request message use query parameters instead. Throws 400
 * if invalid.
 */
export function readMetadata(
  { row, version, url }: Pick<UploadExchange, 'row' | 'url' | 'version'>,
  json: JsonValue,
): UploadMetadata {
  const query = readQuery(row, version, url.query);
  if (row.body === undefined) return { request: query, mimeType: '' };
  const { value, violations, problems } = parseRequest(row.body as MessageName, version, json);
  if (violations.length > 0) throw badRequest(violations);
  refuseProblems(problems);
  return {
    request: value as JsonObject,
    mimeType: textIn(json, row.upload?.mimeType?.split('.') ?? []),
  };
}

/** Returns a string at a JSON path with camel or snake case names. Empty if missing. */
function textIn(json: JsonValue | undefined, [key, ...rest]: readonly string[]): string {
  if (key === undefined) return typeof json === 'string' ? json : '';
  const object = json !== undefined && isObject(json) ? json : {};
  return textIn(object[key] ?? object[toSnakeCase(key)], rest);
}

/**
 * Returns the first nonempty MIME type. Throws 400 if invalid; the error message isn't published.
 * @param given highest priority first.
 */
export function mimeTypeOf(
  { body = '', upload }: Pick<OperationRow, 'body' | 'upload'>,
  ...given: readonly string[]
): string {
  const first = given.map((one) => one.trim()).find((one) => one !== '') ?? UNKNOWN_TYPE;
  if (MIME_TYPE.test(first) && first.length <= MAX_MIME_TYPE_LENGTH) return first;
  const field = toSnakeCase(upload?.mimeType ?? '');
  throw new StatusError(400, `* ${body}.${field}: must be a MIME type\n`);
}

type UploadStart = Pick<
  UploadExchange,
  'entry' | 'gone' | 'request' | 'row' | 'service' | 'url' | 'version'
>;

/** Maximum number of bytes to peek. Longer metadata is ignored. */
const MAX_BYTES = 64 * 1024;

/** Whether a mock responds to the upload, by its metadata. Leaves the body unread. */
export async function hasMock(beginning: UploadStart): Promise<boolean> {
  if (beginning.service.world.answers.rules.length === 0) return false;
  const script = findUploadMock(beginning, await peekMetadata(beginning));
  return script !== undefined && typeof script.answer !== 'string';
}

/**
 * Returns the metadata of an upload without consuming the body. Empty if invalid; the upload handler reports
 * the error.
 */
async function peekMetadata(beginning: UploadStart): Promise<JsonObject> {
  const { name } = protocolOf(beginning);
  const type = headerOf(beginning.request, 'content-type');
  try {
    const text =
      name === 'resumable'
        ? (await peekBytes(beginning)).toString()
        : name === 'multipart'
          ? firstMultipartPart(await peekBytes(beginning), boundaryOf(type) ?? '')
          : '';
    return readMetadata(beginning, text.trim() === '' ? {} : jsonIn(text)).request;
  } catch (error) {
    if (error instanceof StatusError || error instanceof MultipartError) return {};
    throw error;
  }
}

/**
 * Peeks at the start of a request body. Returns less if the body ends or the client disconnects.
 */
async function peekBytes({ request, gone }: UploadStart): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  // `unshift` isn't allowed after the end of a request.
  const isOver = (): boolean => request.complete && request.readableLength === 0;
  while (size < MAX_BYTES && !isOver() && !request.destroyed) {
    const piece = request.read() as Buffer | null;
    if (piece) {
      pieces.push(piece);
      size += piece.length;
    } else {
      await once(request, 'readable', { signal: gone }).catch(() => 'It is destroyed then.');
    }
  }
  const bytes = Buffer.concat(pieces);
  if (size > 0 && !request.destroyed) request.unshift(bytes);
  return bytes;
}

function firstMultipartPart(bytes: Buffer, boundary: string): string {
  const pieces: Buffer[] = [];
  const parser = new MultipartParser(boundary, {
    onPart: () => undefined,
    onBytes(index, piece) {
      if (index === 0) pieces.push(piece);
    },
  });
  parser.push(bytes);
  return Buffer.concat(pieces).toString();
}
