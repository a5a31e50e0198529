import { text, type Text } from '../text';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** What is deleted sooner than that, in milliseconds, is marked, and its minutes are told. */
export const SOON = 2 * HOUR;

/** How long something is still kept. `left` is in milliseconds. */
export function timeLeft(left: number, isSpoken = false): Text {
  if (left <= 0) return text('expired');
  if (left < MINUTE) return text('less than a minute left');
  const hours = Math.floor(left / HOUR);
  const minutes = Math.floor((left % HOUR) / MINUTE);
  if (left >= SOON) return text(isSpoken ? '{0} hours left' : '{0} h left', hours);
  if (hours === 0) return text(isSpoken ? minutesLeft(minutes) : '{0} min left', minutes);
  if (minutes === 0) return text(isSpoken ? '1 hour left' : '1 h left');
  return isSpoken
    ? text(`1 hour and ${minutesLeft(minutes)}`, minutes)
    : text('1 h {0} min left', minutes);
}

/** Milliseconds until `timeLeft` says something else; undefined where it always says the same from now on. */
export function untilOtherTime(left: number): number | undefined {
  if (left <= 0) return undefined;
  if (left < MINUTE) return left;
  return (left % (left >= SOON ? HOUR : MINUTE)) + 1;
}

function minutesLeft(minutes: number): string {
  return minutes === 1 ? '{0} minute left' : '{0} minutes left';
}
