import type { OperationId } from '../api/operations';
import type { RetryWait } from '../api/retry/wait';
import type { Clock } from '../base/clock';
import { toDisposable, type Disposable } from '../base/disposable';
import { operationTitle } from '../catalog/text';
import { waitReason } from '../catalog/errorHelp';

/** Milliseconds; shorter waits are over before anybody has read about them. */
const NOTICEABLE = 2000;

/** Shows a notice about a wait of so many milliseconds, with a button that cancels, until it is disposed. */
export type ShowWait = (
  title: string,
  message: string,
  durationMs: number,
  onCancel: () => void,
) => Disposable;

export interface RetryNoticesParts {
  readonly show: ShowWait;
  /** `vscode.l10n`. */
  readonly l10n: { t(message: string, ...args: readonly (string | number)[]): string };
  readonly clock: Clock;
  readonly log: { warn(line: string): void };
}

interface Shown {
  readonly notice: Disposable;
  /** Of each call that waits. */
  readonly cancels: Set<() => void>;
}

/**
 * Tells of calls that wait before they are sent again: each in the log, and the long ones in a notice. Calls
 * of one operation that wait at the same time share one, and its button cancels them all.
 */
export class RetryNotices {
  readonly #parts: RetryNoticesParts;
  readonly #shown = new Map<OperationId, Shown>();

  constructor(parts: RetryNoticesParts) {
    this.#parts = parts;
  }

  /** Writes a wait to the log. */
  log({ operation, attempt, maxAttempts, delayMs, asked, error }: RetryWait): void {
    const status = 'httpStatus' in error ? `${error.httpStatus} ` : '';
    const why = asked ? 'as the service asks' : 'our own delay';
    this.#parts.log.warn(
      `${operation}: attempt ${attempt} of ${maxAttempts} ended with ${status}${error.reason}; the next in ${delayMs} ms, ${why}`,
    );
  }

  /** Shows a wait, if it is a long one, until it is over or disposed. */
  show(wait: RetryWait, cancel: () => void): Disposable {
    const { operation, delayMs } = wait;
    if (delayMs < NOTICEABLE) return toDisposable(() => undefined);
    const shown = this.#shown.get(operation) ?? this.#open(wait);
    shown.cancels.add(cancel);
    const end = toDisposable(() => {
      timer.dispose();
      shown.cancels.delete(cancel);
      if (shown.cancels.size > 0) return;
      shown.notice.dispose();
      this.#shown.delete(operation);
    });
    const timer = this.#parts.clock.schedule(delayMs, () => end.dispose());
    return end;
  }

  #open({ operation, attempt, maxAttempts, delayMs, error }: RetryWait): Shown {
    const { show, l10n } = this.#parts;
    const cancels = new Set<() => void>();
    const { message, args } = waitReason(error);
    const seconds = Math.ceil(delayMs / 1000);
    const outlook = l10n.t(
      'Waiting {0} s before attempt {1} of {2}.',
      ...[seconds, attempt + 1, maxAttempts],
    );
    const words = `${l10n.t(message, ...args)} ${outlook}`;
    const notice = show(operationTitle(operation), words, delayMs, () => {
      for (const cancel of [...cancels]) cancel();
    });
    const shown = { notice, cancels };
    this.#shown.set(operation, shown);
    return shown;
  }
}
