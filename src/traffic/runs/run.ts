import type { CacheBreak, SystemBreak } from './cacheBreak';
import type { RequestFacts } from './requestFacts';

/** The reason why a request belongs to a run, and the request that it continues or repeats. */
export type Link =
  | { readonly kind: 'first' }
  | { readonly kind: 'interaction' | 'results' | 'history' | 'attempt'; readonly to: number }
  /** Starts with a history that no request shown here sent, perhaps a shortened one of another run. */
  | { readonly kind: 'unknownHistory'; readonly near: number | undefined };

export interface SignatureFault {
  readonly kind: 'dropped' | 'moved' | 'changed';
  /** Name of the function. */
  readonly name: string;
  /** Number of calls with this fault. */
  readonly count: number;
  /** Request whose response had the signature. */
  readonly from: number;
}

/** A request in its run, with what other requests say about it. */
export interface RunTurn {
  readonly facts: RequestFacts;
  readonly link: Link;
  /** Request before this one in the conversation. Undefined if none. */
  readonly before: RequestFacts | undefined;
  readonly cacheBreak?: CacheBreak | undefined;
  /** The difference from a request of an earlier run, and the number of requests with such a difference. */
  readonly startBreak?:
    | (SystemBreak & { readonly other: number; readonly count: number })
    | undefined;
  readonly signature?: SignatureFault | undefined;
  /** The same body, answered up to a minute before. */
  readonly twin?: { readonly id: number; readonly seconds: number } | undefined;
  /** The same body, sent again soon after this request failed. */
  readonly isRepeated?: boolean | undefined;
  /** Number of 429 responses of the app in the last minute, this one included. */
  readonly burst?: number | undefined;
  /** Time in ms by which a retry preceded the delay that the API requested. */
  readonly early?: number | undefined;
  /** A call with the same arguments as earlier ones in the run. */
  readonly loop?: { readonly name: string; readonly count: number } | undefined;
}

export interface Run {
  /** ID of its first request. */
  readonly id: number;
  readonly app: string;
  readonly folder: string;
  /** Names of the functions that ran while another run of the app waited for their results. */
  readonly during?: string | undefined;
  /** By start time. */
  readonly turns: readonly RunTurn[];
}

/** What a finding is based on. */
export interface Evidence {
  /** Evidence with the same key is one finding, at its first request. */
  readonly key: string;
  /** Another request that belongs to the evidence. */
  readonly other?: number | undefined;
  /** Number of other requests with the same evidence. */
  readonly more?: number | undefined;
  readonly title: string;
  readonly text: string;
}

/** Whether the request gave no usable response, so that sending it again is a retry. */
export function hasFailed({ outcome }: Pick<RequestFacts, 'outcome'>): boolean {
  return outcome !== 'answered' && outcome !== 'running' && outcome !== 'blocked';
}

export function endOf({ startedAt, durationMs }: RequestFacts): number {
  return startedAt + durationMs;
}
