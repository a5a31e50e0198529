import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MessageName } from '../api/schema/messages';
import type { JsonObject } from '../api/schema/row';
import { versionOf } from '../api/versions';
import { parseRequest } from '../api/schema/validate';
import { catchUp, showsBatches } from './batches';
import { type Call, type Reply, single, type Speed } from './call';
import { CONTROL_PATH, type Control } from './control';
import { discover, DISCOVERY_PATH } from './discovery';
import { answerInstead, withFault } from './faultInjection';
import { handlers } from './handlers';
import {
  baseOf,
  parseTarget,
  readFields,
  readJson,
  readQuery,
  selectFields,
  send,
  toWire,
  type Guard,
  type Route,
  type Router,
  type SendOptions,
} from './http';
import { checkBody, type Identity } from './identity/identity';
import { checkSameName } from './patch';
import type { Quotas } from './quotas';
import type { LogEntry, RequestLog } from './requestLog';
import { refuseProblems, badRequest, StatusError } from './status';
import type { Tally } from './tally';
import { isUploadPath, serveUpload, type UploadService } from './upload/upload';
import { JWKS_PATH, publicKeys } from './webhooks';

/** Everything that answers requests. */
export interface Service extends UploadService {
  readonly guard: Pick<Guard, 'check'>;
  readonly router: Router;
  readonly control: Control;
  readonly identity: Identity;
  readonly log: RequestLog;
  readonly quotas: Quotas;
  readonly tally: Tally;
  readonly speed: () => Speed;
  /** Takes what should never happen; the client gets a 500. */
  readonly onError: (error: unknown) => void;
}

/** Answers as soon as everything is loaded, without a credential: for whoever waits for the start. */
const HEALTH_PATH = '/healthz';

/** A client that adds the version was given an address that has one already. */
const TWO_VERSIONS = /^\/v\d\w*\/v\d\w*\//;
const TWO_VERSIONS_HINT =
  'The path has two versions. Leave the version out of the base URL: the client adds it.';

/** The log keeps this much of a body. */
const LOGGED_BODY = 64 * 1024;

/** Answers one request, and logs it. Never rejects. */
export async function serve(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const target = request.url ?? '';
  const entry = service.log.start(
    {
      method: request.method ?? '',
      target: service.redactor.target(target),
      headers: service.redactor.headers(request.headers),
      startedAt: service.clock.now(),
    },
    !target.startsWith(CONTROL_PATH),
  );
  const gone = watch(service, response, entry);
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('cache-control', 'private');
  const plain: SendOptions = {
    form: 'single',
    pretty: true,
    speed: { latency: 0, rate: 0 },
    clock: service.clock,
    signal: gone,
    toWire: (message) => message,
    onCut: () => void (entry.reset = true),
  };
  let options = plain;
  try {
    service.guard.check(request);
    const url = parseTarget(target);
    if (url.path.startsWith(CONTROL_PATH)) {
      await send(response, await service.control.answer(request, url), plain);
      return;
    }
    if (request.method === 'GET' && url.path.startsWith(DISCOVERY_PATH)) {
      await send(response, discover(url, baseOf(request, service), service.profile), plain);
      return;
    }
    if (request.method === 'GET' && url.path === HEALTH_PATH) {
      await send(response, single({ status: 'ok' }), plain);
      return;
    }
    if (request.method === 'GET' && url.path === JWKS_PATH) {
      await send(response, single(publicKeys(service.world)), plain);
      return;
    }
    if (service.identity.serves(url.path)) {
      const onForm = (text: string): void => void (entry.body = service.redactor.form(text));
      const reply = await service.identity.answer(request, url, onForm);
      await send(response, reply, plain);
      return;
    }
    if (isUploadPath(url.path)) {
      // Before the JSON operations, because bodies are read as they come and not as a whole.
      await serveUpload({ service, request, response, url, entry, gone }, plain);
      return;
    }
    const isMedia = altOf(url.query) === 'media';
    const route = service.router.find(request.method ?? '', url.path, isMedia);
    if (!route) {
      if (TWO_VERSIONS.test(url.path)) throw new StatusError(404, TWO_VERSIONS_HINT);
      // As the service does for a path that it does not know: nothing to parse.
      response.writeHead(404, { 'content-length': 0 }).end();
      return;
    }
    entry.operation = route.operation;
    entry.version = versionOf(route.version);
    entry.credential = service.credentials.kind(request.headers, url.query);
    options = { ...plain, ...formOf(route, url.query), speed: service.speed() };
    const reply = await answer(service, route, request, url.query, entry);
    await send(response, reply, options);
  } catch (error) {
    if (gone.aborted) return;
    const status =
      error instanceof StatusError ? error : new StatusError(500, 'Internal error encountered.');
    if (status !== error) service.onError(error);
    await refuse(service, response, status, options);
  }
}

