import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { operationRow } from '../api/operations';
import type { JsonObject } from '../api/schema/row';
import { editionOf, versionOf } from '../api/versions';
import { catchUp, showsBatches } from './batches/batchWorker';
import { type Call, type Reply, singleReply, type Speed } from './call';
import { CONTROL_PATH, type Control } from './control';
import { INVENTED, inventedHeader } from './decisions';
import { discover, DISCOVERY_PATH } from './discovery';
import { injectFault, withFault } from './faultInjection';
import type { LiveSessions, RequestEvents } from './openRequests';
import { handlers } from './handlers';
import {
  baseOf,
  parseTarget,
  readFields,
  readQuery,
  send,
  type Guard,
  type Route,
  type Router,
  type SendOptions,
} from './http';
import { checkBody, type Identity } from './identity/identity';
import {
  type SourceExchange,
  readBody,
  readLogged,
  respondFromSource,
  respondToUpload,
  routeRequest,
} from './respondFromSource';
import { findOpenAi, type ReadOpenAi, withKey } from './openai';
import type { Quotas } from './quotas';
import { altOf, fieldsIn, formOf } from './http/wire';
import type { LogEntry, RequestLog, RequestStats } from './requestLog';
import { handleCall, logMockResponse, rejectUnmatched, withScripts } from './mockReply';
import { StatusError } from './status';
import { isUploadPath, serveUpload, type UploadService } from './upload/upload';
import { JWKS_PATH, publicKeys } from './webhooks/signatures';

export interface Service extends UploadService {
  readonly guard: Pick<Guard, 'check'>;
  readonly router: Router;
  readonly control: Control;
  readonly identity: Identity;
  readonly log: RequestLog;
  readonly followers: RequestEvents;
  readonly quotas: Quotas;
  readonly tally: RequestStats;
  readonly live: LiveSessions;
  readonly speed: () => Speed;
}

/** Health check without authentication. Responds when startup is complete. */
export const HEALTH_PATH = '/healthz';

/** The base URL already has a version, and the client added another one. */
const TWO_VERSIONS = /^\/v\d\w*\/v\d\w*\//;
const TWO_VERSIONS_HINT =
  'The path has two versions. Omit the version from the base URL, because the client adds it.';

/** Handles and logs a request. Never rejects. */
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
    // An absolute URL would be relayed to its own host.
    if (!target.startsWith('/')) throw new StatusError(400, 'The emulator isn’t a proxy.');
    const url = parseTarget(target);
    if (url.path.startsWith(CONTROL_PATH)) {
      if (service.control.holds(request, response, url)) return;
      await send(response, await service.control.answer(request, url), plain);
      return;
    }
    if (request.method === 'GET' && url.path.startsWith(DISCOVERY_PATH)) {
      await send(response, discover(url, baseOf(request, service), service.profile), plain);
      return;
    }
    if (request.method === 'GET' && url.path === HEALTH_PATH) {
      await send(response, singleReply({ status: 'ok' }), plain);
      return;
    }
    if (request.method === 'GET' && url.path === JWKS_PATH) {
      await send(response, singleReply(publicKeys(service.world)), plain);
      return;
    }
    if (service.identity.serves(url.path)) {
      const onForm = (text: string): void => void (entry.body = service.redactor.form(text));
      const reply = await service.identity.answer(request, url, onForm);
      await send(response, reply, plain);
      return;
    }
    entry.answeredBy = 'engine';
    const on = { service, request, response, url, entry, gone };
    if (isUploadPath(url.path)) {
      if (await respondToUpload(on)) return;
      // Handle uploads before JSON methods, as upload bodies are streamed.
      await serveUpload(on, plain);
      return;
    }
    const openAi = findOpenAi(request.method ?? '', url.path);
    if (openAi) {
      options = { ...plain, pretty: false, errors: 'list', speed: service.speed() };
      const instead = await respondFromSource(on, (json) => routeRequest(service, openAi, json));
      if (instead === true) return;
      const reply = instead || (await answerOpenAi(service, openAi, on));
      await send(response, reply, options);
      return;
    }
    const isMedia = altOf(url.query) === 'media';
    const route = service.router.find(request.method ?? '', url.path, isMedia);
    if (!route) {
      if (await respondFromSource(on)) return;
      if (TWO_VERSIONS.test(url.path)) throw new StatusError(404, TWO_VERSIONS_HINT);
      // Like the live API, send an empty 404 for unknown paths.
      response.writeHead(404, { 'content-length': 0 }).end();
      return;
    }
    entry.operation = route.operation;
    entry.version = versionOf(route.version);
    entry.credential = service.credentials.kind(request.headers, url.query);
    options = { ...plain, ...formOf(route, url.query), speed: service.speed() };
    const instead = await respondFromSource(on, (json) => ({
      route,
      query: url.query,
      json,
      show: (reply) => reply,
    }));
    if (instead === true) return;
    const reply =
      instead ||
      (await answer(service, route, {
        request,
        headers: request.headers,
        query: url.query,
        entry,
        body: async () =>
          readBody(service, route, await readLogged(service, route.row, request, entry)),
      }));
    if (reply.invented?.length) response.setHeader(INVENTED, inventedHeader(reply.invented));
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

