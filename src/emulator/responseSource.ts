import type { Agent, IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { JsonObject } from '../api/schema/row';
import type { FileContent } from './fileStore';
import type { AnsweredBy, LogEntry } from './requestLog';
import { AppError } from '../base/errors';
import { StatusError } from './status';

export interface StandInRequest {
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

export interface StandInMiss {
  readonly by: 'miss';
  readonly text: string;
  readonly nearest: string;
  readonly differences: readonly { readonly field: string; readonly description: string }[];
  readonly ignored: readonly string[];
}

/** The source that has sent the response, or the reason why there is none. */
export type StandInOutcome = { readonly by: 'recording' | 'upstream' } | StandInMiss;

export interface StandInUpload extends Omit<StandInRequest, 'body' | 'mayBeArray' | 'signal'> {
  readonly metadata: JsonObject;
  readonly content: Pick<FileContent, 'bytes' | 'mimeType' | 'sha256'>;
}

export interface TalkEnd {
  say(text: string): void;
  close(code: number, reason: string): void;
}

export interface StandInTalk extends Pick<
  StandInRequest,
  'base' | 'headers' | 'operation' | 'target'
> {
  readonly client: TalkEnd;
  /** Connects to an upstream. Messages sent before the connection is open are queued. */
  readonly connect: (
    address: string,
    how: { readonly headers: IncomingHttpHeaders; readonly agent: Agent | undefined },
    heard: TalkEnd & { failed(why: string): void },
  ) => TalkEnd;
  /** Reports the response source as soon as known, and the closest recording if unmatched. */
  readonly answeredBy: (by: 'miss' | 'recording' | 'upstream', nearest?: string) => void;
}

export interface StandIn {
  readonly isOn: boolean;
  /** Whether credentials are relayed to an upstream instead of checked here. */
  readonly relays: boolean;
  answer(request: StandInRequest, response: ServerResponse): Promise<StandInOutcome>;
  converse(talk: StandInTalk): TalkEnd;
  /**
   * Relays an upload request or responds from a recording. Returns undefined, without reading the body, if
   * the emulator should handle the upload protocol.
   */
  relayUpload(
    request: Omit<StandInRequest, 'body'>,
    stream: IncomingMessage,
    response: ServerResponse,
  ): Promise<'recording' | 'upstream' | undefined>;
  refused(
    upload: Omit<StandInUpload, 'content'>,
  ): { readonly status: number; readonly text: string } | undefined;
  uploaded(
    upload: StandInUpload,
  ): { readonly by: 'recording'; readonly status: number; readonly text: string } | StandInMiss;
  finished(answeredBy: AnsweredBy | undefined): void;
  /** Additional control API routes. Throws `AppError` for invalid input. */
  readonly actions: { readonly [route: string]: (body: JsonObject) => JsonObject };
  close(): void;
}

export function missed({ text, nearest, differences, ignored }: StandInMiss): StatusError {
  const type = 'type.googleapis.com/google.rpc.';
  const metadata = { ...(nearest === '' ? {} : { nearest }), ignored: ignored.join(', ') };
  return new StatusError(404, text, {
    details: [
      {
        ...{ '@type': `${type}ErrorInfo`, reason: 'RECORDING_NOT_FOUND', domain: 'emulator' },
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
export function standInError(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const isAway = error.reason === 'noUpstream';
  return new StatusError(isAway ? 502 : 400, error.message, {
    status: isAway ? 'UNAVAILABLE' : 'FAILED_PRECONDITION',
  });
}

/** Logs the response source. Throws 404 for an unmatched request. */
export function settled(outcome: StandInMiss, entry: LogEntry): never;
export function settled(outcome: StandInOutcome, entry: LogEntry): void;
export function settled(outcome: StandInOutcome, entry: LogEntry): void {
  entry.answeredBy = outcome.by;
  if (outcome.by !== 'miss') return;
  entry.nearest = outcome.nearest;
  throw missed(outcome);
}
