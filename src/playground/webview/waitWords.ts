import type { Strings } from '../strings';
import type { Waiting } from '../protocol';
import { fill } from './fill';
import type { Format } from './format';

/** A sentence in which a number changes; where none does, the rest is empty. */
export interface WaitWords {
  readonly before: string;
  readonly seconds: string;
  readonly after: string;
}

// Stands for the number, and in no text of ours.
const PLACE = '\0';

/** What stands where the answer will be, so many whole seconds before it is asked for again. */
export function waitWords(
  waiting: Waiting,
  seconds: number,
  strings: Strings,
  format: Format,
): WaitWords {
  const { reason, askedSeconds } = waiting;
  const counts = [waiting.attempt, waiting.maxAttempts].map(format.count);
  const outlook =
    seconds > 0 ? fill(strings.tryingAgain, PLACE, ...counts) : fill(strings.tryingNow, ...counts);
  const asked = askedSeconds && fill(strings.serviceAsked, format.count(askedSeconds));
  const text = [reason, asked, outlook].filter(Boolean).join(' ');
  const [before = '', after = ''] = text.split(PLACE);
  return { before, seconds: after === '' ? '' : format.count(seconds), after };
}

/** The same as one text, for a screen reader: as it stands when it is told. */
export function waitText(waiting: Waiting, strings: Strings, format: Format): string {
  const words = waitWords(waiting, wholeSeconds(waiting.remainingMs), strings, format);
  return `${words.before}${words.seconds}${words.after}`;
}

/** Seconds as a count down shows them: it ends when 0 is shown. */
export function wholeSeconds(ms: number): number {
  return Math.max(0, Math.ceil(ms / 1000));
}
