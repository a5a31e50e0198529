import type { Limits, ScalarName } from '../schema/row';
import type { StatusColumn } from '../status';
import type { VersionSet } from '../versions';

/** A query parameter of an operation. */
export interface QueryRow {
  readonly type: ScalarName;
  /** May stand there several times: a list. */
  readonly repeated?: true;
  /** Needed; where only some versions need it, these. */
  readonly required?: true | VersionSet;
  /** Where it is not in every version of its operation. */
  readonly versions?: VersionSet;
  readonly limits?: Limits;
  /** One sentence for hovers and forms. */
  readonly doc?: string;
}

/** Columns of the operations table. */
export interface OperationRow {
  readonly verb: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path template after the version, such as `{model=models/*}:generateContent`. */
  readonly path: string;
  readonly versions: VersionSet;
  /** How far it can be relied on today, by version where they differ. */
  readonly status: StatusColumn;
  /** `websocket`: a connection, not a request; the client does not open it. Absent: HTTP. */
  readonly transport?: 'websocket';
  /** What it does, verb first; the palette's text. */
  readonly summary: string;
  /** Message that is the JSON body; its path-bound fields are left out. */
  readonly body?: string;
  /** How its query parameters and those of its pages are named: `snake` is `page_token`. Absent: `pageToken`. */
  readonly case?: 'snake';
  /** Query parameters besides the service's common ones. */
  readonly query?: { readonly [name: string]: QueryRow };
  /** Message of the answer. A streaming one sends several. */
  readonly response: string;
  /** What it does to stored state; a dangerous one asks first. */
  readonly effect: 'read' | 'write' | 'dangerous';
  /** Lets others at something, which asks first too: `always`, as its `owner`, or with this field of the body. */
  readonly shares?: 'always' | 'owner' | 'readerProjectNumbers';
  /**
   * `safe`: may be repeated after a 429 or 503 that came before any answer (AIP-194);
   * `never`: a repeat could do the thing twice. A GET and a DELETE are repeated whatever is here.
   */
  readonly retry: 'safe' | 'never';
  /**
   * A list in pages: the field of the items, the service's default and largest page, both absent where
   * it publishes none. The service cuts larger sizes to the largest and refuses negative ones.
   */
  readonly paging?: { readonly items: string; readonly size?: number; readonly max?: number };
  /** Fields that a patch may change, for its update mask. */
  readonly mask?: readonly string[];
  /**
   * Answers in pieces. `true`: always, as SSE with `alt=sse`, otherwise as one JSON array. Else only where it is asked for:
   * with `stream` in its body or its query, as SSE whose pieces are events of this message.
   */
  readonly stream?: true | { readonly asked: 'body' | 'query'; readonly event: string };
  /** Thinks before it answers: the service gives it 10 minutes instead of one. */
  readonly slow?: true;
  /**
   * Answers an Operation that goes on after the call: the message of its metadata, where it has any, and of its final
   * response, and the operation that tells how far it is.
   */
  readonly longRunning?: {
    readonly metadata?: string;
    readonly response: string;
    readonly poll: string;
  };
  /** Takes bytes, on the upload path: at most so many, and where its body says what they are, if it has one. */
  readonly upload?: { readonly most: number; readonly mimeType?: string };
  /** Its answer is a secret that nobody gives out again: whoever asks for it by hand is shown it. */
  readonly answersSecret?: true;
  /** With `alt=media` it answers with bytes in place of its message. */
  readonly download?: true;
  /**
   * The weakest credential the service takes for it. `documentedOauth`: its documents ask for a signed-in
   * user, while the live service has taken API keys too since 2024-09-30.
   */
  readonly credential: 'apiKey' | 'oauth' | 'documentedOauth';
  /** A field of the body with which only a signed-in user may call it. */
  readonly oauthWith?: string;
  /** Scopes of which a signed-in user needs one. */
  readonly scopes: readonly Scope[];
  /** A scope of another service that opens it too. */
  readonly foreignScope?: typeof STORAGE_READ;
  /** Service and method of the RPC behind it, after the package of the version where it has none. */
  readonly rpc: string;
}

type Query = { readonly [name: string]: QueryRow };

// Query parameters that many rows share.
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

/** Begins every scope of the service. */
export const SCOPE_PREFIX = 'https://www.googleapis.com/auth/generative-language';

/** Opens everything, the service's own scopes included. */
export const CLOUD_PLATFORM = 'https://www.googleapis.com/auth/cloud-platform';

/** Lets read what is in Cloud Storage. */
export const STORAGE_READ = 'https://www.googleapis.com/auth/devstorage.read_only';

/** The scopes of the service, without `SCOPE_PREFIX`. */
export type Scope = '' | '.tuning' | '.tuning.readonly' | '.retriever' | '.retriever.readonly';

// Scope sets as the table uses them. Which operation needs which is documented for a third of them; the
// others follow the documented ones of their family.
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

/** The row that tells how far a long-running operation is: of what, by its path. */
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
