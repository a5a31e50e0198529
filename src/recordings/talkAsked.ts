import type { Agent, IncomingHttpHeaders } from 'node:http';
import type { Canonical } from './canonical';
import type { RecordedRequest } from './exchange';
import type { Recorder } from './recorder';

/** One end of a WebSocket, for the other one. */
export interface TalkEnd {
  say(text: string): void;
  close(code: number, reason: string): void;
}

/** Who opens a WebSocket to somebody else. */
export interface Heard extends TalkEnd {
  /** It could not be opened, or broke. */
  failed(why: string): void;
}

/** A wish for a WebSocket, as it has arrived. */
export interface TalkAsked {
  readonly operation: string;
  /** Path and query within the session. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** Where the client finds this service, such as `http://127.0.0.1:4321/s/NAME`. */
  readonly base: string;
  readonly client: TalkEnd;
  /** Opens one to somebody else; what is said before it is open waits. */
  readonly connect: (
    address: string,
    how: { readonly headers: IncomingHttpHeaders; readonly agent: Agent | undefined },
    heard: Heard,
  ) => TalkEnd;
  /** Takes what answers, as soon as that is known, and of a miss the nearest recording. */
  readonly answeredBy: (by: 'recording' | 'upstream' | 'miss', nearest?: string) => void;
}

/** A message of a client, as it is written and as it is compared. */
export function saidIn(
  recorder: Recorder,
  { operation, target, base }: TalkAsked,
  text: string,
): { readonly request: RecordedRequest; readonly canonical: Canonical } {
  const body = Buffer.from(text);
  const request = recorder.requestOf({ operation, target, base, method: 'GET', headers: {}, body });
  return { request, canonical: recorder.canonicalOf(operation, request) };
}
