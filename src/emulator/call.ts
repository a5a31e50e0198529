import type { OperationId } from '../api/operations';
import type { OperationRow } from '../api/operations/row';
import type { JsonObject } from '../api/schema/row';
import type { Edition } from '../api/versions';
import type { Script } from './answers';
import type { Caller } from './caller';
import type { StatusError } from './status';
import type { HandlerContext } from './handlerContext';

export interface Call {
  readonly operation: OperationId;
  readonly row: OperationRow;
  readonly version: Edition;
  readonly caller: Caller;
  readonly path: { readonly [name: string]: string };
  readonly query: JsonObject;
  readonly isMedia: boolean;
  /** Base URL of the request, such as `http://127.0.0.1:4321`, for URLs in responses. */
  readonly origin: string;
  /** Request message with JSON names. Empty if the API method has no body. */
  readonly body: JsonObject;
  readonly script?: Script | undefined;
  /** Mocks of single questions of `decisions.create`, by question ID. */
  readonly decisions?: ReadonlyMap<string, Script> | undefined;
}

/** A message of a response. Its token count determines the delay. */
export interface Step {
  readonly message: JsonObject;
  readonly tokens: number;
  /** Tokens that take time but aren't sent, such as those of hidden thoughts. */
  readonly unseen?: number;
  /** Additional delay in ms. */
  readonly after?: number;
}

export type ResponseFault =
  /** An HTTP status, or a stream element after the first one. */
  | { readonly kind: 'error'; readonly error: StatusError }
  /** Closes the connection during the response, or resets it before the first byte. */
  | { readonly kind: 'reset' }
  | { readonly kind: 'stall' }
  | { readonly kind: 'malformed' }
  /** Sends another page instead, such as that of a captive portal or gateway. */
  | {
      readonly kind: 'page';
      readonly status: number;
      readonly contentType: string;
      readonly body: string;
      readonly headers?: { readonly [name: string]: string };
    }
  | { readonly kind: 'empty' };

export interface Speed {
  readonly latency: number;
  /** Tokens per second after that. 0: no delay. */
  readonly rate: number;
}

export interface Delivery {
  readonly delay?: number;
  readonly writeSize?: number;
  /** Number of bytes after which the connection breaks. */
  readonly cutAt?: number;
  /** Number of bytes after which nothing more is sent. */
  readonly stallAt?: number;
}

export interface MediaReply {
  readonly contentType: string;
  readonly bytes: number;
  readonly blocks: Iterable<Buffer>;
}

export interface Reply {
  readonly steps: readonly Step[];
  readonly more?: (signal: AbortSignal) => AsyncIterable<Step>;
  /** Typed SSE events, or OpenAI chunks. Default: the form of the API method. */
  readonly form?: 'events' | 'chat';
  readonly accident?: ResponseFault | undefined;
  /** Whether a mock has set the content, to which nothing is added. */
  readonly isScripted?: true;
  readonly isCounted?: boolean;
  /** IDs of the questions with invented answers, for the header `x-emulator-invented`. */
  readonly invented?: readonly string[];
  readonly isVerbatim?: true;
  readonly media?: MediaReply | undefined;
  readonly speed?: Speed | undefined;
  readonly delivery?: Delivery | undefined;
}

/** Handles an API method. Throws `StatusError` for the errors of the live API. */
export type Handler = (call: Call, world: HandlerContext) => Reply;

/** Handlers by API method. */
export type HandlerRows = { readonly [I in OperationId]?: Handler };

export function singleReply(message: JsonObject, tokens = 0): Reply {
  return { steps: [{ message, tokens }] };
}
