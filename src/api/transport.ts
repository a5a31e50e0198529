import type { PlainRequest } from './request';

/** What a request is signed with. It never leaves the transport. */
export type Credential =
  | { readonly kind: 'apiKey'; readonly key: string }
  | { readonly kind: 'bearer'; readonly token: string; readonly project?: string }
  | { readonly kind: 'none' };

/** Asked once per request, so that a token can be renewed in between. */
export type CredentialSource = (signal?: AbortSignal) => Promise<Credential>;

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

/** An answer's head, and its body as it arrives (already decompressed). */
export interface WireAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: { readonly [name: string]: string };
  readonly body: AsyncIterable<Uint8Array>;
}

export interface SendOptions {
  readonly signal?: AbortSignal;
}

/** Sends plain requests to one origin. Throws `TransportError`, or `CancelledError` when aborted. */
export interface Transport {
  send(request: PlainRequest, options?: SendOptions): Promise<WireAnswer>;
  close(): Promise<void>;
}
