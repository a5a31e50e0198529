const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * How long ago something was, such as *5 min. ago*; its date where that is a week or more, and nothing for what is no time.
 *
 * @param time RFC 3339.
 * @param now milliseconds since 1970.
 */
export function relativeTime(time: string, now: number, locale: string): string {
  const at = Date.parse(time);
  if (Number.isNaN(at)) return '';
  const ago = Math.max(0, now - at);
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
  if (ago < MINUTE) return words.format(0, 'second');
  if (ago < HOUR) return words.format(-Math.floor(ago / MINUTE), 'minute');
  if (ago < DAY) return words.format(-Math.floor(ago / HOUR), 'hour');
  if (ago < 7 * DAY) return words.format(-Math.floor(ago / DAY), 'day');
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(at);
}
