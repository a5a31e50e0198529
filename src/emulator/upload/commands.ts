import { errorFor } from '../triggers';
import { drain, requireActive, takeChunk } from './chunk';
import {
  bytesIn,
  cut,
  errorResponse,
  headerOf,
  type UploadResponse,
  type UploadExchange,
  UploadViolation,
} from './exchange';
import type { UploadFault, UploadStage } from './faults';
import { finishUpload } from './finishUpload';
import type { UploadOutcome, UploadRecord } from './uploads';

/** Returns the response. Undefined if the connection is or will be closed. */
type Command = (
  exchange: UploadExchange,
  key: string,
  fault: UploadFault | undefined,
) => Promise<UploadResponse | undefined>;

/** Values of `X-Goog-Upload-Command` for an active upload, and the faults that apply. */
const commands: {
  readonly [command: string]: { readonly reaches: readonly UploadStage[]; readonly run: Command };
} = {
  upload: { reaches: ['chunk'], run: (...on) => upload(false, ...on) },
  'upload,finalize': { reaches: ['chunk', 'final'], run: (...on) => upload(true, ...on) },
  finalize: { reaches: ['final'], run: finalize },
  query: { reaches: ['query'], run: query },
  cancel: { reaches: [], run: cancel },
};

/** Runs a command of the X-Goog-Upload protocol. Throws `UploadViolation` for protocol errors. */
export async function runCommand(
  exchange: UploadExchange,
  key: string,
): Promise<UploadResponse | undefined> {
  const { service, request } = exchange;
  const name = headerOf(request, 'x-goog-upload-command').toLowerCase().replaceAll(' ', '');
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    await drain(request);
    throw new UploadViolation('X-Goog-Upload-Command must be upload, finalize, query or cancel.');
  }
  const fault = service.uploadFaults.take(command.reaches);
  const answer = await command.run(exchange, key, fault);
  if (!answer || fault?.losesAnswer) {
    cut(exchange);
    return undefined;
  }
  if (fault?.status !== undefined)
    return errorResponse(errorFor(fault.status, 'the upload'), exchange.row);
  return fault?.hides === 'status' ? withoutStatus(answer) : answer;
}

async function upload(isLast: boolean, ...on: Parameters<Command>): ReturnType<Command> {
  const [exchange, key, fault] = on;
  const { request, service } = exchange;
  const offset = bytesIn(request, 'x-goog-upload-offset');
  if (offset === undefined) {
    await drain(request);
    throw new UploadViolation('X-Goog-Upload-Offset is missing.');
  }
  const { granularity } = service.uploads;
  const { end, record, isKept } = await takeChunk(
    exchange,
    key,
    { offset, isLast, granularity },
    fault,
  );
  if (end !== 'whole') return undefined;
  // An upload stays active after an error response or a partially stored chunk.
  if (!isLast || !isKept || fault?.status !== undefined) return active(exchange, record);
  return await finish(exchange, key, record);
}

async function finalize(...[exchange, key]: Parameters<Command>): ReturnType<Command> {
  await drain(exchange.request);
  return await finish(exchange, key, requireActive(exchange, key));
}

async function finish(
  exchange: UploadExchange,
  key: string,
  { declared, received }: UploadRecord,
): Promise<UploadResponse> {
  if (declared !== undefined && declared !== received) {
    throw new UploadViolation(`${received} of ${declared} bytes have arrived.`);
  }
  return final(await finishUpload(exchange, key));
}

async function query(...[exchange, key]: Parameters<Command>): ReturnType<Command> {
  await drain(exchange.request);
  const record = exchange.service.uploads.find(key);
  if (!record) throw new UploadViolation('The upload doesn’t exist.');
  const size = { 'x-goog-upload-size-received': String(record.received) };
  const { headers, ...answer } = record.outcome
    ? final(record.outcome)
    : record.status === 'active'
      ? active(exchange, record)
      : cancelled;
  return { ...answer, headers: { ...headers, ...size } };
}

async function cancel(...[exchange, key]: Parameters<Command>): ReturnType<Command> {
  await drain(exchange.request);
  const { uploads } = exchange.service;
  const status = uploads.find(key)?.status;
  if (status !== 'active' && status !== 'cancelled') {
    throw new UploadViolation('This upload has ended.');
  }
  uploads.change(key, { status: 'cancelled' });
  uploads.removeContent(key);
  return cancelled;
}

function active({ service }: UploadExchange, { status }: UploadRecord): UploadResponse {
  return {
    status: 200,
    headers: {
      'x-goog-upload-status': status,
      'x-goog-upload-chunk-granularity': String(service.uploads.granularity),
    },
  };
}

// The response is final even if the file was rejected.
function final({ code, text }: UploadOutcome): UploadResponse {
  return { status: code, headers: { 'x-goog-upload-status': 'final' }, json: text };
}

const cancelled: UploadResponse = { status: 200, headers: { 'x-goog-upload-status': 'cancelled' } };

function withoutStatus(answer: UploadResponse): UploadResponse {
  const rest = Object.entries(answer.headers ?? {}).filter(
    ([name]) => name !== 'x-goog-upload-status',
  );
  return { ...answer, headers: Object.fromEntries(rest) };
}
