import type { Agent, IncomingHttpHeaders } from 'node:http';
import type { Canonical } from './canonical';
import type { RecordedRequest } from './exchange';
import type { Recorder } from './recorder';

export interface SocketPeer {
  send(text: string): void;
  close(code: number, reason: string): void;
}

/** The client end of an outgoing WebSocket. */
interface SocketListener extends SocketPeer {
  failed(why: string): void;
}

export interface WebSocketRequest {
  readonly operation: string;
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** Base URL for the client, such as `http://127.0.0.1:4321/s/NAME`. */
  readonly base: string;
  readonly client: SocketPeer;
  /** Opens an outgoing WebSocket. Messages are queued until it is open. */
  readonly connect: (
    address: string,
    how: { readonly headers: IncomingHttpHeaders; readonly agent: Agent | undefined },
    heard: SocketListener,
  ) => SocketPeer;
  /** Receives the response source when it's determined, and the closest recording if unmatched. */
  readonly answeredBy: (by: 'recording' | 'upstream' | 'miss', nearest?: string) => void;
}

export function readClientMessage(
  recorder: Recorder,
  { operation, target, base }: WebSocketRequest,
  text: string,
): { readonly request: RecordedRequest; readonly canonical: Canonical } {
  const body = Buffer.from(text);
  const request = recorder.requestOf({ operation, target, base, method: 'GET', headers: {}, body });
  return { request, canonical: recorder.canonicalOf(operation, request) };
}
