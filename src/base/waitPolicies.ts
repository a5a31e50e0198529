/** How long the waits between attempts, or between looks at something that goes on, are. In milliseconds. */
export interface Backoff {
  readonly first: number;
  /** By which each wait is longer than the one before; 1 where all are the same. */
  readonly factor: number;
  readonly longest: number;
  /** Attempts or failures in a row, the first included, after which it ends; absent where it has another end. */
  readonly limit?: number;
  /** `full`: a random part of each wait, so that what failed together does not come back together. */
  readonly jitter?: 'full';
}

// The first step is that of the service's own gRPC configuration.
const CALL = { first: 1000, factor: 2, longest: 30_000, jitter: 'full' } as const;

// Short work is seen soon. The service advises one poll in about 5 s (its model-tuning notebook).
const OPERATION = { first: 1000, factor: 1.5, longest: 5000 } as const;

/** THE POLICIES: every wait of this extension that is repeated. */
export const waitPolicies = {
  /** A call that failed: up to 1, 2 and 4 s, as long as somebody in front of a screen takes for one slow call. */
  call: { ...CALL, limit: 4 },
  /** A part of an upload that failed. */
  upload: { ...CALL, limit: 8 },
  /** An interaction whose stream broke, until it goes on where it was; every event that comes begins anew. */
  brokenStream: { ...CALL, limit: 8 },
  /** A batch of chunks of which it stays open whether it was done. */
  batch: { ...CALL, limit: 4 },
  /** A batch of chunks that the service refuses as one too many, while none is taken. */
  refusedBatch: { first: 1000, factor: 2, longest: 30_000, limit: 8 },
  /** An Operation that has moved since the last look. */
  movingOperation: OPERATION,
  /** An Operation that has not: a look is worth less. */
  stillOperation: { ...OPERATION, longest: 30_000 },
  /**
   * A look at an Operation that failed costs nothing but time, so that an outage, or a laptop without a network, of
   * some minutes is survived: with nobody asking for more, 9 pauses of 6 minutes in all.
   */
  failedPoll: { first: 5000, factor: 2, longest: 60_000, limit: 10 },
  /** A client that closed under a job, because its connection was changed. */
  closedClient: { first: 5000, factor: 1, longest: 5000, limit: 10 },
  /** An uploaded file that the service processes; `limit` counts looks that fail although each call is repeated. */
  processingUpload: { first: 1000, factor: 1.5, longest: 10_000, limit: 10 },
  /** A file of the service that was attached and is still being processed. */
  processingAttachment: { first: 2000, factor: 2, longest: 10_000 },
  /** Rows of the tree on which the service works. */
  busyRows: { first: 2000, factor: 1.5, longest: 30_000 },
  /** The loss of a training that is shown. */
  trainingLoss: { first: 5000, factor: 1, longest: 5000 },
  /** What an import just made, until the service shows it. */
  unseenImport: { first: 2000, factor: 1, longest: 2000 },
  /** What was uploaded and whose answer was lost, until the service shows it. */
  unseenUpload: { first: 2000, factor: 1.5, longest: 10_000 },
  /** A connection on which an emulator tells of requests, lost soon after it was there: it may be another program's. */
  lostFollowing: { first: 500, factor: 2, longest: 30_000 },
  /** The token endpoint, after a failure that may pass. */
  tokenEndpoint: { first: 500, factor: 3, longest: 1500, limit: 3 },
} as const satisfies { readonly [name: string]: Backoff };

/** Milliseconds. The service needs up to half a minute until it shows what was made. */
export const VISIBLE_WITHIN = 45_000;

/** The wait that follows `last`; the first one where there was none yet. For a policy that changes on the way. */
export function nextDelay(backoff: Backoff, last: number | undefined): number {
  if (last === undefined) return backoff.first;
  return Math.min(backoff.longest, last * backoff.factor);
}

/**
 * The wait after a failed attempt.
 *
 * @param attempt its number, from 1.
 * @param random gives 0 to 1, 1 excluded; for a policy with jitter.
 */
export function delayAfterAttempt(
  { first, factor, longest, jitter }: Backoff,
  attempt: number,
  random: () => number = Math.random,
): number {
  const span = Math.min(longest, first * factor ** (attempt - 1));
  return jitter ? Math.floor(span * random()) : span;
}
