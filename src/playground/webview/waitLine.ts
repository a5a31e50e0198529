import * as l10n from '@vscode/l10n';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableSlot } from '../../base/disposable';
import type { Waiting } from '../../conversation/model/protocol';
import type { Format } from './format';

/** Reports the remaining whole seconds, each once, down to 0. */
export class Countdown {
  readonly #clock: Clock;
  readonly #tell: (seconds: number) => void;
  readonly #timer = new DisposableSlot<Disposable>();

  constructor(clock: Clock, tell: (seconds: number) => void) {
    this.#clock = clock;
    this.#tell = tell;
  }

  start(ms: number): void {
    const end = this.#clock.monotonic() + ms;
    this.#next(end);
  }

  stop(): void {
    this.#timer.value = undefined;
  }

  #next(end: number): void {
    const left = end - this.#clock.monotonic();
    const seconds = wholeSeconds(left);
    this.#tell(seconds);
    this.#timer.value =
      seconds > 0
        ? this.#clock.schedule(left - (seconds - 1) * 1000, () => this.#next(end))
        : undefined;
  }
}

interface WaitWords {
  readonly before: string;
  readonly seconds: string;
  readonly after: string;
}

const PLACE = '\0';

/** Returns the retry message with the remaining seconds. */
export function waitWords(waiting: Waiting, seconds: number, format: Format): WaitWords {
  const { reason, askedSeconds } = waiting;
  const counts = [waiting.attempt, waiting.maxAttempts].map(format.count);
  const outlook =
    seconds > 0
      ? l10n.t('Trying again in {0} s, attempt {1} of {2}.', PLACE, ...counts)
      : l10n.t('Trying again, attempt {0} of {1}…', ...counts);
  const asked =
    askedSeconds && l10n.t('The API asked to wait at least {0} s.', format.count(askedSeconds));
  const text = [reason, asked, outlook].filter(Boolean).join(' ');
  const [before = '', after = ''] = text.split(PLACE);
  return { before, seconds: after === '' ? '' : format.count(seconds), after };
}

export function waitText(waiting: Waiting, format: Format): string {
  const words = waitWords(waiting, wholeSeconds(waiting.remainingMs), format);
  return `${words.before}${words.seconds}${words.after}`;
}

/** Rounds up, so that the countdown ends when 0 is shown. */
function wholeSeconds(ms: number): number {
  return Math.max(0, Math.ceil(ms / 1000));
}
