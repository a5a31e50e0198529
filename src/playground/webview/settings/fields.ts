import type { PlaygroundSettings } from '../../conversation';
import type { ModelInfo } from '../../protocol';
import type { StringKey } from '../../strings';

export type NumberKey = 'temperature' | 'topP' | 'topK' | 'maxOutputTokens';

/** A setting that is a number: its words, range and default, by the model. */
export interface NumberRow {
  readonly key: NumberKey;
  readonly label: StringKey;
  readonly hint: StringKey;
  readonly whole: boolean;
  readonly min: number;
  readonly max: (model: ModelInfo | undefined) => number;
  readonly standard: (model: ModelInfo | undefined) => number | undefined;
  /** Step of its slider; no slider without. */
  readonly step?: number;
  /** Whether the model has it at all. */
  readonly known: (model: ModelInfo | undefined) => boolean;
}

/** What the service takes at most where the model doesn't say. */
const MOST_TEMPERATURE = 2;
const MOST_TOP_K = 1_000_000;
const MOST_OUTPUT_TOKENS = 10_000_000;

export const NUMBER_ROWS: readonly NumberRow[] = [
  {
    key: 'temperature',
    label: 'temperature',
    hint: 'temperatureHint',
    whole: false,
    min: 0,
    max: (model) => Math.min(model?.maxTemperature ?? MOST_TEMPERATURE, MOST_TEMPERATURE),
    standard: (model) => model?.temperature,
    step: 0.05,
    known: () => true,
  },
  {
    key: 'topP',
    label: 'topP',
    hint: 'topPHint',
    whole: false,
    min: 0,
    max: () => 1,
    standard: (model) => model?.topP,
    step: 0.01,
    known: () => true,
  },
  {
    key: 'topK',
    label: 'topK',
    hint: 'topKHint',
    whole: true,
    min: 1,
    max: () => MOST_TOP_K,
    standard: (model) => model?.topK,
    known: (model) => model?.topK !== undefined,
  },
  {
    key: 'maxOutputTokens',
    label: 'maxOutputTokens',
    hint: 'maxOutputTokensHint',
    whole: true,
    min: 1,
    max: (model) => model?.outputTokenLimit ?? MOST_OUTPUT_TOKENS,
    standard: () => undefined,
    known: () => true,
  },
];

/** A value, or the key of the message that says why it is none. Absent value: the model's default. */
export type Parsed<T> = { readonly value?: T } | { readonly error: StringKey };

/** A number as it was typed. Comma and point both separate decimals; an empty field is the default. */
export function parseNumber(typed: string, row: NumberRow, max: number): Parsed<number> {
  const text = typed.trim().replace(',', '.');
  if (text === '') return {};
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text)) return { error: 'notANumber' };
  const value = Number(text);
  if (row.whole && !Number.isInteger(value)) return { error: 'notWhole' };
  if (value < row.min || value > max) return { error: 'outOfRange' };
  return { value };
}

export const MAX_STOPS = 5;
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

export function formatStops(stops: readonly string[] | undefined): string {
  return (stops ?? [])
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

/** The settings without fields that are absent or empty, so that two of them compare as text. */
export function tidy(settings: PlaygroundSettings): PlaygroundSettings {
  const { systemInstruction, stopSequences, includeThoughts, ...numbers } = settings;
  const set = NUMBER_ROWS.flatMap(({ key }) =>
    numbers[key] === undefined ? [] : [[key, numbers[key]] as const],
  );
  return {
    ...(systemInstruction?.trim() && { systemInstruction }),
    ...Object.fromEntries(set),
    ...(stopSequences && stopSequences.length > 0 && { stopSequences }),
    ...(includeThoughts !== undefined && { includeThoughts }),
  };
}
