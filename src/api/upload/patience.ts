import { sleep, type Clock } from '../../base/clock';
import { CancelledError } from '../../base/errors';
import { afterAttempts } from '../errors/afterAttempts';
import { delayAfter } from '../retry/delay';
import { hopelessness } from '../retry/hopeless';
import type { Failure } from '../retry/rules';
import type { RetryWait } from '../retry/wait';

export interface PatienceParts {
  readonly clock: Clock;
  /** Gives 0 to 1, 1 excluded. */
  readonly random: () => number;
  /** Failures in a row after which it ends, 1 at least. */
  readonly maxAttempts: number;
  readonly signal: AbortSignal;
  readonly onRetry: ((wait: RetryWait) => void) | undefined;
}

/** The waits of an upload, for as long as it makes sense to wait. */
export class Patience {
  readonly #parts: PatienceParts;
  #failures = 0;

  constructor(parts: PatienceParts) {
    this.#parts = parts;
  }

  /** Something came through: what failed before counts no more. */
  restore(): void {
    this.#failures = 0;
  }

  /**
   * Waits after a failure: as long as the service asks for, else longer each time. Throws the failure once there is
   * no point in another attempt, and `CancelledError`.
   */
  async wait(error: Failure): Promise<void> {
    const { clock, random, maxAttempts, signal, onRetry } = this.#parts;
    this.#failures += 1;
    const attempt = this.#failures;
    const why = hopelessness(error, clock.now());
    if (why !== undefined || attempt >= maxAttempts) throw ending(error, attempt, why);
    const delay = delayAfter(error, attempt, random);
    onRetry?.({ operation: 'media.upload', attempt, maxAttempts, ...delay, error });
    try {
      await sleep(clock, delay.delayMs, signal);
    } catch (reason) {
      throw new CancelledError(reason);
    }
  }
}

function ending(error: Failure, attempt: number, why: string | undefined): Failure {
  const tried = attempt > 1 ? `It was tried ${attempt} times.` : undefined;
  const hints = [why ?? error.hint, tried].filter((hint) => hint !== undefined);
  return afterAttempts(error, attempt, hints.join(' '));
}
