import type { IncomingMessage } from 'node:http';
import type { OperationRow } from '../api/operations/row';
import type { MessageName } from '../api/schema/messages';
import type { JsonObject, JsonValue } from '../api/schema/row';
import { parseRequest } from '../api/schema/validate';
import { recordBody } from './requestEvents';
import { readJson, type Route } from './http';
import { withResultSteps } from './interactions';
import { checkSameName } from './patch';
import type { LogEntry, Redactor } from './requestLog';
import { badRequest, refuseProblems } from './status';
import type { UploadService } from './upload/upload';

export const MAX_LOGGED_BYTES = 64 * 1024;

export async function readLogged(
  service: Pick<UploadService, 'limits' | 'redactor'>,
  row: OperationRow,
  request: IncomingMessage,
  entry: LogEntry,
): Promise<JsonValue> {
  const { json, text } = await readJson(request, service.limits.bodyBytes);
  entry.bodyBytes = Buffer.byteLength(text);
  recordBody(entry, text);
  entry.body = logged(service.redactor, row, text);
  return json;
}

export function logged(redactor: Redactor, row: OperationRow, text: string): string {
  const clean = redactor.json(text, row.body ?? '');
  // Copied, because a slice would retain the full text in memory.
  return Buffer.from(clean.slice(0, MAX_LOGGED_BYTES)).toString();
}

/** Converts a body to its request message. Throws 400 if invalid. */
export function readBody(
  { onUnknown }: { readonly onUnknown: ((problem: string) => void) | undefined },
  route: Route,
  sent: JsonValue,
): JsonObject {
  const json = route.operation === 'interactions.create' ? withResultSteps(sent) : sent;
  const { value, violations, problems } = parseRequest(
    route.row.body as MessageName,
    route.version,
    json,
    route.row.mask !== undefined,
    onUnknown,
  );
  if (violations.length > 0) throw badRequest(violations);
  refuseProblems(problems);
  checkSameName(json, route);
  return value as JsonObject;
}
