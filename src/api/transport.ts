import type { Event } from '../base/event';
import type { CredentialNeed } from './credentialNeed';
import type { TransportReason } from './errors';
import type { Recording } from './recording';
import type { ResponseHead } from './pieces';
import type { PlainRequest, RequestName } from './request';
import type { StreamError } from './streamDecoder';
import type { Version } from './versions';

export type { StreamError } from './streamDecoder';

/** Credential of a request. Never leaves the transport. */
export type Credential =
  | { readonly kind: 'apiKey'; readonly key: string }
  | {
      readonly kind: 'bearer';
      readonly token: string;
      readonly project?: string;
      /**
       * Called after HTTP 401. True if a new token is available: the request is sent once more. Errors propagate to
       * the caller.
       */
      readonly renew?: (signal?: AbortSignal) => Promise<boolean>;
    }
  | { readonly kind: 'none' };

/** Called per request, so that tokens can be refreshed. */
export type CredentialSource = (need: CredentialNeed, signal?: AbortSignal) => Promise<Credential>;

export interface NetworkSettings {
  /** `http.proxy`, else `HTTPS_PROXY` / `HTTP_PROXY`. */
  readonly proxy?: string;
  /** `http.proxyAuthorization`. */
  readonly proxyAuthorization?: string;
  /** `http.noProxy` and `NO_PROXY`. */
  readonly noProxy?: readonly string[];
  /** `http.proxyStrictSSL`; false accepts any certificate. */
  readonly strictSSL?: boolean;
  /** Additional CA certificates (PEM): system certificates and `NODE_EXTRA_CA_CERTS`. */
  readonly certificates?: readonly string[];
}

export type ReadNetwork = () => NetworkSettings | Promise<NetworkSettings>;

/** Network settings for another local process, which loads certificates itself. */
export interface ProxySettings extends Omit<NetworkSettings, 'certificates'> {
  /** `http.systemCertificates`. */
  readonly systemCertificates?: boolean;
}

export interface WireResponse extends ResponseHead {
  readonly status: number;
  readonly body: AsyncIterable<Uint8Array>;
  /** The token was rejected and replaced, but the request was not resent. */
  readonly renewed?: true;
  /** Kind of the credential that was sent. */
  readonly sentAs?: Credential['kind'];
}

export interface SendOptions {
  readonly signal?: AbortSignal;
  /** Response timeout in ms; the transport's own setting takes precedence. */
  readonly timeoutMs?: number;
  /** Streamed responses: until the first chunk, only the deadline applies, not the idle limit. */
  readonly stream?: boolean;
}

export interface ExchangeFacts {
  readonly method: PlainRequest['method'];
  readonly host: string;
  readonly proxy?: string;
  readonly path: string;
  readonly status?: number;
  /** In ms since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
  /** Body bytes on the wire. */
  readonly bytesSent: number;
  readonly bytesReceived: number;
  /** `answered`: complete body, any HTTP status. */
  readonly outcome: 'answered' | 'cancelled' | 'failed' | TransportReason;
  readonly unsent?: true;
  readonly isControl?: true;
}

export interface Exchange extends ExchangeFacts {
  readonly operation: RequestName;
  readonly version: Version;
  readonly recording?: Recording;
  readonly streamError?: StreamError;
}

/** Sends requests to one origin. Throws `TransportError`, or `CancelledError` on abort. */
export interface Transport {
  send(request: PlainRequest, options?: SendOptions): Promise<WireResponse>;
  /** Undefined disables uploads. */
  readonly endpoint?: URL;
  close(): Promise<void>;
  readonly onDidExchange?: Event<Exchange>;
}

/** A request to another server, such as the OAuth token endpoint. */
export interface HttpRequest {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** Logged, so must not contain secrets. */
  readonly url: URL;
  readonly headers?: { readonly [name: string]: string };
  readonly form?: URLSearchParams;
  readonly json?: object;
  /** Bypasses any proxy, for local servers of the extension. */
  readonly direct?: true;
  /** Control request to the extension's own server: counted, but not shown. */
  readonly isControl?: true;
  readonly timeoutMs: number;
  /** Values to redact in errors and events. */
  readonly secrets: readonly string[];
  /** Maximum response size in bytes. Default: 64 KiB. */
  readonly answerBytes?: number;
  /** Receives a successful response as a stream of any length; `text` is empty then. */
  readonly onText?: (text: string) => void;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly text: string;
}

/** Sends small requests to any origin. Throws `TransportError`, or `CancelledError` on abort. */
export interface Http {
  send(request: HttpRequest, signal?: AbortSignal): Promise<HttpResponse>;
}
