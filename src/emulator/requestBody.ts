import type { IncomingMessage } from 'node:http';
import type { OperationRow } from '../api/operations/row';
import type { MessageName } from '../api/schema/messages';
import type { JsonObject, JsonValue } from '../api/schema/row';
import { parseRequest } from '../api/schema/validate';
import { readJson, type Route } from './http';
import { checkSameName } from './patch';
import type { LogEntry } from './requestLog';
import { badRequest, refuseProblems } from './status';
import type { UploadService } from './upload/upload';

/** The log keeps this much of a body. */
const LOGGED_BODY = 64 * 1024;

/** The JSON of a body; the log has what it may keep of it. */
export async function readLogged(
  service: Pick<UploadService, 'limits' | 'redactor'>,
  row: OperationRow,
  request: IncomingMessage,
  entry: LogEntry,
): Promise<JsonValue> {
  const { json, text } = await readJson(request, service.limits.bodyBytes);
  entry.bodyBytes = Buffer.byteLength(text);
  // Copied, because a slice would keep the whole text in memory.
  entry.body = Buffer.from(
    service.redactor.json(text, json, row.body ?? '').slice(0, LOGGED_BODY),
  ).toString();
  return json;
}

/** The message that a body is. Throws the service's 400 for what it is not. */
export function readBody(route: Route, json: JsonValue): JsonObject {
  const { value, violations, problems } = parseRequest(
    route.row.body as MessageName,
    route.version,
    json,
    route.row.mask !== undefined,
  );
  if (violations.length > 0) throw badRequest(violations);
  refuseProblems(problems);
  checkSameName(json, route);
  return value as JsonObject;
}
