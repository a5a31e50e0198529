import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OperationRow } from '../../api/operations/row';
import type { Version } from '../../api/versions';
import type { Service, Target } from '../exchange';
import type { LogEntry } from '../requestLog';

/** A request on the upload path, and what answers it. */
export interface UploadExchange {
  readonly service: Service;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: Target;
  readonly entry: LogEntry;
  /** Aborts when the client is gone. */
  readonly gone: AbortSignal;
  readonly row: OperationRow;
  readonly version: Version;
}

/** A request that breaks the rules of the protocol. The service says no more than 400, and so do clients see it. */
export class UploadViolation extends Error {
  override readonly name = 'UploadViolation';
}

/** Resets the connection of a client that is still there. */
export function cut({ response, entry, gone }: UploadExchange): void {
  if (gone.aborted) return;
  entry.reset = true;
  response.socket?.resetAndDestroy();
}

/** A header's one value; empty where there is none. */
export function headerOf({ headers }: IncomingMessage, name: string): string {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value)?.trim() ?? '';
}

/** A count of bytes in a header, or undefined where there is none. Throws `UploadViolation` for anything else. */
export function bytesIn(request: IncomingMessage, name: string): number | undefined {
  const text = headerOf(request, name);
  if (text === '') return undefined;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new UploadViolation(`${name} must be a number of bytes.`);
}
