import * as l10n from '@vscode/l10n';
import { generationLimits } from '../../../api/schema/fieldLimits';
import type { JsonValue } from '../../../api/schema/row';
import type { SettingsMode } from '../../../conversation/model/conversation';
import { MAX_STOP_LENGTH } from '../../../conversation/model/settings';
import type { Format } from '../format';
import type { Model, NumberRow, SettingRow } from './row';

// What stands in the field of a setting is a text for each kind of them: what was typed, the word of the service,
// `true` for a switch that is on, JSON for the rest. An empty one is the default.

/** A value, or why there is none. Absent value: the default. */
export type Parsed<T, E = TypedError> = { readonly value?: T } | { readonly error: E };

type TypedError = 'notANumber' | 'notWhole' | 'outOfRange' | 'tooManyStops' | 'stopTooLong';

/** What follows a day in the first second of it. */
const DAY_START = 'T00:00:00Z';

const MAX_STOPS = generationLimits.stopSequences.maxItems;

/** The value that a text in the field of a setting stands for. */
export function parseTyped(
  row: SettingRow,
  typed: string,
  model: Model,
  mode: SettingsMode,
): Parsed<JsonValue> {
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

/** The text that stands for a value, whatever that is: the service takes a number as a text too, and files may hold anything. */
export function typedOf({ kind }: Pick<SettingRow, 'kind'>, value: JsonValue | undefined): string {
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

/** What is wrong with a text, as a sentence; undefined where nothing is. */
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
 * What is wrong between the two ends of a range of days, said at the one that is to be changed; undefined where nothing
 * is.
 * @param typedAt what stands in another row, by its key.
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

/** Stop sequences, one per line; `\n` and `\t` in a line stand for the characters, `\\` for a backslash. */
export function parseStops(typed: string): Parsed<readonly string[]> {
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
const MEANT: { readonly [escape: string]: string } = { '\\\\': '\\', '\\n': '\n', '\\t': '\t' };

function unescape(line: string): string {
  return line.replace(/\\[\\nt]/g, (escape) => MEANT[escape] ?? escape);
}

/** A value of the service such as `BLOCK_ONLY_HIGH` as words, "Block only high"; what is no such name stays. */
export function wordsOf(value: string, prefix = ''): string {
  if (!/^[A-Z][A-Z_]*$/.test(value)) return value;
  const words = (value.startsWith(prefix) ? value.slice(prefix.length) : value)
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
