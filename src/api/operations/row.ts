import type { Limits, ScalarName } from '../schema/row';
import type { StatusColumn } from '../status';
import type { VersionSet } from '../versions';

export interface QueryRow {
  readonly type: ScalarName;
  readonly repeated?: true;
  /** Required, optionally only in some versions. */
  readonly required?: true | VersionSet;
  /** Set if not in all versions of the method. */
  readonly versions?: VersionSet;
  readonly limits?: Limits;
  readonly doc?: string;
}

/** Columns of the operations table. */
export interface OperationRow {
  readonly verb: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path template after the version, such as `{model=models/*}:generateContent`. */
  readonly path: string;
  readonly versions: VersionSet;
  /** Lifecycle status, by version if different. */
  readonly status: StatusColumn;
  /** `websocket` methods aren't opened by the client. Default: HTTP. */
  readonly transport?: 'websocket';
  /** Description that starts with a verb, shown in the palette. */
  readonly summary: string;
  /** Message type of the JSON body, without path-bound fields. */
  readonly body?: string;
  /** Case of query parameters: `snake` for `page_token`. Default: `pageToken`. */
  readonly case?: 'snake';
  readonly query?: { readonly [name: string]: QueryRow };
  /** Message type of the response, or of each stream chunk. */
  readonly response: string;
  /**
   * Paid use, according to the pricing page: the tokens of the response, or use whose price the response doesn't tell.
   * Default: free.
   */
  readonly cost?: 'tokens' | 'batch' | 'media' | 'index' | 'storage';
  /** Effect on stored state. `dangerous` methods need confirmation. */
  readonly effect: 'read' | 'write' | 'dangerous';
  /** Grants access to others and needs confirmation: `always`, with role `owner`, or with this body field. */
  readonly shares?: 'always' | 'owner' | 'readerProjectNumbers';
  /**
   * `safe`: retried after a 429 or 503 before any response (AIP-194). `never`: a retry could duplicate the effect.
   * GET and DELETE are always retried.
   */
  readonly retry: 'safe' | 'never';
  /**
   * Item field, default page size, and maximum page size; sizes are undefined if unpublished. The API clamps larger
   * sizes and rejects negative ones.
   */
  readonly paging?: { readonly items: string; readonly size?: number; readonly max?: number };
  /** Updatable fields, for the update mask. */
  readonly mask?: readonly string[];
  /**
   * `true`: always streamed, as SSE with `alt=sse`, else as a JSON array. Otherwise on request by `stream` in body
   * or query, as SSE with this event message.
   */
  readonly stream?: true | { readonly asked: 'body' | 'query'; readonly event: string };
  /** Thinking models: 10 minutes timeout instead of one. */
  readonly slow?: true;
  /** Returns a long-running operation: its metadata and response messages, and the method that polls it. */
  readonly longRunning?: {
    readonly metadata?: string;
    readonly response: string;
    readonly poll: string;
  };
  /** Uploads bytes: maximum size, and the body field of the MIME type, if any. */
  readonly upload?: { readonly most: number; readonly mimeType?: string };
  /** The response is a secret shown only once; manual calls display it. */
  readonly answersSecret?: true;
  /** Returns bytes with `alt=media`. */
  readonly download?: true;
  /**
   * Weakest accepted credential. `documentedOauth`: documented as OAuth, but the live API accepts API keys since
   * 2024-09-30.
   */
  readonly credential: 'apiKey' | 'oauth' | 'documentedOauth';
  /** Body field that requires OAuth. */
  readonly oauthWith?: string;
  /** OAuth scopes; at least one is needed. */
  readonly scopes: readonly Scope[];
  /** Alternative scope of another Google API. */
  readonly foreignScope?: typeof STORAGE_READ;
  /** gRPC service and method, relative to the version's package if unqualified. */
  readonly rpc: string;
}

type Query = { readonly [name: string]: QueryRow };

export const PAGE = {
  pageSize: {
    type: 'int32',
    doc: 'Maximum number of items to return. Larger values are reduced to the limit.',
  },
  pageToken: { type: 'string', doc: 'Token for the next page, from the previous response.' },
} as const satisfies Query;

export const SNAKE_PAGE = {
  page_size: PAGE.pageSize,
  page_token: PAGE.pageToken,
} as const satisfies Query;

export const OPERATION_PAGE = {
  ...PAGE,
  filter: { type: 'string' },
  returnPartialSuccess: {
    type: 'bool',
    doc: 'Whether to return partial results if a location is unreachable.',
  },
} as const satisfies Query;

/** Reading a resource or a list is repeated after any transient error. */
export const READ = { verb: 'GET', effect: 'read', retry: 'safe' } as const;

export const FORCE = {
  force: { type: 'bool', doc: 'Whether to also delete the resource’s contents.' },
} as const satisfies Query;

export const MASK = {
  updateMask: {
    type: 'fieldMask',
    required: true,
    doc: 'Comma-separated list of fields to update. Other fields stay unchanged.',
  },
} as const satisfies Query;

export const SNAKE_MASK = {
  update_mask: {
    type: 'fieldMask',
    doc: 'Comma-separated list of fields to update. Default: the fields in the request body.',
  },
} as const satisfies Query;

export const SCOPE_PREFIX = 'https://www.googleapis.com/auth/generative-language';

export const CLOUD_PLATFORM = 'https://www.googleapis.com/auth/cloud-platform';

export const STORAGE_READ = 'https://www.googleapis.com/auth/devstorage.read_only';

export type Scope = '' | '.tuning' | '.tuning.readonly' | '.retriever' | '.retriever.readonly';

// Scope sets. Only a third is documented; the others follow methods of the same family.
export const ANY_SCOPE = [
  '',
  '.tuning',
  '.tuning.readonly',
  '.retriever',
  '.retriever.readonly',
] as const;
export const TUNING = ['.tuning'] as const;
export const TUNING_READ = ['.tuning', '.tuning.readonly'] as const;
export const RETRIEVER = ['.retriever'] as const;
export const RETRIEVER_READ = ['.retriever', '.retriever.readonly'] as const;

type GetOperationColumns = Pick<
  OperationRow,
  'path' | 'versions' | 'status' | 'summary' | 'credential' | 'scopes'
>;

/** Builds the row that polls long-running operations, by path. */
export function getOperation<const R extends GetOperationColumns>(row: R) {
  return {
    ...row,
    verb: 'GET',
    response: 'google.longrunning.Operation',
    effect: 'read',
    retry: 'safe',
    rpc: 'google.longrunning.Operations/GetOperation',
  } as const satisfies OperationRow;
}
