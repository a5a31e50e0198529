import type { IncomingMessage, ServerResponse } from 'node:http';
import { operationRow } from '../api/operations';
import type { OperationRow } from '../api/operations/row';
import type { MessageName } from '../api/schema/messages';
import type { JsonObject, JsonValue } from '../api/schema/row';
import { parseRequest } from '../api/schema/validate';
import { editionOf } from '../api/versions';
import { isObject } from '../base/json';
import { GENERATE } from './answers';
import type { Call, Reply } from './call';
import { isDecided } from './decisions';
import { withResultSteps } from './interactions/index';
import { checkSameName } from './patch';
import { recordBody } from './openRequests';
import { handlers } from './handlers';
import {
  baseOf,
  parseJson,
  readBytes,
  readJson,
  readQuery,
  rejectDeep,
  type Route,
  type Target,
} from './http';
import type { ReadOpenAi } from './openai';
import type { LogEntry, Redactor } from './requestLog';
import { handleCall, logMockResponse, rejectUnmatched, withScripts } from './mockReply';
import { logSourceResult, type ResponseSource, toSourceError } from './responseSource';
import { badRequest, refuseProblems, StatusError } from './status';
import { hasMock, keyOf, uploadRoute, type UploadService } from './upload/upload';

export interface SourceExchange {
  readonly service: UploadService;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: Target;
  readonly entry: LogEntry;
  readonly gone: AbortSignal;
}

interface RoutedRequest {
  readonly route: Route;
  readonly query: URLSearchParams;
  readonly json: JsonValue;
  readonly show: (reply: Reply) => Reply;
}

/**
 * Responds from the active response source, or returns the reply of a mock, which has priority. Returns
 * false without a source. Rejects with `StatusError` if credentials, body, or upstream fail.
 * @param standing reads the body; undefined for an unknown API method
 */
export async function respondFromSource(
  on: SourceExchange,
  standing?: (json: JsonValue) => RoutedRequest,
): Promise<boolean | Reply> {
  const { service, request, response, entry } = on;
  const standIn = requireSource(on);
  if (!standIn) return false;
  const body = await readBytes(request, service.limits.bodyBytes);
  const json = readOrUndefined(() => (body.length === 0 ? {} : parseJson(body.toString())));
  if (json !== undefined) rejectDeep(json);
  const read = standing && json !== undefined ? readOrUndefined(() => standing(json)) : undefined;
  const row = read?.route.row;
  if (read) entry.operation = read.route.operation;
  entry.bodyBytes = body.length;
  recordBody(entry, body);
  entry.body = loggedText(on, body, row);
  const reply = read && ruleReply(on, read);
  if (reply) return reply;
  const asked = { ...toSourceRequest(on, row), body };
  logSourceResult(await withUpstreamErrors(standIn.answer(asked, response)), entry);
  return true;
}

/** Maps an OpenAI request to its API method. Throws 400 if invalid. */
export function routeRequest(
  { profile, world }: UploadService,
  read: ReadOpenAi,
  json: JsonValue,
): RoutedRequest {
  if (!isObject(json)) throw new StatusError(400, 'The body must be an object.');
  const { operation, path, body, show, pageSize } = read(json, world.time.now());
  return {
    route: {
      operation,
      path,
      row: operationRow(operation),
      version: editionOf('v1beta', profile),
    },
    query: new URLSearchParams(pageSize === undefined ? {} : { pageSize: String(pageSize) }),
    json: body,
    show,
  };
}

/** Returns undefined if the emulator rejects the request, as an upstream may still accept it. */
function readOrUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof StatusError) return undefined;
    throw error;
  }
}

/**
 * Returns the response of a mock. Undefined if none matches or the mock leaves the response to
 * others.
 */
function ruleReply(on: SourceExchange, standing: RoutedRequest): Reply | undefined {
  const { service, request, entry } = on;
  const { world } = service;
  const { route, query, json, show } = standing;
  const handler = handlers[route.operation];
  if (world.answers.rules.length === 0 || !handler) return undefined;
  const call = readCallOrUndefined(service, route, query, json, baseOf(request, service));
  const scripted = call && withScripts(call, world);
  const script = scripted?.script;
  if (!scripted || (!script && !isDecided(scripted))) return undefined;
  if (script?.answer === GENERATE) {
    script.take();
    return undefined;
  }
  logMockResponse(entry, scripted, service);
  rejectUnmatched(scripted, service);
  return show(world.state.transaction(() => handleCall(handler, scripted, world)));
}

function readCallOrUndefined(
  service: SourceExchange['service'],
  route: Route,
  query: URLSearchParams,
  json: JsonValue,
  origin: string,
): Call | undefined {
  const { row, version } = route;
  return readOrUndefined(() => {
    const values = readQuery(row, version, query);
    const body = row.body === undefined ? {} : readBody(service, route, json);
    return { ...route, caller: { kind: 'apiKey' }, query: values, isMedia: false, body, origin };
  });
}

/** Handles an upload request like `respondFromSource`, but with a streamed body. */
export async function respondToUpload(on: SourceExchange): Promise<boolean> {
  const { service, request, response, url, entry } = on;
  const standIn = requireSource(on);
  if (!standIn) return false;
  const route = uploadRoute(url.path, service.profile);
  if (route) entry.operation = route.operation;
  // Mocks have priority, and uploads that started in the emulator finish there.
  const id = url.query.get('upload_id');
  const isOwn =
    id === null
      ? route !== undefined && (await hasMock({ ...on, ...route }))
      : service.uploads.find(keyOf(id)) !== undefined;
  if (isOwn) return false;
  const asked = toSourceRequest(on, undefined);
  const by = await withUpstreamErrors(standIn.relayUpload(asked, request, response));
  if (by === undefined) return false;
  entry.answeredBy = by;
  return true;
}

/** Returns the active response source. Throws if the source relays nothing and the credentials look real. */
function requireSource({ service, request, url }: SourceExchange): ResponseSource | undefined {
  const { standIn } = service;
  if (!standIn?.isOn) return undefined;
  if (!standIn.relays) service.credentials.rejectLive(request.headers, url.query);
  return standIn;
}

function toSourceRequest(
  { service, request, entry, gone }: SourceExchange,
  row: OperationRow | undefined,
): Parameters<ResponseSource['relayUpload']>[0] {
  return {
    operation: openAiName(request.url ?? '') ?? entry.operation ?? 'other',
    method: request.method ?? '',
    target: request.url ?? '',
    headers: request.headers,
    base: baseOf(request, service),
    mayBeArray: row?.stream === true,
    signal: gone,
  };
}

/** OpenAI requests have separate names, because their recordings have a different format. */
function openAiName(target: string): string | undefined {
  const [, name] = /^\/v1beta\/openai\/([\w/]+)/.exec(target) ?? [];
  return name && `openai.${name.split('/').slice(0, 2).join('.')}`;
}

function loggedText(
  { service: { redactor } }: SourceExchange,
  body: Buffer,
  row: OperationRow | undefined,
): string {
  const text = body.toString('utf8', 0, MAX_LOGGED_BYTES);
  return row?.body === undefined ? redactor.text(text) : redactor.json(text, row.body);
}

async function withUpstreamErrors<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw toSourceError(error);
  }
}

const MAX_LOGGED_BYTES = 64 * 1024;

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
