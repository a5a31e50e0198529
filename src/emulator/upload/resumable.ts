import { errorFor } from '../triggers';
import { drain, requireActive, takeChunk } from './chunk';
import {
  bytesIn,
  cut,
  errorResponse,
  headerOf,
  type UploadExchange,
  type UploadResponse,
  UploadViolation,
} from './exchange';
import type { UploadFault, UploadStage } from '../faultInjection';
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

/** Chunk granularity in bytes, as in other Google APIs with this protocol. */
const GRANULARITY = 256 * 1024;

/** "Resume Incomplete", not a redirect. */
const INCOMPLETE = 308;
const CANCELLED = 499;

/** Parsed `Content-Range`, with an inclusive end. */
interface Range {
  /** Undefined for a status query. */
  readonly first?: number;
  readonly last?: number;
  readonly total?: number;
}

/**
 * Handles the legacy protocol: PUT with `Content-Range`, or DELETE. Undefined if the connection is
 * or will be closed. Throws `UploadViolation`.
 */
export async function runLegacy(
  exchange: UploadExchange,
  key: string,
): Promise<UploadResponse | undefined> {
  const { service, request } = exchange;
  const { uploads } = service;
  if (request.method === 'DELETE') {
    requireActive(exchange, key);
    uploads.change(key, { status: 'cancelled' });
    uploads.removeContent(key);
    return { status: CANCELLED };
  }
  const known = uploads.find(key);
  if (known?.outcome) {
    await drain(request);
    return { status: known.outcome.code, json: known.outcome.text };
  }
  const range = readRange(request.headers['content-range']);
  if (range.total !== undefined) {
    if ((requireActive(exchange, key).declared ?? range.total) !== range.total) {
      throw new UploadViolation('Content-Range has a different size than the start request.');
    }
    uploads.change(key, { declared: range.total });
  }
  if (range.first === undefined) {
    await drain(request);
    return await answerSoFar(exchange, key, requireActive(exchange, key));
  }
  const isLast = range.last === undefined || range.last + 1 === range.total;
  const fault = service.uploadFaults.take(isLast ? ['chunk', 'final'] : ['chunk']);
  const chunk = { offset: range.first, isLast, granularity: GRANULARITY };
  const { end, record, isKept } = await takeChunk(exchange, key, chunk, fault);
  if (end === 'whole') {
    if (fault?.status !== undefined)
      return errorResponse(errorFor(fault.status, 'the upload'), exchange.row);
    const isComplete = isLast && isKept && (record.declared ?? record.received) === record.received;
    const answer = isComplete ? await finished(exchange, key) : incomplete(record);
    if (!fault?.losesAnswer) return answer;
  }
  cut(exchange);
  return undefined;
}

async function answerSoFar(
  exchange: UploadExchange,
  key: string,
  record: UploadRecord,
): Promise<UploadResponse> {
  return record.declared === record.received ? await finished(exchange, key) : incomplete(record);
}

async function finished(exchange: UploadExchange, key: string): Promise<UploadResponse> {
  const { code, text } = await finishUpload(exchange, key);
  return { status: code, json: text };
}

function incomplete({ received }: UploadRecord): UploadResponse {
  const headers = received === 0 ? {} : { range: `bytes=0-${received - 1}` };
  return { status: INCOMPLETE, headers };
}

function readRange(text: string | undefined): Range {
  if (text === undefined) return { first: 0 };
  const [, first, last, total] =
    /^bytes (?:\*|(\d{1,15})-(\d{1,15}))\/(\*|\d{1,15})$/.exec(text) ?? [];
  if (total === undefined) throw new UploadViolation('Content-Range is not understood.');
  return {
    ...(first === undefined ? {} : { first: Number(first), last: Number(last) }),
    ...(total === '*' ? {} : { total: Number(total) }),
  };
}