interface OperationRequest {
  readonly request: IncomingMessage;
  readonly headers: IncomingHttpHeaders;
  readonly query: URLSearchParams;
  readonly entry: LogEntry;
  readonly body: () => Promise<JsonObject>;
}

async function answer(
  service: Service,
  route: Route,
  { request, headers, query, entry, body: read }: OperationRequest,
): Promise<Reply> {
  const fault = service.faults.take(route.operation);
  const instead = fault && injectFault(fault, route);
  if (instead) return instead;
  const { row, version } = route;
  const caller = service.credentials.check(headers, query, row, version);
  const values = readQuery(row, version, query);
  readFields(fieldsIn(query), row.response, version);
  const body = row.body === undefined ? {} : await read();
  checkBody(caller, row, version, body);
  service.quotas.take(row, route.path.model ?? '', body);
  const handler = handlers[route.operation];
  if (!handler) {
    throw new StatusError(501, `The emulator doesn’t support ${route.operation} yet.`);
  }
  const isMedia = row.download === true && altOf(query) === 'media';
  const plain: Call = {
    ...route,
    caller,
    query: values,
    isMedia,
    body,
    origin: baseOf(request, service),
  };
  const { world } = service;
  if (showsBatches(route.operation)) await catchUp(world);
  const call = withScripts(plain, world);
  logMockResponse(entry, call, service);
  rejectUnmatched(call, service);
  // Synchronous and in one transaction, so that partial changes are never visible or saved.
  const reply = world.visibility.during(fault?.unseenFor ?? 0, () =>
    world.state.transaction(() => handleCall(handler, call, world)),
  );
  return fault ? withFault(reply, fault, row) : reply;
}

async function answerOpenAi(
  service: Service,
  read: ReadOpenAi,
  { request, url, entry }: Pick<SourceExchange, 'entry' | 'request' | 'url'>,
): Promise<Reply> {
  const headers = withKey(request.headers);
  const query = new URLSearchParams();
  const generate = operationRow('models.generateContent');
  const version = editionOf('v1beta', service.profile);
  entry.credential = service.credentials.kind(headers, query);
  // Authenticate before reading the body, which determines the API method.
  service.credentials.rejectLive(request.headers, url.query);
  service.credentials.check(headers, query, generate, version);
  const json = request.method === 'GET' ? {} : await readLogged(service, generate, request, entry);
  const { route, query: asked, json: body, show } = routeRequest(service, read, json);
  entry.operation = route.operation;
  entry.version = 'v1beta';
  const reply = await answer(service, route, {
    request,
    headers,
    entry,
    query: asked,
    body: () => Promise.resolve(readBody(service, route, body)),
  });
  return show(reply);
}

/** Created once: capturing a stack trace per request is slower than the response. */
const DISCONNECTED = new DOMException('The client disconnected.', 'AbortError');

/** Completes the log entry at the end of the response. The signal aborts if the client disconnects first. */
function watch(service: Service, response: ServerResponse, entry: LogEntry): AbortSignal {
  const gone = new AbortController();
  const start = service.clock.monotonic();
  const { socket, req } = response;
  if (entry.id !== 0) {
    service.followers.watch(entry, response, {
      base: baseOf(req, service),
      relays: service.standIn?.relays ?? false,
      now: () => service.clock.monotonic(),
    });
  }
  const before = socket?.bytesWritten ?? 0;
  response.once('close', () => {
    if (response.headersSent) entry.status = response.statusCode;
    entry.bytesSent = (socket?.bytesWritten ?? 0) - before;
    entry.duration = Math.round(service.clock.monotonic() - start);
    entry.closedEarly = !response.writableFinished && entry.reset !== true;
    // Control requests have no ID and aren't counted.
    if (entry.id !== 0) {
      service.tally.add(entry);
      service.standIn?.finished(entry.answeredBy);
      service.followers.send(entry);
    }
    gone.abort(DISCONNECTED);
  });
  return gone.signal;
}
