import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { type Clock, sleep } from '../../base/clock';
import { errorCode } from '../../base/errors';
import { type UploadExchange, UploadViolation } from './exchange';
import type { UploadFault } from '../faultInjection';
import type { UploadRecord } from './uploads';

interface Chunk {
  readonly offset: number;
  readonly isLast: boolean;
  /** In bytes. All chunks but the last must be a multiple of this size. */
  readonly granularity: number;
}

interface TakenChunk {
  readonly end: ReceiveResult['end'];
  readonly record: UploadRecord;
  /** Whether all received bytes are stored. False only because of a fault. */
  readonly isKept: boolean;
}

/**
 * Appends a request body to an upload. Stores the received part if the connection breaks. Throws
 * `UploadViolation` for a wrong offset or size.
 */
export async function takeChunk(
  exchange: UploadExchange,
  key: string,
  chunk: Chunk,
  fault: UploadFault | undefined,
): Promise<TakenChunk> {
  const { service, request, gone, entry } = exchange;
  const { uploads, clock, limits } = service;
  const record = requireActive(exchange, key);
  const room = (record.declared ?? limits.fileBytes) - record.received;
  await checkBefore(exchange, record, chunk, room);
  const content = uploads.contentOf(key);
  await content.open(record.received);
  const { cutAt, rate } = fault ?? {};
  const options = { clock, signal: gone, limit: room, rate, cutAt };
  let received: ReceiveResult;
  try {
    received = await receiveBody(request, (bytes) => content.append(bytes), options);
  } finally {
    await content.close();
  }
  entry.bodyBytes = received.bytes;
  const broken = received.end === 'whole' && problemOf(received.bytes, chunk);
  if (received.end === 'tooLong')
    throw new UploadViolation('The upload has more bytes than declared.');
  if (broken) throw new UploadViolation(broken);
  const kept = keptOf(received, fault);
  // A reset may have deleted the upload.
  requireActive(exchange, key);
  const changed = uploads.change(key, { received: record.received + kept });
  return { end: received.end, record: changed, isKept: kept === received.bytes };
}

/** Returns an active upload. Throws `UploadViolation` if it has ended. */
export function requireActive({ service }: UploadExchange, key: string): UploadRecord {
  const record = service.uploads.find(key);
  if (record?.status === 'active') return record;
  throw new UploadViolation('This upload has ended.');
}

// Rejects invalid headers before the body is read.
async function checkBefore(
  { request }: UploadExchange,
  { received }: UploadRecord,
  chunk: Chunk,
  room: number,
): Promise<void> {
  const length = request.headers['content-length'];
  const problem =
    chunk.offset !== received
      ? `The bytes must begin at offset ${received}.`
      : length !== undefined && Number(length) > room
        ? 'The upload has more bytes than declared.'
        : length !== undefined && problemOf(Number(length), chunk);
  if (!problem) return;
  await drain(request);
  throw new UploadViolation(problem);
}

function problemOf(bytes: number, { isLast, granularity }: Chunk): string | undefined {
  if (isLast || bytes % granularity === 0) return undefined;
  return `All chunks except the last must be a multiple of ${granularity} bytes.`;
}

function keptOf({ bytes, end }: ReceiveResult, fault: UploadFault | undefined): number {
  const { keep = bytes, granule = 1 } = fault ?? {};
  const kept = Math.min(bytes, keep);
  // Round down a complete chunk only if a fault drops part of it.
  return end === 'whole' && kept === bytes ? kept : kept - (kept % Math.max(1, granule));
}

interface ReceiveOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Maximum number of bytes to store. The rest is read and dropped. */
  readonly limit: number;
  /** In bytes per second. Default: unlimited. */
  readonly rate?: number | undefined;
  /** Number of bytes after which reading stops. */
  readonly cutAt?: number | undefined;
}

interface ReceiveResult {
  readonly bytes: number;
  /** `broken`: the client disconnected; `cut`: stopped by a fault. */
  readonly end: 'whole' | 'tooLong' | 'broken' | 'cut';
}

/** Reads a request body with backpressure. */
export async function receiveBody(
  request: IncomingMessage,
  take: (chunk: Buffer) => Promise<void> | void,
  { clock, signal, limit, rate, cutAt = Infinity }: ReceiveOptions,
): Promise<ReceiveResult> {
  const start = clock.monotonic();
  const seen = { taken: 0, isTooLong: false };
  const takePart = async (chunk: Buffer): Promise<void> => {
    const room = Math.min(limit, cutAt) - seen.taken;
    const part = chunk.length > room ? chunk.subarray(0, room) : chunk;
    if (part.length > 0) await take(part);
    seen.taken += part.length;
    if (chunk.length > room) seen.isTooLong = true;
  };
  try {
    if (cutAt === 0) return { bytes: 0, end: 'cut' };
    for await (const chunk of request as AsyncIterable<Buffer>) {
      await takePart(chunk);
      if (seen.taken >= cutAt) return { bytes: seen.taken, end: 'cut' };
      if (rate !== undefined) await keepPace(clock, start + (seen.taken / rate) * 1000, signal);
    }
  } catch (error) {
    if (!isBreak(error) && !signal.aborted) throw error;
    // Data received before the disconnect still counts.
    for (let rest = left(request); rest; rest = left(request)) await takePart(rest);
    return { bytes: seen.taken, end: 'broken' };
  }
  return { bytes: seen.taken, end: seen.isTooLong ? 'tooLong' : 'whole' };
}

function left(request: IncomingMessage): Buffer | undefined {
  return (request.read() as Buffer | null) ?? undefined;
}

/** Reads and drops a body, because clients don't read a response while sending. */
export async function drain(request: IncomingMessage): Promise<void> {
  try {
    request.resume();
    await finished(request, { writable: false });
  } catch (error) {
    if (!isBreak(error)) throw error;
  }
}

async function keepPace(clock: Clock, due: number, signal: AbortSignal): Promise<void> {
  const left = due - clock.monotonic();
  if (left > 0) await sleep(clock, left, signal);
}

function isBreak(error: unknown): boolean {
  return ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes(errorCode(error) ?? '');
}