async function refuse(
  service: Service,
  response: ServerResponse,
  error: StatusError,
  options: SendOptions,
): Promise<void> {
  try {
    await send(response, { steps: [], accident: { kind: 'error', error } }, options);
  } catch (failure) {
    if (!options.signal.aborted) service.onError(failure);
    response.destroy();
  }
}

async function answer(
  service: Service,
  route: Route,
  request: IncomingMessage,
  query: URLSearchParams,
  entry: LogEntry,
): Promise<Reply> {
  const fault = service.faults.take(route.operation);
  const instead = fault && answerInstead(fault, route);
  if (instead) return instead;
  const { row, version } = route;
  const caller = service.credentials.check(request.headers, query, row, version);
  const values = readQuery(row, version, query);
  // Before anything is done.
  readFields(fieldsIn(query), row.response, version);
  const body = row.body === undefined ? {} : await readBody(service, route, request, entry);
  checkBody(caller, row, version, body);
  service.quotas.take(row, route.path.model ?? '', body);
  const handler = handlers[route.operation];
  if (!handler) {
    throw new StatusError(501, `The emulator does not serve ${route.operation} yet.`);
  }
  const isMedia = row.download === true && altOf(query) === 'media';
  const call: Call = {
    ...route,
    caller,
    query: values,
    isMedia,
    body,
    origin: baseOf(request, service),
  };
  const { world } = service;
  if (showsBatches(route.operation)) await catchUp(world);
  // Answered in one turn and one transaction: half of a change is never seen nor kept.
  const reply = world.visibility.during(fault?.unseenFor ?? 0, () =>
    world.state.transaction(() => handler(call, world)),
  );
  return fault ? withFault(reply, fault, row) : reply;
}

async function readBody(
  service: Service,
  route: Route,
  request: IncomingMessage,
  entry: LogEntry,
): Promise<JsonObject> {
  const { json, text } = await readJson(request, service.limits.bodyBytes);
  entry.bodyBytes = Buffer.byteLength(text);
  // Copied, because a slice would keep the whole text in memory.
  entry.body = Buffer.from(
    service.redactor.json(text, json, route.row.body ?? '').slice(0, LOGGED_BODY),
  ).toString();
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

function formOf(
  route: Route,
  query: URLSearchParams,
): Pick<SendOptions, 'errors' | 'form' | 'pretty' | 'toWire'> {
  const isSse = altOf(query) === 'sse';
  const { row, version } = route;
  return {
    form: row.stream === true ? (isSse ? 'sse' : 'array') : 'single',
    ...(row.case === 'snake' ? { errors: row.case } : {}),
    pretty: !['false', '0'].includes(query.get('prettyPrint') ?? query.get('$prettyPrint') ?? ''),
    toWire: (message) => {
      const json = toWire(row.response, version, message);
      const fields = readFields(fieldsIn(query), row.response, version);
      return fields ? selectFields(json, fields) : json;
    },
  };
}

function altOf(query: URLSearchParams): string | null {
  return query.get('alt') ?? query.get('$alt');
}

function fieldsIn(query: URLSearchParams): string | null {
  return query.get('fields') ?? query.get('$fields');
}

/** Completes the log entry when the answer is over; the signal aborts when the client left before. */
function watch(service: Service, response: ServerResponse, entry: LogEntry): AbortSignal {
  const gone = new AbortController();
  const start = service.clock.monotonic();
  const { socket } = response;
  const before = socket?.bytesWritten ?? 0;
  response.once('close', () => {
    if (response.headersSent) entry.status = response.statusCode;
    entry.bytesSent = (socket?.bytesWritten ?? 0) - before;
    entry.duration = Math.round(service.clock.monotonic() - start);
    entry.closedEarly = !response.writableFinished && entry.reset !== true;
    // What controls it is none of what it serves.
    if (entry.id !== 0) service.tally.add(entry);
    gone.abort();
  });
  return gone.signal;
}
