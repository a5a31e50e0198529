import { isTimeZone, parseCron, type Schedule } from '../../base/cron';
import { StatusError } from '../status';

/** Reads a schedule. Throws 400 for what is none. */
export function readSchedule(text: string): Schedule {
  const schedule = parseCron(text);
  if (schedule) return schedule;
  throw new StatusError(400, `Invalid value at 'schedule': '${text}' is no cron expression.`);
}

/** Throws 400 for what is no time zone. */
export function checkTimeZone(zone: string): void {
  if (isTimeZone(zone)) return;
  throw new StatusError(400, `Invalid value at 'time_zone': '${zone}' is no time zone.`);
}
