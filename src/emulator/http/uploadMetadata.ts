import { parseRequest } from '../../api/schema/validate';
import type { JsonValue } from '../../api/schema/row';
import { isObject } from '../../api/schema/scalars';
import type { FileRequest } from '../files/addFile';
import { badFields, badRequest, StatusError } from '../status';
import type { UploadExchange } from './uploadExchange';

/** What the JSON of an upload says of its file. */
export interface UploadMetadata {
  readonly file: FileRequest;
  /** Empty where it says none. The interface calls it an output; clients send it all the same. */
  readonly mimeType: string;
}

const MIME_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+ *(;.*)?$/;
const LONGEST_MIME_TYPE = 255;
const UNKNOWN = 'application/octet-stream';

/** Throws the service's 400 for JSON that is no such message. */
export function readMetadata({ version }: UploadExchange, json: JsonValue): UploadMetadata {
  const { value, violations, problems } = parseRequest('CreateFileRequest', version, json);
  if (violations.length > 0) throw badRequest(violations);
  if (problems.length > 0) throw badFields(problems);
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
