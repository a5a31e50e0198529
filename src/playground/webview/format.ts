import * as l10n from '@vscode/l10n';
import {
  aboutDollarsText,
  compactNumber,
  decimal,
  dollarsText,
  durationText,
  type FormattedText,
  localizedText,
  sizeText,
} from '../../base/format';

export interface Format {
  /** `1,048,576` */
  readonly count: (value: number) => string;
  /** `1.0M`, `8k`, `312` */
  readonly short: (value: number) => string;
  /** From ms, as `420 ms`, `12.3 s`, `2 min 5 s` */
  readonly duration: (ms: number) => string;
  /** From bytes, as `10 MB`, `2.0 GB`, in the same units as the tree */
  readonly bytes: (size: number) => string;
  /** `1 token`, `312 tokens` */
  readonly tokens: (value: number) => string;
  /** Up to two decimals; at least one for fractional defaults. */
  readonly decimal: (value: number) => string;
  /** Always two decimals, for aligned columns. */
  readonly fixed: (value: number) => string;
  /** From 0 to 1, as `34%` */
  readonly percent: (part: number) => string;
  /** US dollars as `$12.30`, `$0.0021`, or `less than $0.0001`. */
  readonly dollars: (value: number) => string;
  /** As `about $0.0021`, or `less than $0.0001`. */
  readonly aboutDollars: (value: number) => string;
  /** From ms since 1970, as `Nov 22, 14:05` in local time. */
  readonly moment: (ms: number) => string;
  /** As `Nov 22`, or `Jan 21, 2027` if the year differs from `now`. */
  readonly day: (ms: number, now: number) => string;
}

export function createFormat(locale: string): Format {
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const two = new Intl.NumberFormat(locale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  const some = new Intl.NumberFormat(locale, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 3,
  });

  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const moment = new Intl.DateTimeFormat(locale, {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });

  const day = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const yearOf = (ms: number): number => new Date(ms).getFullYear();

  function localized({ message, args }: FormattedText): string {
    const digits = (arg: string | number): number => String(arg).split('.')[1]?.length ?? 0;
    return l10n.t(message, ...args.map((arg) => decimal(Number(arg), digits(arg), locale)));
  }

  return {
    count: (value) => whole.format(value),
    short: (value) => compactNumber(value, locale),
    duration: (ms) => localized(durationText(ms)),
    bytes: (size) => localized(sizeText(size)),
    tokens: (value) =>
      value === 1
        ? l10n.t('{0} token', whole.format(value))
        : l10n.t('{0} tokens', whole.format(value)),
    decimal: (value) => some.format(value),
    // Avoids −0.
    fixed: (value) => two.format(Math.round(value * 100) / 100 || 0),
    percent: (part) => percent.format(part),
    dollars: (value) => localizedText(dollarsText(value, locale)),
    aboutDollars: (value) => localizedText(aboutDollarsText(value, locale)),
    moment: (ms) => moment.format(ms),
    day: (ms, now) => (yearOf(ms) === yearOf(now) ? day : date).format(ms),
  };
}

/** Returns a locale that `Intl` supports, or English. The page's language is untrusted. */
export function usableLocale(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? 'en';
  } catch (error) {
    if (error instanceof RangeError) return 'en';
    throw error;
  }
}
