import * as l10n from '@vscode/l10n';
import {
  compactNumber,
  decimal,
  dollarsText,
  durationText,
  type FormattedText,
  sizeText,
} from '../../base/format';

/** Numbers, sizes and durations in the words of one locale. */
export interface Format {
  /** `1,048,576` */
  readonly count: (value: number) => string;
  /** `1.0M`, `8k`, `312` */
  readonly short: (value: number) => string;
  /** Milliseconds as `420 ms`, `12.3 s`, `2 min 5 s` */
  readonly duration: (ms: number) => string;
  /** Bytes as `10 MB`, `2.0 GB`, in the units of the tree. */
  readonly bytes: (size: number) => string;
  /** `1 token`, `312 tokens` */
  readonly tokens: (value: number) => string;
  /** A setting's value: up to two decimals, at least one where it is a fraction's default. */
  readonly decimal: (value: number) => string;
  /** Always two decimals, so that columns of numbers are even. */
  readonly fixed: (value: number) => string;
  /** 0 to 1 as `34%` */
  readonly percent: (part: number) => string;
  /** US dollars as `$12.30`, `$0.0021`; what is less than a ten-thousandth as `less than $0.0001`. */
  readonly dollars: (value: number) => string;
  /** Milliseconds since 1970 as `Nov 22, 14:05`, by the clock of this machine. */
  readonly moment: (ms: number) => string;
  /** The same without the time, as `Nov 22`, or `Jan 21, 2027` where that is another year than the one of `now`. */
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

  /** The numbers of a text as the locale writes them. */
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
    // No minus before what rounds to nothing.
    fixed: (value) => two.format(Math.round(value * 100) / 100 || 0),
    percent: (part) => percent.format(part),
    dollars: (value) => {
      const { message, args } = dollarsText(value, locale);
      return l10n.t(message, ...args);
    },
    moment: (ms) => moment.format(ms),
    day: (ms, now) => (yearOf(ms) === yearOf(now) ? day : date).format(ms),
  };
}

/** A locale that `Intl` takes, or English: the page's language comes from outside. */
export function usableLocale(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? 'en';
  } catch (error) {
    if (error instanceof RangeError) return 'en';
    throw error;
  }
}
