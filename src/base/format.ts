/**
 * A text for the user, with `{0}`, `{1}` for its arguments: whoever shows it hands it to `vscode.l10n.t`. What is
 * below the rooms does not know the display language.
 */
export interface FormattedText {
  readonly message: string;
  readonly args: readonly (string | number)[];
}

const SHORT = ['{0} bytes', '{0} KB', '{0} MB', '{0} GB'] as const;
const SPOKEN = ['{0} bytes', '{0} kilobytes', '{0} megabytes', '{0} gigabytes'] as const;
const STEP = 1000;

/** A count of bytes as people read it, such as `12 MB`: in decimal units, as the service's own limits are. */
export function sizeText(bytes: number, isSpoken = false): FormattedText {
  if (bytes === 1) return { message: '{0} byte', args: [1] };
  const power = bytes < STEP ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), SHORT.length - 1);
  const shown = rounded(bytes / STEP ** power, power);
  // 999,950 bytes would be 1000 KB.
  const isNext = shown === String(STEP) && power < SHORT.length - 1;
  const unit = (isSpoken ? SPOKEN : SHORT)[isNext ? power + 1 : power] ?? SHORT[0];
  return { message: unit, args: [isNext ? '1.0' : shown] };
}

function rounded(value: number, power: number): string {
  return power === 0 || value >= 9.95 ? String(Math.round(value)) : value.toFixed(1);
}

/** As far as VS Code's `l10n` is needed. */
interface Translate {
  t(message: string, ...args: readonly (string | number)[]): string;
}

/** The same in the display language. */
export function shownSize(bytes: number, l10n: Translate): string {
  const { message, args } = sizeText(bytes);
  return l10n.t(message, ...args);
}

/** A moment by the clock of this machine: `2026-01-31 12:00:03`, with milliseconds where they are asked for. */
export function localTime(at: number, { milliseconds = false } = {}): string {
  const date = new Date(at);
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
  const rest = milliseconds ? `.${String(date.getMilliseconds()).padStart(3, '0')}` : '';
  return `${day} ${time}${rest}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
