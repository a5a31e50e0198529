import { ServiceError } from '../errors/serviceError';
import { askedDelay } from './delay';
import type { Failure } from './rules';

// Milliseconds.
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const LONGEST_WAIT = MINUTE;

const NO_QUOTA = /\blimit: 0(?![.\d]*\d)/;

/**
 * Why no wait that a person would sit through helps, and until when it would last; undefined where a wait
 * may help. The service names a delay of seconds even with a quota that lasts for the day.
 *
 * @param now milliseconds since 1970.
 */
export function hopelessness(failure: Failure, now: number): string | undefined {
  if (!(failure instanceof ServiceError)) return undefined;
  if (failure.httpStatus === 429) {
    const violations = failure.details.quotaViolations ?? [];
    if (NO_QUOTA.test(failure.message) || violations.some((row) => row.quotaValue === '0')) {
      return 'The project has no quota for this. Use another model or project.';
    }
    if (violations.some((row) => /per_?day/i.test(row.quotaId))) {
      const renewed = clockTime(nextPacificMidnight(now));
      return `The quota of the day is used up. It is renewed at ${renewed}. Until then use another model or project.`;
    }
  }
  const delay = askedDelay(failure);
  if (delay <= LONGEST_WAIT) return undefined;
  if (delay > DAY) return 'The service asks to wait for more than a day.';
  return `The service asks to wait until ${clockTime(now + delay)}.`;
}

/** Quotas of a day begin at midnight there (ai.google.dev/gemini-api/docs/rate-limits). */
function nextPacificMidnight(now: number): number {
  const guess = now + DAY - sincePacificMidnight(now);
  // The day on which the clocks change has 23 or 25 hours.
  const off = sincePacificMidnight(guess);
  return off > DAY / 2 ? guess + DAY - off : guess - off;
}

function sincePacificMidnight(time: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/Los_Angeles',
    hourCycle: 'h23',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(time);
  const part = (type: string): number =>
    Number(parts.find((candidate) => candidate.type === type)?.value ?? 0);
  const seconds = (part('hour') * 60 + part('minute')) * 60 + part('second');
  return seconds * 1000 + (time % 1000);
}

/** Hours and minutes of this machine's own time. */
function clockTime(time: number): string {
  // A minute that has begun counts as over: nobody comes too early.
  const date = new Date(Math.ceil(time / MINUTE) * MINUTE);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}
