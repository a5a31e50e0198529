import * as l10n from '@vscode/l10n';
import { generationLimits } from '../../../api/schema/fieldLimits';
import type { JsonValue } from '../../../api/schema/row';
import type { SettingsMode } from '../../../conversation/model/conversation';
import { MAX_STOP_LENGTH } from '../../../conversation/model/settings';
import type { Format } from '../format';
import type { Model, NumberRow, SettingRow } from './row';

// All fields edit strings: typed text, API enum values, `true` for flags, JSON for the rest. Empty means
// default.

/** A parsed value or an error. No value means the default. */
export type ParsedSetting<T, E = TypedError> = { readonly value?: T } | { readonly error: E };

type TypedError = 'notANumber' | 'notWhole' | 'outOfRange' | 'tooManyStops' | 'stopTooLong';

const DAY_START = 'T00:00:00Z';

const MAX_STOPS = generationLimits.stopSequences.maxItems;

export function parseTyped(
  row: SettingRow,
  typed: string,
  model: Model,
  mode: SettingsMode,
): ParsedSetting<JsonValue> {
  switch (row.kind) {
    case 'number':
      return parseNumber(typed, row, row.max(model, mode));
    case 'lines':
      return parseStops(typed);
    case 'flag':
      return typed === 'true' ? { value: true } : {};
    case 'choice':
      if (typed === '') return {};
      return { value: row.isFlag ? typed === 'true' : typed };
    case 'day':
      return typed === '' ? {} : { value: `${typed}${DAY_START}` };
    case 'line':
    case 'text':
      return typed.trim() === '' ? {} : { value: typed };
    default:
      return typed === '' ? {} : { value: JSON.parse(typed) as JsonValue };
  }
}

/**
 * Formats a value as text. Accepts any JSON, because the API allows numbers as strings and files are untrusted.
 */
export function toTyped({ kind }: Pick<SettingRow, 'kind'>, value: JsonValue | undefined): string {
  if (value === undefined) return '';
  switch (kind) {
    case 'flag':
      return value === true ? 'true' : '';
    case 'part':
      return JSON.stringify(value);
    case 'day':
      return textOf(value).replace(DAY_START, '');
    case 'names':
    case 'choices':
      return Array.isArray(value) && value.length > 0 ? JSON.stringify(value) : '';
    default:
      return textOf(value);
  }
}

function textOf(value: JsonValue): string {
  if (Array.isArray(value)) return formatStops((value as readonly JsonValue[]).map(textOf));
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns the error of a text as a sentence. Undefined if valid. */
export function problemOf(
  row: SettingRow,
  typed: string,
  { model, mode, format }: TypedFacts,
): string | undefined {
  const parsed = parseTyped(row, typed, model, mode);
  if (!('error' in parsed)) return undefined;
  const [min, max] =
    row.kind === 'number' ? [format.count(row.min), format.count(row.max(model, mode))] : ['', ''];
  switch (parsed.error) {
    case 'notANumber':
      return l10n.t('Enter a number.');
    case 'notWhole':
      return l10n.t('Enter a whole number.');
    case 'outOfRange':
      return l10n.t('Enter a number from {0} to {1}.', min, max);
    case 'stopTooLong':
      return l10n.t(
        'A stop sequence can have up to {0} characters.',
        format.count(MAX_STOP_LENGTH),
      );
    case 'tooManyStops':
      return l10n.t(
        'Enter up to 5 stop sequences. There are {0}.',
        format.count(stopsIn(typed).length),
      );
  }
}

/**
 * Returns the error of a date range, reported at the end to change. Undefined if valid.
 * @param typedAt returns the text of another row by key
 */
export function rangeProblem(
  row: SettingRow,
  typed: string,
  typedAt: (key: string) => string,
): string | undefined {
  if (row.kind !== 'day' || !row.range) return undefined;
  const { range } = row;
  const other = typedAt('from' in range ? range.from : range.to);
  if (typed === '') {
    return other === '' ? undefined : l10n.t('Set this date, too, or clear the other one.');
  }
  const isBackwards = 'from' in range && other !== '' && typed < other;
  return isBackwards ? l10n.t('This date is before the start date.') : undefined;
}

interface TypedFacts {
  readonly model: Model;
  readonly mode: SettingsMode;
  readonly format: Pick<Format, 'count' | 'decimal'>;
}

/** Parses a number with a decimal comma or point. Empty means default. */
export function parseNumber(
  typed: string,
  { whole, min }: Pick<NumberRow, 'whole' | 'min'>,
  max: number,
): ParsedSetting<number> {
  const text = typed.trim().replace(',', '.');
  if (text === '') return {};
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text)) return { error: 'notANumber' };
  const value = Number(text);
  if (whole && !Number.isInteger(value)) return { error: 'notWhole' };
  if (value < min || value > max) return { error: 'outOfRange' };
  return { value };
}

/** Parses stop sequences, one per line, with escapes `\n`, `\t`, and `\\`. */
export function parseStops(typed: string): ParsedSetting<readonly string[]> {
  const stops = stopsIn(typed);
  if (stops.length === 0) return {};
  if (stops.length > MAX_STOPS) return { error: 'tooManyStops' };
  return stops.some((stop) => stop.length > MAX_STOP_LENGTH)
    ? { error: 'stopTooLong' }
    : { value: stops };
}

function stopsIn(typed: string): readonly string[] {
  return typed
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map(unescape);
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
const ESCAPES: { readonly [escape: string]: string } = { '\\\\': '\\', '\\n': '\n', '\\t': '\t' };

function unescape(line: string): string {
  return line.replace(/\\[\\nt]/g, (escape) => ESCAPES[escape] ?? escape);
}

/** Formats an enum value such as `BLOCK_ONLY_HIGH` as "Block only high". Returns other values unchanged. */
export function wordsOf(value: string, prefix = ''): string {
  if (!/^[A-Z][A-Z_]*$/.test(value)) return value;
  const words = (value.startsWith(prefix) ? value.slice(prefix.length) : value)
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
