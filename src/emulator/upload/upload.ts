import type { IncomingMessage, ServerResponse } from 'node:http';
import { matchTemplate } from '../../api/names';
import { type OperationId, operationRow } from '../../api/operations';
import { allEditions, isAvailable, type Profile, versionOf } from '../../api/versions';
import type { Reply } from '../call';
import { injectFault } from '../faultInjection';
import { baseOf, readJson, readQuery, send, type SendOptions } from '../http';
import { StatusError } from '../status';
import { drain } from './chunk';
import { runCommand, runLegacy } from './resumable';
import {
  bytesIn,
  errorResponse,
  headerOf,
  protocolOf,
  type UploadResponse,
  type UploadExchange,
  UploadViolation,
  writeResponse,
} from './exchange';
import { uploadMultipart, uploadRaw } from './singleRequest';
import { recorded, uploadTargets } from './targets';
import { mimeTypeOf, readMetadata } from './finishUpload';
import { InjectedUploadFault, willBeMocked } from './mocks';
import { keyOf } from './uploads';

export { hasMock } from './finishUpload';
export type { UploadService } from './exchange';
export { keyOf, UploadFolder, Uploads } from './uploads';

/** Both paths support all protocols, although each is documented for only one. */
const PREFIX = /^\/(?:resumable\/)?upload\//;

export function isUploadPath(path: string): boolean {
  return PREFIX.test(path);
}

/** Handles a request on the upload path. Rejects with the `StatusError` of the response. */
export async function serveUpload(
  on: Omit<UploadExchange, keyof UploadRoute>,
  options: SendOptions,
): Promise<void> {
  const { request, response, url, service, entry } = on;
  const route = uploadRoute(url.path, service.profile);
  const id = url.query.get('upload_id');
  const verbs = id === null ? [route?.row.verb] : ['POST', 'PUT', 'DELETE'];
  if (!route || !verbs.some((verb) => verb === request.method)) {
    await drain(request);
    response.writeHead(404, { 'content-length': 0 }).end();
    return;
  }
  const { operation, ...rest } = route;
  const isRecorded = service.standIn?.isOn === true;
  const exchange: UploadExchange = { ...on, ...rest, ...(isRecorded ? { target: recorded } : {}) };
  entry.operation = operation;
  entry.version = versionOf(rest.version);
  entry.credential = service.credentials.kind(request.headers, url.query);
  let isAdmitted = id !== null;
  try {
    if (id !== null) {
      await continueUpload(exchange, keyOf(id));
      return;
    }
    const fault = service.faults.take(operation);
    const instead = fault && injectFault(fault, exchange);
    if (instead) {
      await applyFault(instead, request, response, options);
      return;
    }
    admit(exchange);
    isAdmitted = true;
    const answer = await beginUpload(exchange);
    // Apply a fault that loses the response only after the work is done.
    if (fault?.accident) await send(response, { steps: [], accident: fault.accident }, options);
    else if (answer) writeResponse(response, answer);
  } catch (error) {
    if (error instanceof InjectedUploadFault) {
      await applyFault(error.reply, request, response, options);
      return;
    }
    if (!(error instanceof UploadViolation)) {
      if (!(error instanceof StatusError)) throw error;
      // Clients don't read a response while sending. If a live API key was sent, drop the connection instead.
      if (isAdmitted) await drain(request);
      if (route.row.case === undefined) throw error;
      writeResponse(response, errorResponse(error, route.row));
      return;
    }
    writeResponse(response, { status: 400, text: `${error.message}\n` });
  }
}

async function applyFault(
  reply: Reply,
  request: IncomingMessage,
  response: ServerResponse,
  options: SendOptions,
): Promise<void> {
  if (reply.accident?.kind !== 'reset') await drain(request);
  await send(response, reply, options);
}

type UploadRoute = Pick<UploadExchange, 'row' | 'version' | 'path' | 'target'>;

export function uploadRoute(
  url: string,
  profile: Profile,
): (UploadRoute & { readonly operation: OperationId }) | undefined {
  const rest = url.replace(PREFIX, '');
  const version = allEditions(profile).find((one) => rest.startsWith(`${versionOf(one)}/`));
  if (!version) return undefined;
  for (const [operation, target] of uploadTargets) {
    const row = operationRow(operation);
    const path = matchTemplate(row.path, rest.slice(versionOf(version).length + 1));
    if (path && isAvailable(row, version)) return { operation, row, version, path, target };
  }
  return undefined;
}

