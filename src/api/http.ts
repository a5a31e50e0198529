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
  /** Milliseconds until the whole answer must be there. */
  readonly timeoutMs: number;
  /** What must not appear in an error or event. */
  readonly secrets: readonly string[];
}

export interface HttpAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: { readonly [name: string]: string };
  /** At most 64 KiB. */
  readonly text: string;
}

/** Sends small requests to any origin. Throws `TransportError`, or `CancelledError` when aborted. */
export interface Http {
  send(request: HttpRequest, signal?: AbortSignal): Promise<HttpAnswer>;
}
