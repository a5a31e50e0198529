import { UploadViolation, type UploadExchange } from './uploadExchange';
import type { UploadFault } from './uploadFault';
import type { UploadRecord } from './uploadRecord';
import { drain, receive, type Received } from './uploadReceive';

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
export interface TakenChunk {
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
  const received = await receive(request, (bytes) => content.append(bytes), {
    clock,
    signal: gone,
    limit: room,
    rate,
    cutAt,
  }).finally(() => content.close());
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
