import type { Agent, IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { JsonObject } from '../api/schema/row';
import type { FileContent } from './fileStore';
import type { AnsweredBy, LogEntry } from './requestLog';
import { AppError } from '../base/errors';
import { StatusError } from './status';

/** A request as what stands in for the emulator sees it. */
export interface StandInRequest {
  /** `other` where it is not known. */
  readonly operation: string;
  readonly method: string;
  /** Path and query within the session. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Where the client finds this service, such as `http://127.0.0.1:4321/s/NAME`. */
  readonly base: string;
  /** Whether its answer may be a stream as one JSON array. */
  readonly mayBeArray: boolean;
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal;
}

/** Why nothing answered. */
export interface StandInMiss {
  readonly by: 'miss';
  readonly text: string;
  /** What is most like it; empty where nothing is. */
  readonly nearest: string;
  readonly differences: readonly { readonly field: string; readonly description: string }[];
  readonly ignored: readonly string[];
}

/** What answered, and has sent its answer; or why nothing did. */
export type StandInOutcome = { readonly by: 'recording' | 'upstream' } | StandInMiss;

/** Bytes that have arrived by any protocol of uploads. */
export interface StandInUpload extends Omit<StandInRequest, 'body' | 'mayBeArray' | 'signal'> {
  readonly metadata: JsonObject;
  readonly content: Pick<FileContent, 'bytes' | 'mimeType' | 'sha256'>;
}

/** One end of a WebSocket, for the other one. */
export interface TalkEnd {
  say(text: string): void;
  close(code: number, reason: string): void;
}

/** A WebSocket that was opened, as what stands in sees it. */
export interface StandInTalk extends Pick<
  StandInRequest,
  'base' | 'headers' | 'operation' | 'target'
> {
  readonly client: TalkEnd;
  /** Opens one to somebody else, who is heard by `heard`; what is said before it is open waits. */
  readonly connect: (
    address: string,
    how: { readonly headers: IncomingHttpHeaders; readonly agent: Agent | undefined },
    heard: TalkEnd & { failed(why: string): void },
  ) => TalkEnd;
  /** Takes what answers, as soon as that is known, and of a miss the nearest recording. */
  readonly answeredBy: (by: 'miss' | 'recording' | 'upstream', nearest?: string) => void;
}

/** Answers the requests of one session in place of the emulator: from recordings, or by asking an upstream. */
export interface StandIn {
  /** Whether it answers now. */
  readonly isOn: boolean;
  /** Whether credentials go on to an upstream, and are not for the emulator to judge. */
  readonly relays: boolean;
  /** Rejects where the upstream does not answer, or the client leaves. */
  answer(request: StandInRequest, response: ServerResponse): Promise<StandInOutcome>;
  /** Takes what a client says on a WebSocket. */
  converse(talk: StandInTalk): TalkEnd;
  /**
   * Relays a request of an upload, or answers it from a recording, and says which. Undefined, before anything is read, where
   * the emulator is to play the protocol.
   */
  relayUpload(
    request: Omit<StandInRequest, 'body'>,
    stream: IncomingMessage,
    response: ServerResponse,
  ): Promise<'recording' | 'upstream' | undefined>;
  /** The recorded error of an upload that was refused before its bytes; undefined where it was not. */
  refused(
    upload: Omit<StandInUpload, 'content'>,
  ): { readonly status: number; readonly text: string } | undefined;
  /** The recorded answer to an upload, with its status. */
  uploaded(
    upload: StandInUpload,
  ): { readonly by: 'recording'; readonly status: number; readonly text: string } | StandInMiss;
  /** Hears of every request when it is over. */
  finished(answeredBy: AnsweredBy | undefined): void;
  /** Rows of the control API: what is said to them, and what they answer. Throws `AppError` for what is wrong. */
  readonly actions: { readonly [route: string]: (body: JsonObject) => JsonObject };
  /** Ends the session. */
  close(): void;
}

/** The 404 of a request that nothing is recorded for, with what is most like it. */
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

/** What a client gets of an error of what stands in; it is not the client's fault, but the same would come again. */
export function standInError(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const isAway = error.reason === 'noUpstream';
  return new StatusError(isAway ? 502 : 400, error.message, {
    status: isAway ? 'UNAVAILABLE' : 'FAILED_PRECONDITION',
  });
}

/** Notes what answered. Throws the 404 where nothing did. */
export function settled(outcome: StandInMiss, entry: LogEntry): never;
export function settled(outcome: StandInOutcome, entry: LogEntry): void;
export function settled(outcome: StandInOutcome, entry: LogEntry): void {
  entry.answeredBy = outcome.by;
  if (outcome.by !== 'miss') return;
  entry.nearest = outcome.nearest;
  throw missed(outcome);
}
