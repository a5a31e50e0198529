/** When a schedule is due: the numbers that each of its fields allows. */
export interface Schedule {
  readonly minutes: ReadonlySet<number>;
  readonly hours: ReadonlySet<number>;
  readonly days: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
  /** 0 is Sunday. */
  readonly weekdays: ReadonlySet<number>;
  /** Where both kinds of days are told, one of them is enough, as cron has it. */
  readonly isEitherDay: boolean;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** The range of each field, and the names that stand for its numbers. */
const FIELDS = [
  { least: 0, most: 59, names: [] },
  { least: 0, most: 23, names: [] },
  { least: 1, most: 31, names: [] },
  { least: 1, most: 12, names: MONTHS },
  { least: 0, most: 7, names: WEEKDAYS },
] as const;

const SUNDAY = 7;

/** Reads five fields of cron: numbers, names, `*`, ranges, steps and lists. Undefined for anything else. */
export function parseCron(text: string): Schedule | undefined {
  const parts = text.trim().split(/\s+/);
  if (parts.length !== FIELDS.length) return undefined;
  const [minutes, hours, days, months, weekdays] = FIELDS.map((field, index) =>
    readField(parts[index] ?? '', field),
  );
  if (!minutes || !hours || !days || !months || !weekdays) return undefined;
  if (weekdays.has(SUNDAY)) weekdays.add(0);
  const isEitherDay = parts[2] !== '*' && parts[4] !== '*';
  return { minutes, hours, days, months, weekdays, isEitherDay };
}

interface Field {
  readonly least: number;
  readonly most: number;
  readonly names: readonly string[];
}

const ITEM = /^(?:\*|(\w+)(?:-(\w+))?)(?:\/(\d{1,2}))?$/;

function readField(part: string, field: Field): Set<number> | undefined {
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
  return values;
}

function readNumber(text: string, { least, names }: Field): number {
  const named = names.indexOf(text.slice(0, 3).toLowerCase());
  if (named !== -1) return named + least;
  return /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
}

/** Whether clocks are known of a zone, such as Europe/Rome. */
export function isTimeZone(zone: string): boolean {
  try {
    formatOf(zone);
    return true;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return false;
  }
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Days that are looked through: a 29th of February may be eight years away. */
const MOST_DAYS = 8 * 366;

/**
 * When a schedule is due next after a time, in milliseconds since 1970; undefined where it never is. What the clocks
 * leave out in spring is left out, and what they have twice in autumn comes once.
 */
export function nextDue(schedule: Schedule, zone: string, after: number): number | undefined {
  const today = wallTime(zone, after);
  const start = Date.UTC(today.year, today.month - 1, today.day);
  const hours = sorted(schedule.hours);
  const minutes = sorted(schedule.minutes);
  // What clocks have shown today is over, unless they are changed about now.
  const offsets = new Set([-DAY_MS, 0, DAY_MS].map((shift) => offsetAt(zone, after + shift)));
  const shown = after + offsetAt(zone, after);
  const over = offsets.size === 1 ? shown : -Infinity;
  for (let number = 0; number <= MOST_DAYS; number++) {
    const day = start + number * DAY_MS;
    if (!isDay(schedule, new Date(day))) continue;
    for (const hour of hours) {
      for (const minute of minutes) {
        const wall = day + (hour * 60 + minute) * MINUTE_MS;
        const due = wall <= over ? undefined : realTime(zone, wall);
        if (due !== undefined && due > after) return due;
      }
    }
  }
  return undefined;
}

function isDay({ days, months, weekdays, isEitherDay }: Schedule, day: Date): boolean {
  if (!months.has(day.getUTCMonth() + 1)) return false;
  const fits = [days.has(day.getUTCDate()), weekdays.has(day.getUTCDay())];
  return isEitherDay ? fits.includes(true) : !fits.includes(false);
}

function sorted(values: ReadonlySet<number>): readonly number[] {
  return [...values].sort((one, other) => one - other);
}

interface WallTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' },
  });
  formats.set(zone, format);
  return format;
}

/** What clocks show there. */
function wallTime(zone: string, at: number): WallTime {
  const parts = formatOf(zone).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((one) => one.type === type)?.value ?? 0);
  return {
    ...{ year: part('year'), month: part('month'), day: part('day') },
    ...{ hour: part('hour'), minute: part('minute') },
  };
}

/** The time at which clocks show something first; undefined where they never do. */
function realTime(zone: string, wall: number): number | undefined {
  // Zones are at most 14 hours off; the offsets around that time are those of the hours next to it.
  const offsets = [-DAY_MS, 0, DAY_MS].map((shift) => offsetAt(zone, wall + shift));
  const found = [...new Set(offsets)]
    .map((offset) => wall - offset)
    .filter((at) => at + offsetAt(zone, at) === wall);
  return found.length === 0 ? undefined : Math.min(...found);
}

/** Milliseconds that clocks there are ahead of UTC. */
function offsetAt(zone: string, at: number): number {
  const { year, month, day, hour, minute } = wallTime(zone, at);
  const shown = Date.UTC(year, month - 1, day, hour, minute);
  return shown - Math.floor(at / MINUTE_MS) * MINUTE_MS;
}
