import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { type Clock, sleep } from '../../base/clock';
import { errorCode } from '../../base/errors';
import { type UploadExchange, UploadViolation } from './exchange';
import type { UploadFault } from './faults';
import type { UploadRecord } from './uploads';

/** Bytes that a request brings for an upload. */
export interface Chunk {
  /** Where they belong. */
  readonly offset: number;
  /** Whether the upload is complete with them. */
  readonly isLast: boolean;
  /** What a chunk that is not the last must be a multiple of, in bytes. */
  readonly granularity: number;
}

/** How a chunk ended; only a whole one is answered as such. */
interface TakenChunk {
  readonly end: Received['end'];
  readonly record: UploadRecord;
  /** Whether everything that came is kept, as it always is unless a fault decides otherwise. */
  readonly isKept: boolean;
}

/**
 * Appends a request's bytes to an upload. What arrived before a connection broke is kept. Throws
 * `UploadViolation` for bytes that do not belong there, of which nothing is kept.
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
  let received: Received;
  try {
    received = await receiveBody(request, (bytes) => content.append(bytes), options);
  } finally {
    await content.close();
  }
  entry.bodyBytes = received.bytes;
  const broken = received.end === 'whole' && problemOf(received.bytes, chunk);
  if (received.end === 'tooLong') throw new UploadViolation('These are more bytes than announced.');
  if (broken) throw new UploadViolation(broken);
  const kept = keptOf(received, fault);
  // Everything may have been reset meanwhile.
  requireActive(exchange, key);
  const changed = uploads.change(key, { received: record.received + kept });
  return { end: received.end, record: changed, isKept: kept === received.bytes };
}

/** The upload, as long as it takes bytes. Throws `UploadViolation` where it has ended. */
export function requireActive({ service }: UploadExchange, key: string): UploadRecord {
  const record = service.uploads.find(key);
  if (record?.status === 'active') return record;
  throw new UploadViolation('This upload has ended.');
}

// What can be seen without the bytes is refused before any of them is taken.
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
        ? 'These are more bytes than announced.'
        : length !== undefined && problemOf(Number(length), chunk);
  if (!problem) return;
  await drain(request);
  throw new UploadViolation(problem);
}

function problemOf(bytes: number, { isLast, granularity }: Chunk): string | undefined {
  if (isLast || bytes % granularity === 0) return undefined;
  return `A chunk that is not the last must be a multiple of ${granularity} bytes.`;
}

function keptOf({ bytes, end }: Received, fault: UploadFault | undefined): number {
  const { keep = bytes, granule = 1 } = fault ?? {};
  const kept = Math.min(bytes, keep);
  // A whole chunk is rounded only where less of it is kept anyway.
  return end === 'whole' && kept === bytes ? kept : kept - (kept % Math.max(1, granule));
}

/** How a body is read. */
interface ReceiveOptions {
  readonly clock: Clock;
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal;
  /** Bytes that are taken; what comes after them is read and dropped. */
  readonly limit: number;
  /** Bytes per second, where it is to be slow. */
  readonly rate?: number | undefined;
  /** Ends after so many bytes, although more would come. */
  readonly cutAt?: number | undefined;
}

/** What came of a body. */
interface Received {
  /** Bytes that were taken. */
  readonly bytes: number;
  /** `broken` where the client left before the end, `cut` at the place that was asked for. */
  readonly end: 'whole' | 'tooLong' | 'broken' | 'cut';
}

/** Hands a request's body over as it arrives, and reads no faster than it is taken. */
export async function receiveBody(
  request: IncomingMessage,
  take: (chunk: Buffer) => Promise<void> | void,
  { clock, signal, limit, rate, cutAt = Infinity }: ReceiveOptions,
): Promise<Received> {
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
    // What had arrived by then still counts.
    for (let rest = left(request); rest; rest = left(request)) await takePart(rest);
    return { bytes: seen.taken, end: 'broken' };
  }
  return { bytes: seen.taken, end: seen.isTooLong ? 'tooLong' : 'whole' };
}

function left(request: IncomingMessage): Buffer | undefined {
  return (request.read() as Buffer | null) ?? undefined;
}

/** Reads a body to its end and drops it: a client that is still sending would not read the answer. */
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
