import { operationIds, operationRow, type OperationId } from '../../api/operations';
import { VERSIONS } from '../../api/versions';
import { insteadOf } from '../spoil';
import { StatusError } from '../status';
import { readQuery } from './query';
import { send, type SendOptions } from './send';
import { writeAnswer, type UploadAnswer } from './uploadAnswer';
import { runCommand } from './uploadCommands';
import { headerOf, UploadViolation, type UploadExchange } from './uploadExchange';
import { runLegacy } from './uploadLegacy';
import { drain } from './uploadReceive';
import { startLegacy, startUpload } from './uploadStart';
import { uploadMultipart, uploadRaw } from './uploadWhole';
import { keyOf } from './uploads';

/** Both paths take every protocol; the service's documents name one for each. */
const PREFIX = /^\/(?:resumable\/)?upload\//;

type Start = (exchange: UploadExchange) => Promise<UploadAnswer | undefined>;

/** Ways to begin an upload: by `X-Goog-Upload-Protocol` or `upload_protocol`, and by the older `uploadType`. */
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

export function isUploadPath(path: string): boolean {
  return PREFIX.test(path);
}

/** Answers one request on the upload path. Rejects with the `StatusError` that it is refused with. */
export async function serveUpload(
  on: Omit<UploadExchange, 'row' | 'version'>,
  options: SendOptions,
): Promise<void> {
  const { request, response, url, service, entry } = on;
  const route = routeOf(url.path);
  const id = url.query.get('upload_id');
  const isKnown = ['POST', 'PUT', 'DELETE'].includes(request.method ?? '');
  if (!route || !isKnown || (id === null && request.method !== 'POST')) {
    await drain(request);
    response.writeHead(404, { 'content-length': 0 }).end();
    return;
  }
  const { operation, version } = route;
  const exchange: UploadExchange = { ...on, row: operationRow(operation), version };
  entry.operation = operation;
  entry.version = version;
  entry.credential = service.credentials.kind(request.headers, url.query);
  try {
    if (id !== null) {
      await goOn(exchange, keyOf(id));
      return;
    }
    const fault = service.faults.take(operation);
    const instead = fault && insteadOf(fault, exchange);
    if (instead) {
      if (instead.accident?.kind !== 'reset') await drain(request);
      await send(response, instead, options);
      return;
    }
    const answer = await begin(exchange);
    // What is left of a fault spoils the answer of something that was done.
    if (fault?.accident) await send(response, { steps: [], accident: fault.accident }, options);
    else if (answer) writeAnswer(response, answer);
  } catch (error) {
    if (!(error instanceof UploadViolation)) {
      // So that the client gets to see the answer.
      if (error instanceof StatusError) await drain(request);
      throw error;
    }
    writeAnswer(response, { status: 400, text: `${error.message}\n` });
  }
}

/** Goes on with an upload. Its address is all the credential that is needed. */
async function goOn(exchange: UploadExchange, key: string): Promise<void> {
  const { service, request, response } = exchange;
  const isOlder = headerOf(request, 'x-goog-upload-command') === '';
  await service.uploads.inTurn(key, request, async () => {
    if (!service.uploads.find(key)) {
      await drain(request);
      writeAnswer(response, { status: isOlder ? 404 : 400, text: 'There is no such upload.\n' });
      return;
    }
    const answer = await (isOlder ? runLegacy(exchange, key) : runCommand(exchange, key));
    if (answer) writeAnswer(response, answer);
  });
}

async function begin(exchange: UploadExchange): Promise<UploadAnswer | undefined> {
  const { service, request, url, row, version } = exchange;
  service.credentials.check(request.headers, url.query, row, version);
  readQuery(row, version, url.query);
  const named = headerOf(request, 'x-goog-upload-protocol') || url.query.get('upload_protocol');
  const [starts, name] = named
    ? [protocols, named]
    : [uploadTypes, url.query.get('uploadType') ?? ''];
  const start = Object.hasOwn(starts, name) ? starts[name] : undefined;
  if (!start) {
    throw new StatusError(400, 'The request names no upload protocol, or an unknown one.');
  }
  const command = headerOf(request, 'x-goog-upload-command');
  if (named === 'resumable' && command !== 'start') {
    throw new UploadViolation('X-Goog-Upload-Command must be start where there is no upload yet.');
  }
  return await start(exchange);
}

function routeOf(
  path: string,
): { readonly operation: OperationId; readonly version: UploadExchange['version'] } | undefined {
  const rest = path.replace(PREFIX, '');
  for (const operation of operationIds()) {
    const row = operationRow(operation);
    if (row.upload !== true) continue;
    const version = VERSIONS.find((one) => rest === `${one}/${row.path}`);
    if (version && row.versions.includes(version)) return { operation, version };
  }
  return undefined;
}
