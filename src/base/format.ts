import * as l10n from '@vscode/l10n';

/**
 * Localizable text with `{0}`, `{1}` placeholders for `vscode.l10n.t`, because lower layers don't know the display
 * language.
 */
export interface FormattedText {
  readonly message: string;
  readonly args: readonly (string | number)[];
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const SHORT = ['{0} bytes', '{0} KB', '{0} MB', '{0} GB'] as const;
const SPOKEN = ['{0} bytes', '{0} kilobytes', '{0} megabytes', '{0} gigabytes'] as const;
const STEP = 1000;

/** Formats a byte count in decimal units, such as `12 MB`, like VS Code and the API's limits. */
export function sizeText(bytes: number, isSpoken = false): FormattedText {
  if (bytes === 1) return { message: '{0} byte', args: [1] };
  const power = bytes < STEP ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), SHORT.length - 1);
  const shown = rounded(bytes / STEP ** power, power);
  // Without this, 999,950 bytes would show as 1000 KB.
  const isNext = shown === String(STEP) && power < SHORT.length - 1;
  const unit = (isSpoken ? SPOKEN : SHORT)[isNext ? power + 1 : power] ?? SHORT[0];
  return { message: unit, args: [isNext ? '1.0' : shown] };
}

function rounded(value: number, power: number): string {
  return power === 0 || value >= 9.95 ? String(Math.round(value)) : value.toFixed(1);
}

export function shownSize(bytes: number): string {
  return localizedText(sizeText(bytes));
}

export function englishSize(bytes: number): string {
  const { message, args } = sizeText(bytes);
  return message.replace('{0}', String(args[0]));
}

/** Formats a duration given in ms: `812 ms`, `8.12 s`, `12.3 s`, `2 min 5 s`, `1 h 3 min`. */
export function durationText(ms: number): FormattedText {
  const exact = Math.max(0, ms);
  if (exact < 999.5) return { message: '{0} ms', args: [Math.round(exact)] };
  const seconds = exact / SECOND;
  if (seconds < 9.995) return { message: '{0} s', args: [seconds.toFixed(2)] };
  if (seconds < 59.95) return { message: '{0} s', args: [seconds.toFixed(1)] };
  return elapsedText(Math.round(seconds) * SECOND);
}

/** Formats elapsed time given in ms, rounded down to seconds: `8 s`, `2 min 5 s`, `1 h 3 min`. */
export function elapsedText(ms: number): FormattedText {
  const seconds = Math.max(0, Math.floor(ms / SECOND));
  if (seconds < 60) return { message: '{0} s', args: [seconds] };
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return { message: '{0} min {1} s', args: [minutes, seconds % 60] };
  return { message: '{0} h {1} min', args: [Math.floor(minutes / 60), minutes % 60] };
}

export function shownDuration(ms: number): string {
  return localizedText(durationText(ms));
}

export function shownElapsed(ms: number): string {
  return localizedText(elapsedText(ms));
}

export function localizedText({ message, args }: FormattedText): string {
  return l10n.t(message, ...args);
}

const MIN_DOLLARS = 0.0001;

/** Formats US dollars: `$12.30`, `$0.0021`, `$0.0030`, or `less than $0.0001`. */
export function dollarsText(
  value: number,
  locale = 'en',
): FormattedText & { args: readonly string[] } {
  const currency = { style: 'currency', currency: 'USD' } as const;
  const format = (dollars: number, digits: Intl.NumberFormatOptions): string =>
    new Intl.NumberFormat(locale, { ...currency, ...digits }).format(dollars);
  if (value > 0 && value < MIN_DOLLARS) {
    const least = format(MIN_DOLLARS, { maximumSignificantDigits: 1 });
    return { message: 'less than {0}', args: [least] };
  }
  const small = { minimumSignificantDigits: value === 0 ? 1 : 2, maximumSignificantDigits: 2 };
  return { message: '{0}', args: [format(value, value < 1 ? small : {})] };
}

/** Formats an estimate in US dollars: `about $0.0021`, or `less than $0.0001`. */
export function aboutDollarsText(value: number, locale?: string): FormattedText {
  const { message, args } = dollarsText(value, locale);
  return { message: message === '{0}' ? 'about {0}' : message, args };
}

/** In ms. Below this limit, `timeLeft` shows minutes. */
export const MINUTES_THRESHOLD = 2 * HOUR;
/** In ms. From this limit on, `timeLeft` shows days. */
const DAYS_LEFT = 2 * DAY;

