import type { JsonObject } from '../../api/schema/row';
import type { ServiceTime } from '../state/time';
import { wrong } from './fields';

// RFC 3339 and the service's time stamps have years of four digits.
const EARLIEST = 0;
const LATEST = Date.UTC(9999, 0, 1);

/** Moves the service's time by `advanceSeconds`, or to `set`. Throws 400 unless there is just one of them. */
export function setClock(time: ServiceTime, body: JsonObject): void {
  const { advanceSeconds, set } = body;
  if ((advanceSeconds === undefined) === (set === undefined)) {
    throw wrong('The body must have either advanceSeconds or set.');
  }
  const by = set === undefined ? milliseconds(advanceSeconds) : readTime(set) - time.now();
  const target = time.now() + by;
  if (!(target >= EARLIEST && target < LATEST)) throw wrong('The time must be from 1970 to 9998.');
  time.move(by);
}

function milliseconds(seconds: unknown): number {
  if (typeof seconds === 'number' && Number.isFinite(seconds)) return Math.round(seconds * 1000);
  throw wrong('advanceSeconds must be a number.');
}

function readTime(text: unknown): number {
  const at = typeof text === 'string' ? parseTime(text) : undefined;
  if (at === undefined) throw wrong('set must be a time such as 2026-01-31T12:00:00Z.');
  return at;
}

const RFC_3339 = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;

/** Milliseconds since 1970 of a date or of a time with its zone; undefined for any other text. */
export function parseTime(text: string): number | undefined {
  const at = RFC_3339.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(at) || at < EARLIEST || at >= LATEST ? undefined : at;
}
