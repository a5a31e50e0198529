import { requestLimits } from '../../settings';
import type { StringKey } from '../../strings';
import type { NumberRow } from './row';

/** A value, or the key of the message that says why it is none. Absent value: the default. */
export type Parsed<T> = { readonly value?: T } | { readonly error: StringKey };

/** A number as it was typed. Comma and point both separate decimals; an empty field is the default. */
export function parseNumber(
  typed: string,
  { whole, min }: Pick<NumberRow, 'whole' | 'min'>,
  max: number,
): Parsed<number> {
  const text = typed.trim().replace(',', '.');
  if (text === '') return {};
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text)) return { error: 'notANumber' };
  const value = Number(text);
  if (whole && !Number.isInteger(value)) return { error: 'notWhole' };
  if (value < min || value > max) return { error: 'outOfRange' };
  return { value };
}

const MAX_STOPS = requestLimits.stopSequences.maxItems;
export const MAX_STOP_LENGTH = 1000;

/** Stop sequences, one per line; `\n` and `\t` in a line stand for the characters, `\\` for a backslash. */
export function parseStops(typed: string): Parsed<readonly string[]> & { readonly count: number } {
  const stops = typed
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map(unescape);
  const count = stops.length;
  if (count === 0) return { count };
  if (count > MAX_STOPS) return { error: 'tooManyStops', count };
  if (stops.some((stop) => stop.length > MAX_STOP_LENGTH)) return { error: 'stopTooLong', count };
  return { value: stops, count };
}

export function formatStops(stops: readonly string[]): string {
  return stops
    .map((stop) => stop.replace(/[\\\n\t]/g, (character) => WRITTEN[character] ?? character))
    .join('\n');
}

const WRITTEN: { readonly [character: string]: string } = {
  '\\': '\\\\',
  '\n': '\\n',
  '\t': '\\t',
};
const MEANT: { readonly [escape: string]: string } = { '\\\\': '\\', '\\n': '\n', '\\t': '\t' };

function unescape(line: string): string {
  return line.replace(/\\[\\nt]/g, (escape) => MEANT[escape] ?? escape);
}
