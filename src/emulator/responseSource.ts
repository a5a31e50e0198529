import type { Agent, IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { JsonObject } from '../api/schema/row';
import type { FileContent } from './fileStore';
import type { AnsweredBy, LogEntry } from './requestLog';
import { AppError, messageWithHint } from '../base/errors';
import { StatusError } from './status';

export interface SourceRequest {
  /** API method, or `other` if unknown. */
  readonly operation: string;
  readonly method: string;
  /** Path and query within the session. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Base URL that the client used, such as `http://127.0.0.1:4321/s/NAME`. */
  readonly base: string;
  /** Whether the response may be a stream in JSON array format. */
  readonly mayBeArray: boolean;
  readonly signal: AbortSignal;
}

export interface SourceMiss {
  readonly by: 'miss';
  readonly text: string;
  readonly nearest: string;
  readonly differences: readonly { readonly field: string; readonly description: string }[];
  readonly ignored: readonly string[];
}

/** The source that has sent the response, or the reason why there is none. */
export type SourceResult = { readonly by: 'recording' | 'upstream' } | SourceMiss;

export interface SourceUpload extends Omit<SourceRequest, 'body' | 'mayBeArray' | 'signal'> {
  readonly metadata: JsonObject;
  readonly content: Pick<FileContent, 'bytes' | 'mimeType' | 'sha256'>;
}

export interface WebSocketPeer {
  send(text: string): void;
  close(code: number, reason: string): void;
}

export interface SourceWebSocket extends Pick<
  SourceRequest,
  'base' | 'headers' | 'operation' | 'target'
> {
  readonly client: WebSocketPeer;
  /** Connects to an upstream. Messages sent before the connection is open are queued. */
  readonly connect: (
    address: string,
    how: { readonly headers: IncomingHttpHeaders; readonly agent: Agent | undefined },
    heard: WebSocketPeer & { failed(why: string): void },
  ) => WebSocketPeer;
  /** Reports the response source as soon as known, and the closest recording if unmatched. */
  readonly answeredBy: (by: 'miss' | 'recording' | 'upstream', nearest?: string) => void;
}

export interface ResponseSource {
  readonly isOn: boolean;
  /** Whether credentials are relayed to an upstream instead of checked here. */
  readonly relays: boolean;
  answer(request: SourceRequest, response: ServerResponse): Promise<SourceResult>;
  openWebSocket(talk: SourceWebSocket): WebSocketPeer;
  /**
   * Relays an upload request or responds from a recording. Returns undefined, without reading the body, if
   * the emulator should handle the upload protocol.
   */
  relayUpload(
    request: Omit<SourceRequest, 'body'>,
    stream: IncomingMessage,
    response: ServerResponse,
  ): Promise<'recording' | 'upstream' | undefined>;
  refused(
    upload: Omit<SourceUpload, 'content'>,
  ): { readonly status: number; readonly text: string } | undefined;
  uploaded(
    upload: SourceUpload,
  ): { readonly by: 'recording'; readonly status: number; readonly text: string } | SourceMiss;
  finished(answeredBy: AnsweredBy | undefined): void;
  /** Additional control API routes. Throws `AppError` for invalid input. */
  readonly actions: { readonly [route: string]: (body: JsonObject) => JsonObject };
  close(): void;
}

function unmatchedError({ text, nearest, differences, ignored }: SourceMiss): StatusError {
  const type = 'type.googleapis.com/google.rpc.';
  const metadata = { ...(nearest === '' ? {} : { nearest }), ignored: ignored.join(', ') };
  return new StatusError(404, text, {
    details: [
      {
        '@type': `${type}ErrorInfo`,
        reason: 'RECORDING_NOT_FOUND',
        domain: 'emulator',
        metadata,
      },
      ...(differences.length === 0
        ? []
        : [
            { '@type': `${type}BadRequest`, fieldViolations: differences as readonly JsonObject[] },
          ]),
    ],
  });
}

/** Converts an error of a response source. The error isn't the client's, but retries don't help. */
export function toSourceError(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  if (error.reason === 'spendCap') return spendCapError(messageWithHint(error));
  const isAway = error.reason === 'noUpstream';
  return new StatusError(isAway ? 502 : 400, error.message, {
    status: isAway ? 'UNAVAILABLE' : 'FAILED_PRECONDITION',
  });
}

/**
 * Returns the error of a cap on this machine: the API’s own for used-up credits, which clients don't retry, with
 * another reason.
 */
function spendCapError(message: string): StatusError {
  return new StatusError(402, message, {
    status: 'RESOURCE_EXHAUSTED',
    word: 'payment_required',
    details: [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'LOCAL_SPEND_CAP',
        domain: 'emulator',
      },
    ],
  });
}

/** Logs the response source. Throws 404 for an unmatched request. */
export function logSourceResult(outcome: SourceMiss, entry: LogEntry): never;
export function logSourceResult(outcome: SourceResult, entry: LogEntry): void;
export function logSourceResult(outcome: SourceResult, entry: LogEntry): void {
  entry.answeredBy = outcome.by;
  if (outcome.by !== 'miss') return;
  entry.nearest = outcome.nearest;
  throw unmatchedError(outcome);
}
