import type { IncomingHttpHeaders } from 'node:http';
import { isObject, type JsonObject } from '../base/json';
import type { RecordedRequest, RecordedResponse } from './exchange';

export interface UpstreamSpend {
  readonly operation: string;
  readonly request: RecordedRequest;
  readonly headers: IncomingHttpHeaders;
}

/** A paid upstream request. */
export interface UpstreamCharge {
  /** @param piece a response, chunk, event, or message of a session */
  add(piece: unknown): void;
  /** Later calls, and calls after `release`, have no effect. */
  settle(isComplete: boolean): void;
  /** The request was free, because it failed. */
  release(): void;
}

/** Counts what upstream requests cost. */
export interface SpendGate {
  /** Returns undefined if the request is free. Throws `AppError` (`spendCap`) if it must not be sent. */
  begin(spend: UpstreamSpend): UpstreamCharge | undefined;
}

/** Settles a request with its response. @param response undefined if too long */
export function settleResponse(
  charge: UpstreamCharge | undefined,
  status: number,
  response: RecordedResponse | undefined,
): void {
  if (status >= 400) {
    charge?.release();
    return;
  }
  const { body, stream } = response ?? {};
  if (body?.kind === 'json') charge?.add(body.json);
  for (const { data } of stream?.events ?? []) if (data && 'json' in data) charge?.add(data.json);
  charge?.settle(response !== undefined);
}

/** Returns the JSON object of a request's body; empty for other bodies. */
export function jsonIn({ body }: RecordedRequest): JsonObject {
  return body.kind === 'json' && isObject(body.json) ? body.json : {};
}
