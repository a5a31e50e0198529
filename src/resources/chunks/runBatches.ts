import * as l10n from '@vscode/l10n';
import { ServiceError } from '../../api/errors';
import { requestedDelay, delayAfter, isFailure } from '../../api/retryPolicy';
import type { JsonObject } from '../../api/schema/row';
import { mapConcurrent } from '../../base/async';
import { type Clock, sleep } from '../../base/clock';
import { AppError, CancelledError } from '../../base/errors';
import { delayAfterAttempt, waitPolicies } from '../../base/waitPolicies';
import {
  type BatchCounts,
  BatchCutter,
  type BatchItem,
  type BatchJob,
  type BatchOptions,
  type BatchResult,
  type BatchVerdict,
  type FailedRow,
  IN_FLIGHT,
  type LookupState,
  batchErrorReason,
  classifyBatchError,
  failedRequests,
} from './batchJob';

const MAX_LOOKUPS = 8;
// Time that running calls have to finish after cancellation, in ms, so that their results are available.
const GRACE = 5000;
// Maximum numbers of rejected rows: in total, and before the first accepted row.
const MAX_REJECTED = 10_000;
const MAX_REJECTED_FIRST = 300;

type Items<R> = readonly BatchItem<R>[];
type LookupResult =
  | { readonly answer: JsonObject }
  | { readonly error: unknown; readonly verdict: BatchVerdict }
  | 'stopped';

/**
 * Sends rows in parallel batches. Rate-limited batches wait. Each row is either done or passed to `onFailed`
 * once. Reads lazily. Doesn't throw: the result has the error.
 */
export async function runBatches<R>(
  rows: AsyncIterable<R>,
  job: BatchJob<R>,
  options: BatchOptions<R>,
): Promise<BatchResult> {
  return await new BatchRun(rows, job, options).run();
}

class BatchRun<R> {
  readonly #job: BatchJob<R>;
  readonly #options: BatchOptions<R>;
  readonly #clock: Clock;
  readonly #cutter: BatchCutter<R>;
  readonly #ending = new AbortController();
  readonly #closing = new AbortController();
  #grace: { dispose(): void } | undefined;
  #stopped: Error | undefined;
  #done = 0;
  #there = 0;
  #failed = 0;
  #refused = 0;

  constructor(rows: AsyncIterable<R>, job: BatchJob<R>, options: BatchOptions<R>) {
    this.#job = job;
    this.#options = options;
    this.#clock = options.clock;
    this.#cutter = new BatchCutter(rows, job);
  }

  async run(): Promise<BatchResult> {
    const { signal, inFlight = IN_FLIGHT } = this.#options;
    const onAbort = (): void => this.#stop(new CancelledError(signal?.reason));
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted) onAbort();
    await Promise.all(Array.from({ length: inFlight }, () => this.#work()));
    signal?.removeEventListener('abort', onAbort);
    for (const row of await this.#cutter.close()) this.#fail(row, 'notSent', '');
    this.#grace?.dispose();
    return { ...this.#counts(), ...(this.#stopped && { stopped: this.#stopped }) };
  }

  async #work(): Promise<void> {
    while (!this.#stopped) {
      try {
        const batch = await this.#cutter.next();
        if (!batch) return;
        for (const row of batch.oversized) {
          this.#fail(row, 'refused', l10n.t('The chunk is too large for one request.'));
        }
        await this.#deliver(batch.items, false);
      } catch (error) {
        this.#stop(error);
      }
      this.#options.onProgress?.(this.#counts());
    }
  }

  /** @param wasOpen whether an earlier call may have created or changed the rows */
  async #deliver(items: Items<R>, wasOpen: boolean): Promise<void> {
    let isOpen = wasOpen;
    let attempt = 1;
    let refusals = 0;
    let doneBefore = -1;
    while (items.length > 0) {
      const outcome = await this.#send(items);
      if (outcome === 'stopped') {
        await this.#leave(items, isOpen);
        return;
      }
      if ('answer' in outcome) {
        this.#done += items.length;
        this.#options.onAnswer?.(outcome.answer);
        return;
      }
      const { error, verdict } = outcome;
      if (verdict === 'row') {
        await this.#sift(items, error, isOpen);
        return;
      }
      if (verdict === 'names') {
        await this.#resolve(items, error, isOpen);
        return;
      }
      if (verdict === 'end') {
        this.#stop(error);
        await this.#leave(items, isOpen || CancelledError.is(error));
        return;
      }
      if (verdict === 'tooFast') {
        // A retry succeeds eventually while other batches succeed.
        refusals = this.#done === doneBefore ? refusals + 1 : 1;
        doneBefore = this.#done;
        await this.#waitAfterRefusal(error, refusals);
        continue;
      }
      isOpen = true;
      if (attempt === waitPolicies.batch.limit) this.#stop(error);
      else await this.#waitAfter(error, attempt);
      attempt += 1;
    }
  }

  async #send(items: Items<R>): Promise<LookupResult> {
    if (this.#stopped) return 'stopped';
    try {
      const requests = items.map(({ request }) => request);
      return { answer: await this.#job.send(requests, this.#closing.signal) };
    } catch (error) {
      return { error, verdict: classifyBatchError(this.#job.operation, error, this.#clock.now()) };
    }
  }

  async #sift(items: Items<R>, error: unknown, isOpen: boolean): Promise<void> {
    const named = failedRequests(error, items.length);
    const reasons = items.length === 1 ? new Map([[0, batchErrorReason(error)], ...named]) : named;
    if (reasons.size === 0) {
      await this.#halve(items, isOpen);
      return;
    }
    for (const [index, { row }] of items.entries()) {
      const reason = reasons.get(index);
      if (reason !== undefined) this.#fail(row, 'refused', reason);
    }
    const others = items.filter((_item, index) => !reasons.has(index));
    await this.#deliver(others, isOpen);
  }

  /** Handles name conflicts, with rows of a call whose response was lost or with other resources. */
  async #resolve(items: Items<R>, error: unknown, isOpen: boolean): Promise<void> {
    const missing = await this.#settle(items, isOpen);
    if (missing.length < items.length) {
      await this.#deliver(missing, false);
    } else if (error instanceof ServiceError && error.httpStatus === 409) {
      // No name exists yet, so the conflict has another cause.
      await this.#sift(items, error, isOpen);
    } else {
      this.#stop(error);
      await this.#leave(items, false);
    }
  }

  async #halve(items: Items<R>, isOpen: boolean): Promise<void> {
    const half = items.length >> 1;
    await this.#deliver(items.slice(0, half), isOpen);
    await this.#deliver(items.slice(half), isOpen);
  }

  /** After the end, only checks rows that may have been done. */
  async #leave(items: Items<R>, isOpen: boolean): Promise<void> {
    const missing = isOpen ? await this.#settle(items, isOpen) : items;
    for (const { row } of missing) this.#fail(row, 'notSent', '');
  }