/** Handles a request of a started upload. The URL is a secret and needs no other authentication. */
async function continueUpload(exchange: UploadExchange, key: string): Promise<void> {
  const { service, request, response } = exchange;
  const isOlder = headerOf(request, 'x-goog-upload-command') === '';
  await service.uploads.inTurn(key, request, async () => {
    if (!service.uploads.find(key)) {
      await drain(request);
      writeResponse(response, { status: isOlder ? 404 : 400, text: 'The upload doesn’t exist.\n' });
      return;
    }
    const answer = await (isOlder ? runLegacy(exchange, key) : runCommand(exchange, key));
    if (answer) writeResponse(response, answer);
  });
}

function admit({ service, request, url, row, version }: UploadExchange): void {
  if (service.standIn?.isOn) service.credentials.rejectLive(request.headers, url.query);
  else service.credentials.check(request.headers, url.query, row, version);
}

async function beginUpload(exchange: UploadExchange): Promise<UploadResponse | undefined> {
  const { request, url, row, version } = exchange;
  readQuery(row, version, url.query);
  const { name, isOlder } = protocolOf(exchange);
  const starts = isOlder ? uploadTypes : protocols;
  const start = Object.hasOwn(starts, name) ? starts[name] : undefined;
  if (!start) {
    throw new StatusError(400, 'The upload protocol is missing or unknown.');
  }
  const command = headerOf(request, 'x-goog-upload-command');
  if (!isOlder && name === 'resumable' && command !== 'start') {
    throw new UploadViolation('X-Goog-Upload-Command must be start for a new upload.');
  }
  return await start(exchange);
}

type Start = (exchange: UploadExchange) => Promise<UploadResponse | undefined>;

const protocols: { readonly [name: string]: Start } = {
  resumable: startUpload,
  multipart: uploadMultipart,
  raw: uploadRaw,
};
const uploadTypes: { readonly [name: string]: Start } = {
  resumable: startLegacy,
  multipart: uploadMultipart,
  media: uploadRaw,
};

const ANNOUNCED = 'x-goog-upload-header-';

interface StartHeaders {
  readonly length: string;
  readonly type: string;
}

async function startUpload(exchange: UploadExchange): Promise<UploadResponse> {
  const { service, request } = exchange;
  const id = await beginResumable(exchange, {
    length: `${ANNOUNCED}content-length`,
    type: `${ANNOUNCED}content-type`,
  });
  const fault = service.uploadFaults.take(['start']);
  const url = addressOf(exchange, id, 'upload_protocol', 'resumable');
  const echoed = Object.keys(request.headers)
    .filter((name) => name.startsWith(ANNOUNCED))
    .map((name) => [name, headerOf(request, name)] as const);
  return {
    status: 200,
    headers: {
      ...Object.fromEntries(echoed),
      ...(fault?.hides === 'url'
        ? {}
        : {
            'x-goog-upload-url': url,
            'x-goog-upload-control-url': url,
            'x-guploader-uploadid': id,
          }),
      ...(fault?.hides === 'status' ? {} : { 'x-goog-upload-status': 'active' }),
      'x-goog-upload-chunk-granularity': String(service.uploads.granularity),
    },
  };
}

async function startLegacy(exchange: UploadExchange): Promise<UploadResponse> {
  const id = await beginResumable(exchange, {
    length: 'x-upload-content-length',
    type: 'x-upload-content-type',
  });
  const location = addressOf(exchange, id, 'uploadType', 'resumable');
  return { status: 200, headers: { location, 'x-guploader-uploadid': id } };
}

async function beginResumable(
  exchange: UploadExchange,
  { length, type }: StartHeaders,
): Promise<string> {
  const { service, request, entry, version, target } = exchange;
  const { json, text } = await readJson(request, service.limits.bodyBytes);
  entry.bodyBytes = Buffer.byteLength(text);
  entry.body = service.redactor.text(text);
  const metadata = readMetadata(exchange, json);
  const declared = bytesIn(request, length);
  const { world, uploads } = service;
  return world.state.transaction(() => {
    if (!willBeMocked(exchange, metadata.request)) target.checkRequest(exchange, metadata.request);
    target.checkSize(exchange, declared ?? 0);
    return uploads.begin({
      version,
      request: metadata.request,
      mimeType: mimeTypeOf(exchange.row, headerOf(request, type), metadata.mimeType),
      ...(declared === undefined ? {} : { declared }),
    });
  });
}

/** Returns the upload URL. Includes the API key if the request had it in the query. */
function addressOf(
  { service, request, url }: UploadExchange,
  id: string,
  protocol: string,
  value: string,
): string {
  const query = new URLSearchParams({ upload_id: id, [protocol]: value });
  const key = url.query.get('key');
  if (key !== null) query.set('key', key);
  return `${baseOf(request, service)}${url.path}?${query.toString()}`;
}
