import type { OperationRow } from '../../api/operations/row';
import type { MessageName } from '../../api/schema/messages';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import { toSnakeCase } from '../../api/schema/scalars';
import { parseRequest } from '../../api/schema/validate';
import { isObject } from '../../base/json';
import { UNKNOWN_TYPE } from '../../base/mediaTypes';
import type { FileContent } from '../fileStore';
import { recordUpload } from '../requestEvents';
import { readQuery, toWire } from '../http';
import { badRequest, refuseProblems, StatusError } from '../status';
import { jsonText, type UploadExchange } from './exchange';
import type { UploadOutcome } from './uploads';

/** Creates the uploaded resource and returns it as JSON. Throws the error of the response. */
export function createFromUpload(
  exchange: UploadExchange,
  request: JsonObject,
  content: FileContent,
): string {
  const { service, row, version, target, rules, entry } = exchange;
  recordUpload(entry, request, content);
  const ruled = rules.answer(exchange, request);
  if (ruled !== undefined) return ruled;
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
