import { Cron } from 'croner';

/** Numbers, names, `*`, ranges, steps and lists. croner reads more than that, such as `@daily` and `L`. */
const FIELD = /^(?:\*|[a-z]{3,}|\d{1,2})(?:[-/,](?:\*|[a-z]{3,}|\d{1,2}))*$/i;
/** The last minute, hour, day, month and day of the week. */
const LAST = [59, 23, 31, 12, 7];

/** The schedule in five fields of cron, in UTC. Undefined for anything else. */
export function parseCron(text: string, timezone = 'UTC'): Cron | undefined {
  const fields = text.trim().split(/\s+/);
  if (fields.length !== LAST.length || !fields.every((field) => FIELD.test(field))) {
    return undefined;
  }
  const plain = fields.map((field, index) =>
    field
      // Names count by their first three letters.
      .replaceAll(/([a-z]{3})[a-z]*/gi, '$1')
      // croner refuses 50/5, which is 50-59/5.
      .replaceAll(/(?<=^|,)(\w+)\//g, `$1-${LAST[index]}/`),
  );
  try {
    return new Cron(plain.join(' '), { mode: '5-part', paused: true, timezone });
  } catch {
    return undefined;
  }
}

/** Whether clocks are known of a zone, such as Europe/Rome. */
export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return true;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return false;
  }
}
