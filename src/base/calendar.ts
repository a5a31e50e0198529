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

interface Field {
  readonly least: number;
  readonly most: number;
  readonly names: readonly string[];
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const FIELDS: readonly Field[] = [
  { least: 0, most: 59, names: [] },
  { least: 0, most: 23, names: [] },
  { least: 1, most: 31, names: [] },
  { least: 1, most: 12, names: MONTHS },
  { least: 0, most: 7, names: WEEKDAYS },
];

/**
 * Normalizes a five-field cron expression (numbers, names, `*`, ranges, steps, lists) to `*` and number lists only.
 * Undefined if invalid.
 */
export function parseCron(text: string): string | undefined {
  const parts = text.trim().split(/\s+/);
  if (parts.length !== FIELDS.length) return undefined;
  const fields = FIELDS.map((field, index) => readField(parts[index] ?? '', field));
  return fields.includes(undefined) ? undefined : fields.join(' ');
}

const ITEM = /^(?:\*|(\w+)(?:-(\w+))?)(?:\/(\d{1,2}))?$/;

function readField(part: string, field: Field): string | undefined {
  if (part === '*') return part;
  const values = new Set<number>();
  for (const item of part.split(',')) {
    const found = ITEM.exec(item);
    if (!found) return undefined;
    const [, from, to, every] = found;
    const first = from === undefined ? field.least : readNumber(from, field);
    const step = Number(every ?? 1);
    const alone = every === undefined && from !== undefined ? first : field.most;
    const last = to === undefined ? alone : readNumber(to, field);
    if (!(first >= field.least && last <= field.most && first <= last) || step === 0) {
      return undefined;
    }
    for (let value = first; value <= last; value += step) values.add(value);
  }
  return [...values].join(',');
}

function readNumber(text: string, { least, names }: Field): number {
  const named = names.indexOf(text.slice(0, 3).toLowerCase());
  if (named !== -1) return named + least;
  return /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
}

/** Whether a zone is a known IANA time zone, such as Europe/Rome. */
export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return true;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return false;
  }
}
