import type { Event } from '../base/event';
import type { CredentialNeed } from './credentialNeed';
import type { TransportReason } from './errors';
import type { Recording } from './recording';
import type { AnswerHead } from './pieces';
import type { PlainRequest, RequestName } from './request';
import type { StreamError } from './streamDecoder';
import type { Version } from './versions';

export type { StreamError } from './streamDecoder';

/** What a request is signed with. It never leaves the transport. */
export type Credential =
  | { readonly kind: 'apiKey'; readonly key: string }
  | {
      readonly kind: 'bearer';
      readonly token: string;
      readonly project?: string;
      /**
       * Told that the service answered 401 to the token, though it was believed valid. True where another
       * one is there now: the request, of which nothing was done, is then sent once more. What it throws is
       * what the call ends with.
       */
      readonly renew?: (signal?: AbortSignal) => Promise<boolean>;
    }
  | { readonly kind: 'none' };

/** Asked once per request, so that a token can be renewed in between. */
export type CredentialSource = (need: CredentialNeed, signal?: AbortSignal) => Promise<Credential>;

/** How this machine reaches the network: VS Code's own settings, resolved by the host. */
export interface NetworkSettings {
  /** `http.proxy`, else `HTTPS_PROXY` / `HTTP_PROXY`. */
  readonly proxy?: string;
  /** `http.proxyAuthorization`. */
  readonly proxyAuthorization?: string;
  /** `http.noProxy` and `NO_PROXY`. */
  readonly noProxy?: readonly string[];
  /** `http.proxyStrictSSL`; false accepts any certificate. */
  readonly strictSSL?: boolean;
  /** Extra certificate authorities, PEM: system certificates and `NODE_EXTRA_CA_CERTS`. */
  readonly certificates?: readonly string[];
}

/** Reads how this machine reaches the network, which is loaded with the first request. */
export type ReadNetwork = () => NetworkSettings | Promise<NetworkSettings>;

/** The same for another process on this machine, which has its certificates itself. */
export interface NetworkReach extends Omit<NetworkSettings, 'certificates'> {
  /** `http.systemCertificates`. */
  readonly systemCertificates?: boolean;
}

/** An answer's head, and its body as it arrives (already decompressed). */
export interface WireAnswer extends AnswerHead {
  readonly status: number;
  readonly body: AsyncIterable<Uint8Array>;
  /** The service did not take the token, and there is another one now. Nothing was sent again. */
  readonly renewed?: true;
}

export interface SendOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds until the whole answer must be there; the transport's own setting goes first. */
  readonly timeoutMs?: number;
  /** The answer comes in pieces: before the first, only the deadline limits the wait. */
  readonly stream?: boolean;
}

/** What there is to tell of any request and its answer, once it is over. No secrets, no bodies. */
export interface ExchangeFacts {
  readonly method: PlainRequest['method'];
  /** Host and port. */
  readonly host: string;
  /** Host and port of the proxy that it went through. */
  readonly proxy?: string;
  /** Without the query. */
  readonly path: string;
  /** HTTP status; absent where no answer came. */
  readonly status?: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
  /** Bytes of the bodies, as they were on the wire. */
  readonly bytesSent: number;
  readonly bytesReceived: number;
  /** `answered`: the body came whole, with whatever status. */
  readonly outcome: 'answered' | 'cancelled' | 'failed' | TransportReason;
  /** It ended before the host was asked, such as for want of a credential. */
  readonly unsent?: true;
  /** It was no request of the user's: the extension ran a server of its own with it. */
  readonly isControl?: true;
}

/** An exchange with the service, for those who watch the traffic. */
export interface Exchange extends ExchangeFacts {
  readonly operation: RequestName;
  readonly version: Version;
  /** Where the transport was told to record. */
  readonly recording?: Recording;
  /** Of a stream that has ended in an error after a good status, as far as that was recorded. */
  readonly streamError?: StreamError;
}

/** Sends plain requests to one origin. Throws `TransportError`, or `CancelledError` when aborted. */
export interface Transport {
  send(request: PlainRequest, options?: SendOptions): Promise<WireAnswer>;
  /** The origin; without one, nothing is uploaded. */
  readonly endpoint?: URL;
  close(): Promise<void>;
  readonly onDidExchange?: Event<Exchange>;
}

/** A request to a server beside the service, such as the one that gives out tokens. */
export interface HttpRequest {
  /** What it is called in the log, such as `oauth.token`. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** Without secrets: addresses are logged. */
  readonly url: URL;
  readonly headers?: { readonly [name: string]: string };
  /** The body; at most one of the two. */
  readonly form?: URLSearchParams;
  readonly json?: object;
  /** Never through a proxy, whatever the settings say: for a server of our own on this machine. */
  readonly direct?: true;
  /** It runs a server of our own, and is nothing that the user has asked for: it is counted, and has no row. */
  readonly isControl?: true;
  /** Milliseconds until the whole answer must be there. */
  readonly timeoutMs: number;
  /** What must not appear in an error or event. */
  readonly secrets: readonly string[];
  /** Bytes of the longest answer that is read; 64 KiB without this. */
  readonly answerBytes?: number;
  /** Takes the text of a good answer as it comes, of any length; that of the answer is empty then. */
  readonly onText?: (text: string) => void;
}

export interface HttpAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: { readonly [name: string]: string };
  /** Of no more bytes than the request allows. */
  readonly text: string;
}

/** Sends small requests to any origin. Throws `TransportError`, or `CancelledError` when aborted. */
export interface Http {
  send(request: HttpRequest, signal?: AbortSignal): Promise<HttpAnswer>;
}
