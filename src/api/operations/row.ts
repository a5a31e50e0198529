import type { ScalarName } from '../schema/row';
import type { Version } from '../versions';

/** Columns of the operations table. */
export interface OperationRow {
  readonly verb: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path template after the version, such as `{model=models/*}:generateContent`. */
  readonly path: string;
  readonly versions: readonly Version[];
  /** What it does, verb first; the palette's text. */
  readonly summary: string;
  /** Message that is the JSON body; its path-bound fields are left out. */
  readonly body?: string;
  /** Query parameters besides the service's common ones. */
  readonly query?: { readonly [name: string]: ScalarName };
  /** Message of the answer. A streaming one sends several. */
  readonly response: string;
  /** What it does to stored state; a dangerous one asks first. */
  readonly effect: 'read' | 'write' | 'dangerous';
  /**
   * `safe`: may be repeated after a 429 or 503 that came before any answer (AIP-194);
   * `never`: a repeat could do the thing twice.
   */
  readonly retry: 'safe' | 'never';
  /** A list in pages: the field of the items, the service's default and largest page. */
  readonly paging?: { readonly items: string; readonly size: number; readonly max: number };
  /** Answers in pieces: SSE with `alt=sse`, otherwise one JSON array. */
  readonly stream?: true;
  /** Thinks before it answers: the service gives it 10 minutes instead of one. */
  readonly slow?: true;
  /** Answers an Operation that goes on after the call. */
  readonly longRunning?: true;
  /** Takes the upload protocol. */
  readonly upload?: true;
  /** The weakest credential the service takes for it. */
  readonly credential: 'apiKey' | 'oauth';
  /** Service and method of the RPC behind it, as the service's errors name it, after the package. */
  readonly rpc: string;
}
