import { errorFor } from '../triggers';
import { drain, requireActive, takeChunk } from './chunk';
import {
  cut,
  errorResponse,
  type UploadResponse,
  type UploadExchange,
  UploadViolation,
} from './exchange';
import { finishUpload } from './finishUpload';
import type { UploadRecord } from './uploads';

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