/** Formats the time until expiration. `left` is in ms. */
export function timeLeft(left: number, isSpoken = false): FormattedText {
  const text = (message: string, ...args: readonly number[]): FormattedText => ({ message, args });
  if (left <= 0) return text('expired');
  if (left < MINUTE) return text('less than a minute left');
  if (left >= DAYS_LEFT) {
    return text(isSpoken ? '{0} days left' : '{0} d left', Math.floor(left / DAY));
  }
  const hours = Math.floor(left / HOUR);
  const minutes = Math.floor((left % HOUR) / MINUTE);
  if (left >= MINUTES_THRESHOLD) return text(isSpoken ? '{0} hours left' : '{0} h left', hours);
  const spokenMinutes = minutes === 1 ? '{0} minute left' : '{0} minutes left';
  if (hours === 0) return text(isSpoken ? spokenMinutes : '{0} min left', minutes);
  if (minutes === 0) return text(isSpoken ? '1 hour left' : '1 h left');
  return text(isSpoken ? `1 hour and ${spokenMinutes}` : '1 h {0} min left', minutes);
}

/**
 * Returns a relative time, such as *5 min. ago*, the date after a week, or an empty string for an invalid time.
 * Times are in ms since 1970.
 */
export function relativeTime(at: number, now: number, locale: string): string {
  if (Number.isNaN(at)) return '';
  const ago = Math.max(0, now - at);
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
  if (ago < MINUTE) return words.format(0, 'second');
  if (ago < HOUR) return words.format(-Math.floor(ago / MINUTE), 'minute');
  if (ago < DAY) return words.format(-Math.floor(ago / HOUR), 'hour');
  if (ago < 7 * DAY) return words.format(-Math.floor(ago / DAY), 'day');
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(at);
}

/** Milliseconds until `relativeTime` returns another text. */
export function untilRelativeTimeChanges(at: number, now: number): number {
  const ago = Math.max(0, now - at);
  const unit = ago < HOUR ? MINUTE : ago < DAY ? HOUR : DAY;
  return unit - (ago % unit);
}

/** Formats a time in the local time zone: `2026-01-31 12:00:03`, optionally with milliseconds. */
export function localTime(at: number, { milliseconds = false } = {}): string {
  const date = new Date(at);
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
  const rest = milliseconds ? `.${String(date.getMilliseconds()).padStart(3, '0')}` : '';
  return `${day} ${time}${rest}`;
}

/** Formats a share from 0 to 1 in English, such as “95%”. */
export function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** Formats a count in at most four characters: `512`, `8k`, `1.0M`. Decimal units. */
export function compactNumber(count: number, locale = 'en'): string {
  if (count < 999.5) return decimal(count, 0, locale);
  const thousands = Math.round(count / 1000);
  if (thousands < 1000) return `${decimal(thousands, 0, locale)}k`;
  const millions = count / 1_000_000;
  return `${decimal(millions, millions < 99.95 ? 1 : 0, locale)}M`;
}

export function decimal(value: number, digits: number, locale: string): string {
  const style = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(locale, style).format(value);
}

/** Formats a number for code, without floating-point noise or exponents: `0.0003529`, not `3.5e-7`. */
export function plainNumber(value: number): string {
  return new Intl.NumberFormat('en', { maximumSignificantDigits: 6, useGrouping: false }).format(
    value,
  );
}

/**
 * Returns a CSV line (RFC 4180). Escapes cells that a spreadsheet would run as formulas, because content may be
 * untrusted.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * Matches the start of a formula but not of a number, also after `;` or tab: spreadsheets that split there ignore
 * our quotes.
 */
const FORMULA =
  /(^|[;\t\r\n])([" ]*)(?=[=+\-@＝＋－＠])(?![+-](?:\d+(?:[.,]\d+)?|[.,]\d+)(?:e[+-]?\d+)?%? *(?:$|[;\t\r\n]))/gi;

function csvCell(text: string): string {
  const safe = text.replace(FORMULA, "$1$2'").replace(/^(?=[\t\r])/, "'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Wraps text in a Markdown code fence longer than any fence in the text. */
export function fence(text: string, language: string): string {
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map(({ length }) => length));
  const marks = '`'.repeat(longest + 1);
  return [marks + language, text.replace(/\r?\n$/, ''), marks].join('\n');
}

/** Replaces the home folder, whose path contains the user name, with `~`. */
export function withoutHome(text: string, home: string): string {
  if (home.length <= 1) return text;
  const path = home.replaceAll('\\', '/');
  const address = encodeURI(path);
  const forms = [home, JSON.stringify(home).slice(1, -1), path, address];
  // VS Code writes drive letters in lower case and encodes the colon.
  const all = [...forms, address.replace(':', '%3A')].map((form) => form.replace(/\W/g, '\\$&'));
  return text.replace(new RegExp(`(?:${all.join('|')})(?![\\w-])`, 'gi'), '~');
}
