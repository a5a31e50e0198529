const DAY = 24 * 60 * 60 * 1000;

/**
 * Returns the next midnight in Pacific time, in ms since 1970. Daily API quotas reset then
 * (ai.google.dev/gemini-api/docs/rate-limits).
 */
export function nextPacificMidnight(now: number): number {
  const guess = now + DAY - sincePacificMidnight(now);
  // Days on which DST changes have 23 or 25 hours.
  const off = sincePacificMidnight(guess);
  return off > DAY / 2 ? guess + DAY - off : guess - off;
}

/** Returns the first midnight of the next month in Pacific time, in ms since 1970. */
export function nextPacificMonth(now: number): number {
  const [year = 0, month = 0] = pacificDay(now).split('-').map(Number);
  // The first day starts in UTC before it does in Pacific time.
  return nextPacificMidnight(Date.UTC(year, month, 1));
}

/** Returns the date in Pacific time, such as `2026-12-01`. */
export function pacificDay(time: number): string {
  const timeZone = 'America/Los_Angeles';
  // Canadian dates are in the ISO format.
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(time);
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
