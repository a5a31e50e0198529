import type { OperationRow } from '../../api/operations/row';
import type { MessageName } from '../../api/schema/messages';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import { toSnakeCase } from '../../api/schema/scalars';
import { parseRequest } from '../../api/schema/validate';
import { isObject } from '../../base/json';
import { UNKNOWN_TYPE } from '../../base/mediaTypes';
import type { FileContent } from '../fileStore';
import { noteUpload } from '../followers';
import { readQuery, toWire } from '../http';
import { badRequest, refuseProblems, StatusError } from '../status';
import { jsonText, type UploadExchange } from './exchange';
import type { UploadOutcome } from './uploads';

/** Makes what was uploaded of bytes that were read, and answers it as JSON. Throws what it is refused with. */
export function createUploaded(
  exchange: UploadExchange,
  request: JsonObject,
  content: FileContent,
): string {
  const { service, row, version, target, rules, entry } = exchange;
  noteUpload(entry, request, content);
  const ruled = rules.answer(exchange, request);
  if (ruled !== undefined) return ruled;
  if (target.answer) return target.answer(exchange, request, content);
  return service.world.state.transaction(() => {
    target.checkRequest(exchange, request);
    target.checkSize(exchange, content.bytes);
    return jsonText(toWire(row.response, version, target.create(exchange, request, content)));
  });
}

/** Ends a resumable upload for good, also where it is refused: the answer is kept for queries. */
export async function finishUpload(exchange: UploadExchange, key: string): Promise<UploadOutcome> {
  const { service, target } = exchange;
  const { uploads, world } = service;
  const record = uploads.find(key);
  if (!record) throw new Error('An upload vanished while it was finished.');
  const { received: bytes, mimeType, request } = record;
  const sha256 = await uploads.contentOf(key).sha256(bytes);
  const outcome = world.state.transaction(() => {
    const blocks = target.keeps(mimeType) ? { blocks: uploads.contentOf(key).blocks(bytes) } : {};
    const content = { mimeType, bytes, sha256, ...blocks };
    const ended = outcomeOf(exchange, () => createUploaded(exchange, request, content));
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

/** What the JSON of an upload says. */
interface UploadMetadata {
  readonly request: JsonObject;
  /** Empty where it says none. Of files the interface calls it an output; clients send it all the same. */
  readonly mimeType: string;
}

// Guides of the service call JSON lines `jsonl`, and it takes that.
const MIME_TYPE = /^(?:jsonl|[\w!#$&^.+-]+\/[\w!#$&^.+-]+ *(;.*)?)$/;
const LONGEST_MIME_TYPE = 255;

/**
 * Where the operation has no message of its own, its parameters say what there is to say. Throws the service's 400 for
 * JSON that is no such message, and for parameters that it does not have.
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

/** A text at a place of JSON, whose names may be in either case; empty where there is none. */
function textIn(json: JsonValue | undefined, [key, ...rest]: readonly string[]): string {
  if (key === undefined) return typeof json === 'string' ? json : '';
  const object = json !== undefined && isObject(json) ? json : {};
  return textIn(object[key] ?? object[toSnakeCase(key)], rest);
}

/**
 * The first MIME type that is given. Throws 400 where it is none; the wording is not published.
 * @param given from the most to the least binding; an empty one counts as not given.
 */
export function mimeTypeOf(
  { body = '', upload }: Pick<OperationRow, 'body' | 'upload'>,
  ...given: readonly string[]
): string {
  const first = given.map((one) => one.trim()).find((one) => one !== '') ?? UNKNOWN_TYPE;
  if (MIME_TYPE.test(first) && first.length <= LONGEST_MIME_TYPE) return first;
  const field = toSnakeCase(upload?.mimeType ?? '');
  throw new StatusError(400, `* ${body}.${field}: must be a MIME type\n`);
}
