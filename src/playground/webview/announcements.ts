import * as l10n from '@vscode/l10n';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableSlot } from '../../base/disposable';
import type { TurnResult } from '../../conversation/model/conversation';
import type { PlaygroundState, Waiting } from '../../conversation/model/protocol';
import { attachmentAnnouncement } from './attachmentTexts';
import type { Format } from './format';
import { verdictText } from './verdicts';

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

/**
 * Returns the screen reader text for the change between two snapshots: start, retry, or end of a response,
 * or attachment changes. Never includes the response text.
 */
export function announcement(
  before: PlaygroundState | undefined,
  after: PlaygroundState,
  format: Format,
): string | undefined {
  if (before?.conversation !== after.conversation) return undefined;
  const { waiting } = after;
  if (waiting && waiting.attempt !== before.waiting?.attempt) {
    return waitText(waiting, format);
  }
  if (after.isStalled && !before.isStalled)
    return l10n.t('No data for 10 seconds. The request is still running.');
  if (after.streaming !== undefined && after.streaming !== before.streaming) {
    return l10n.t('Response started.');
  }
  if (before.streaming === undefined || after.streaming !== undefined) {
    return attachmentAnnouncement(before, after, format);
  }
  const ended = after.turns.find((turn) => turn.id === before.streaming);
  return ended?.role === 'model' && ended.outcome ? outcomeText(ended.outcome, format) : undefined;
}

function outcomeText(outcome: TurnResult, format: Format): string {
  if (outcome.verdict === 'complete') {
    const count = outcome.usage?.candidatesTokenCount;
    const length = count === undefined ? undefined : format.tokens(count);
    return length === undefined
      ? `${l10n.t('Complete')}.`
      : l10n.t('Response finished, {0}.', length);
  }
  const text = `${verdictText(outcome)}.`;
  return outcome.failure ? `${text} ${outcome.failure.message}` : text;
}