  async #settle(items: Items<R>, isOpen: boolean): Promise<Items<R>> {
    const sights = await lookUpItems(items, this.#job, this.#closing.signal);
    const unclear = l10n.t('Couldn’t confirm whether this succeeded. Check before you try again.');
    for (const [index, { row }] of items.entries()) {
      const sight = sights[index];
      if (sight === 'other') this.#fail(row, 'refused', this.#job.takenText);
      if (sight === 'unclear') this.#fail(row, 'unclear', unclear);
      if (sight === 'same' && isOpen) this.#done += 1;
      if (sight === 'same' && !isOpen) this.#there += 1;
    }
    return items.filter((_item, index) => sights[index] === 'nothing');
  }

  #fail(row: R, kind: FailedRow<R>['kind'], reason: string): void {
    this.#failed += 1;
    this.#options.onFailed({ row, kind, reason });
    if (kind !== 'refused') return;
    this.#refused += 1;
    const isNone = this.#done + this.#there === 0;
    if (this.#refused >= (isNone ? MAX_REJECTED_FIRST : MAX_REJECTED)) {
      this.#stop(new AppError('tooManyRefused', l10n.t('The API rejected too many rows.')));
    }
  }

  async #waitAfter(error: unknown, attempt: number): Promise<void> {
    const random = this.#options.random ?? Math.random;
    const delay = isFailure(error)
      ? delayAfter(error, attempt, random, waitPolicies.batch).delayMs
      : 1000;
    await this.#wait(delay);
  }

  /** @param refusals consecutive refusals without an accepted batch */
  async #waitAfterRefusal(error: unknown, refusals: number): Promise<void> {
    const { refusedBatch } = waitPolicies;
    if (refusals >= refusedBatch.limit) {
      this.#stop(error);
      return;
    }
    const asked = isFailure(error) ? requestedDelay(error) : 0;
    await this.#wait(Math.max(asked, delayAfterAttempt(refusedBatch, refusals)));
  }

  async #wait(delayMs: number): Promise<void> {
    try {
      await sleep(this.#clock, delayMs, this.#ending.signal);
    } catch (error) {
      // If aborted, the next check of `#stopped` ends the run.
      if (!this.#ending.signal.aborted) throw error;
    }
  }

  #stop(error: unknown): void {
    if (this.#stopped) return;
    this.#stopped = error instanceof Error ? error : new Error(String(error));
    this.#ending.abort();
    this.#grace = this.#clock.schedule(GRACE, () => this.#closing.abort());
  }

  #counts(): BatchCounts {
    return {
      read: this.#cutter.read,
      done: this.#done,
      there: this.#there,
      failed: this.#failed,
    };
  }
}

async function lookUpItems<R>(
  items: readonly BatchItem<R>[],
  job: Pick<BatchJob<R>, 'look'>,
  signal: AbortSignal,
): Promise<readonly LookupState[]> {
  const sights: LookupState[] = items.map(() => 'unclear');
  await mapConcurrent(MAX_LOOKUPS, items.entries(), async ([index, { row }]) => {
    if (signal.aborted) return;
    sights[index] = await job.look(row, signal).catch(() => 'unclear' as const);
  });
  return sights;
}
