import { once } from 'node:events';
import type { Agent, IncomingHttpHeaders, ServerResponse } from 'node:http';
import { ANY_KEY } from '../api/clientEnvironment';
import type { Clock } from '../base/clock';
import { errorMessage } from '../base/errors';
import { isObject, type JsonObject } from '../base/json';
import { captureOf } from './capture';
import {
  mediaType,
  type RecordedRequest,
  type RecordedResponse,
  rejectsCredential,
} from './exchange';
import type { IncomingRequest } from './incoming';
import type { PathPlaceholders } from './pathPlaceholders';
import { credentialsOf } from './secrets';
import { bodyIn, relay, relayedResponseHeaders } from './upstream';

interface RelayContext {
  readonly settings: { readonly upstream?: string };
  readonly clock: Clock;
  readonly places: PathPlaceholders;
  agentFor(upstream: string): Agent | undefined;
  /** Adds credentials that no file may contain. */
  remember(credentials: readonly string[]): void;
  /** Reports an unrecorded request. @param isChoice whether the client disconnected */
  countUnrecorded(why: string, isChoice?: boolean): void;
}

const PLACEHOLDER_KEY =
  'the request used the emulator’s API key, which the upstream API doesn’t accept. Terminals and .env files from before the recording still use this key. Open a new terminal, or create the file again.';

/** Whether an app sends only the placeholder key, which the upstream rejects. */
function hasPlaceholderKey(headers: IncomingRequest['headers'], target: string): boolean {
  const { searchParams } = new URL(target, 'http://service');
  const bearer = headers.authorization?.replace(/^Bearer /i, '');
  const keys = [headers['x-goog-api-key'], bearer, searchParams.get('key') ?? undefined].flat();
  const given = keys.filter((key) => key !== undefined);
  return given.length > 0 && given.every((key) => key === ANY_KEY);
}

/**
 * Relays a request and its response. Returns the recordable response. If nothing can be recorded, reports
 * that and returns undefined. Rejects if the upstream doesn't respond.
 */
export async function relayResponse(
  recorder: RelayContext,
  asked: IncomingRequest,
  response: ServerResponse,
  charge: UpstreamCharge | undefined,
): Promise<RecordedResponse | undefined> {
  try {
    return await relayed(recorder, asked, response, charge);
  } catch (error) {
    // A request that the client canceled may have been answered.
    if (asked.signal.aborted) charge?.settle(false);
    else charge?.release();
    throw error;
  }
}

async function relayed(
  recorder: RelayContext,
  asked: IncomingRequest,
  response: ServerResponse,
  charge: UpstreamCharge | undefined,
): Promise<RecordedResponse | undefined> {
  const { method, target, headers, body, base, signal, operation } = asked;
  const { clock, settings, places } = recorder;
  const { upstream = '' } = settings;
  recorder.remember(credentialsOf(headers, new URL(target, 'http://service').searchParams));
  const start = clock.monotonic();
  const mayHaveAddress = /json|text|^$/.test(mediaType(headers['content-type']));
  const answer = await relay({
    upstream,
    method,
    headers,
    signal,
    agent: recorder.agentFor(upstream),
    body: mayHaveAddress
      ? Buffer.from(body.toString('latin1').replaceAll(base, upstream), 'latin1')
      : body,
    target: target.replaceAll(base, upstream),
  });
  const pieces = bodyIn(answer);
  const addresses = { upstream, own: base, places };
  const head = { status: answer.statusCode ?? 502, headers: answer.headers };
  const capture = captureOf(head, addresses, () => clock.monotonic() - start, asked.mayBeArray);
  response.writeHead(head.status, relayedResponseHeaders(answer.headers, upstream, base));
  response.flushHeaders();
  try {
    for await (const chunk of pieces) {
      const piece = capture.push(chunk);
      if (piece.length === 0 || response.write(piece)) continue;
      // Backpressure limits memory use.
      await once(response, 'drain', { signal });
    }
  } catch (error) {
    // The client must see the truncation too.
    response.destroy();
    for (const piece of capture.events()) charge?.add(piece);
    charge?.settle(false);
    const why = signal.aborted ? 'the client disconnected' : errorMessage(error);
    recorder.countUnrecorded(
      `${operation} wasn’t recorded: the response was interrupted (${why}).`,
      signal.aborted,
    );
    return undefined;
  }
  const recorded = capture.answer();
  settleResponse(charge, head.status, recorded);
  response.end(capture.rest());
  if (recorded && rejectsCredential(recorded) && hasPlaceholderKey(headers, target)) {
    recorder.countUnrecorded(`${operation} wasn’t recorded: ${PLACEHOLDER_KEY}`);
    return undefined;
  }
  if (!recorded)
    recorder.countUnrecorded(`${operation} wasn’t recorded: the response is too long.`);
  return recorded;
}

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
function settleResponse(
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
