import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { sleep, type Clock } from '../../base/clock';

/** How a body is read. */
export interface ReceiveOptions {
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
export interface Received {
  /** Bytes that were taken. */
  readonly bytes: number;
  /** `broken` where the client left before the end, `cut` at the place that was asked for. */
  readonly end: 'whole' | 'tooLong' | 'broken' | 'cut';
}

/** Hands a request's body over as it arrives, and reads no faster than it is taken. */
export async function receive(
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

/** Reads a body to its end for nothing, so that the client gets to see the answer. */
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
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE';
}
