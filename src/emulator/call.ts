import type { OperationId } from '../api/operations';
import type { OperationRow } from '../api/operations/row';
import type { JsonObject } from '../api/schema/row';
import type { Edition } from '../api/versions';
import type { Script } from './answers';
import type { Caller } from './caller';
import type { StatusError } from './status';
import type { World } from './world';

/** A request that was routed, authorised, read and found valid against the tables. */
export interface Call {
  readonly operation: OperationId;
  readonly row: OperationRow;
  readonly version: Edition;
  readonly caller: Caller;
  /** Resource names from the path, by the template's field. */
  readonly path: { readonly [name: string]: string };
  /** Query parameters of the operation, by their JSON name. */
  readonly query: JsonObject;
  /** Whether it asks for bytes in place of a message, with `alt=media`. */
  readonly isMedia: boolean;
  /** Where the request was sent, such as `http://127.0.0.1:4321`: addresses in answers lie there. */
  readonly origin: string;
  /** The body's message in its normal form; empty where the operation has none. */
  readonly body: JsonObject;
  /** The rule that answers in place of the engine. */
  readonly script?: Script | undefined;
}

/** One message of an answer, and the tokens whose making it stands for: they set its pace. */
export interface Step {
  readonly message: JsonObject;
  readonly tokens: number;
  /** Tokens made before it that are not sent, such as those of hidden thoughts. */
  readonly unseen?: number;
  /** Milliseconds to wait before it, in addition to the time of its tokens. */
  readonly after?: number;
}

/** How an answer goes wrong, after the steps that come before it. */
export type Accident =
  /** An HTTP status where nothing was sent yet, else an element of the stream. */
  | { readonly kind: 'error'; readonly error: StatusError }
  /** The socket is closed in the middle of the answer, or reset before its first byte. */
  | { readonly kind: 'reset' }
  /** Nothing more comes, and the socket stays open. */
  | { readonly kind: 'stall' }
  /** JSON that breaks off. */
  | { readonly kind: 'malformed' }
  /** Anything else in place of the answer, such as the page of a captive portal or a gateway. */
  | {
      readonly kind: 'page';
      readonly status: number;
      readonly contentType: string;
      readonly body: string;
      readonly headers?: { readonly [name: string]: string };
    }
  /** 200 without a body. */
  | { readonly kind: 'empty' };

/** How fast answers come. */
export interface Speed {
  /** Milliseconds until the first piece; 0 for none. */
  readonly latency: number;
  /** Tokens per second after that; 0 for no delay at all. */
  readonly rate: number;
}

/** How the bytes of an answer's body travel, where not as they come. */
export interface Delivery {
  /** Milliseconds before the head is sent. */
  readonly delay?: number;
  /** Most bytes of one write. */
  readonly writeSize?: number;
  /** The connection breaks after so many bytes, if there are more. */
  readonly cutAt?: number;
  /** Nothing more comes after so many bytes, if there are more. */
  readonly stallAt?: number;
}

/** Bytes that are an answer, read as they are sent. */
export interface MediaReply {
  readonly contentType: string;
  /** How many they are. */
  readonly bytes: number;
  readonly blocks: Iterable<Buffer>;
}

/** An answer: one step, or several where the operation streams. */
export interface Reply {
  readonly steps: readonly Step[];
  /** Steps that come after those, when it is time. */
  readonly more?: (signal: AbortSignal) => AsyncIterable<Step>;
  /** Named events, each with its own type, or pieces of a chat. Absent: what the operation streams, or one message. */
  readonly form?: 'events' | 'chat';
  readonly accident?: Accident | undefined;
  /** A rule has said it: nothing of it is to be made up besides. */
  readonly isScripted?: true;
  /** Its counts of tokens are the rule's too. */
  readonly isCounted?: boolean;
  /** Its messages are sent as they are. */
  readonly isVerbatim?: true;
  /** Bytes in place of a message. */
  readonly media?: MediaReply | undefined;
  /** Slower than the emulator's own speed. */
  readonly speed?: Speed | undefined;
  readonly delivery?: Delivery | undefined;
}

/** Answers one operation. Throws `StatusError` for what the service refuses. */
export type Handler = (call: Call, world: World) => Reply;

export function single(message: JsonObject, tokens = 0): Reply {
  return { steps: [{ message, tokens }] };
}
