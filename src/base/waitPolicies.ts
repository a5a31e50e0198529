/** Delays between retries or polls, in ms. */
export interface Backoff {
  readonly first: number;
  readonly factor: number;
  readonly longest: number;
  /**
   * Maximum number of attempts or consecutive failures, including the first. Undefined if something else ends the
   * loop.
   */
  readonly limit?: number;
  /** `full` picks a random part of each delay, so that clients don't retry in sync. */
  readonly jitter?: 'full';
}

// The first delay matches the API's gRPC service config.
const CALL = { first: 1000, factor: 2, longest: 30_000, jitter: 'full' } as const;

// Short work is noticed early. Google's model-tuning notebook recommends polling about every 5 s.
const OPERATION = { first: 1000, factor: 1.5, longest: 5000 } as const;

export const waitPolicies = {
  /** Failed API call: up to 1, 2, and 4 s, short enough to feel like one slow call. */
  call: { ...CALL, limit: 4 },
  upload: { ...CALL, limit: 8 },
  /** Broken stream of an interaction; each received event resets the count. */
  brokenStream: { ...CALL, limit: 8 },
  batch: { ...CALL, limit: 4 },
  /** Batch of chunks that the API rejects as one too many while it accepts none. */
  refusedBatch: { first: 1000, factor: 2, longest: 30_000, limit: 8 },
  movingOperation: OPERATION,
  stillOperation: { ...OPERATION, longest: 30_000 },
  /**
   * Failed poll of an operation. Tolerates outages of several minutes: up to 9 delays, 6 minutes in total.
   */
  failedPoll: { first: 5000, factor: 2, longest: 60_000, limit: 10 },
  closedClient: { first: 5000, factor: 1, longest: 5000, limit: 10 },
  processingUpload: { first: 1000, factor: 1.5, longest: 10_000, limit: 10 },
  processingAttachment: { first: 2000, factor: 2, longest: 10_000 },
  busyRows: { first: 2000, factor: 1.5, longest: 30_000 },
  trainingLoss: { first: 5000, factor: 1, longest: 5000 },
  unseenImport: { first: 2000, factor: 1, longest: 2000 },
  unseenUpload: { first: 2000, factor: 1.5, longest: 10_000 },
  /** Emulator event stream that broke soon after connecting; the port may belong to another app. */
  lostFollowing: { first: 500, factor: 2, longest: 30_000 },
  tokenEndpoint: { first: 500, factor: 3, longest: 1500, limit: 3 },
} as const satisfies { readonly [name: string]: Backoff };

/** In ms. The API lists new resources with a delay of up to 30 s. */
export const VISIBLE_WITHIN = 45_000;

/** Returns the delay after `last`, or the first delay. For loops whose policy changes. */
export function nextDelay(backoff: Backoff, last: number | undefined): number {
  if (last === undefined) return backoff.first;
  return Math.min(backoff.longest, last * backoff.factor);
}

/**
 * Returns the delay after a failed attempt.
 * @param attempt 1-based attempt number
 * @param random returns a number in [0, 1) for jitter
 */
export function delayAfterAttempt(
  { first, factor, longest, jitter }: Backoff,
  attempt: number,
  random: () => number = Math.random,
): number {
  const span = Math.min(longest, first * factor ** (attempt - 1));
  return jitter ? Math.floor(span * random()) : span;
}
