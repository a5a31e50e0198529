import * as l10n from '@vscode/l10n';
import { textLength, fieldLimits, maxLength } from '../../api/schema/limits';
import { AppError } from '../../base/errors';
import { shownSize } from '../../base/format';
import type { FileProblem } from '../../platform/diagnostics';
import type { SourceFile } from '../../platform/localFiles';
import { cellText, detectFormat, readRecords, type SourceRecord } from '../chunks/records';
import { openText, startOf } from '../chunks/textSource';

export interface Example {
  readonly textInput: string;
  readonly output: string;
}

interface ExampleRow extends Example {
  /** Starts at 1. */
  readonly line: number;
  /** Why the row is invalid, as a sentence. Undefined if valid. */
  readonly problem?: string;
}

export interface ExampleMapping {
  readonly input: string;
  readonly output: string;
}

/** Maximum file size in bytes (Gemini API tuning guide). */
const MAX_BYTES = fieldLimits('Dataset', 'examples').maxBytes ?? Infinity;

/** Reads a CSV or JSON Lines file. Throws `AppError` if too large, empty, or neither. */
export async function readExamples(
  file: SourceFile,
  signal?: AbortSignal,
): Promise<readonly SourceRecord[]> {
  if (file.size > MAX_BYTES) {
    throw new AppError(
      'tooLarge',
      l10n.t('{0} is {1}. The limit is 4 MB.', file.name, shownSize(file.size)),
      {
        hint: l10n.t('Remove some of the examples.'),
      },
    );
  }
  const source = await openText(file, signal);
  const format = detectFormat(file.name, await startOf(source, signal));
  if (format.kind !== 'csv' && format.kind !== 'jsonl') {
    throw new AppError('badSource', l10n.t('{0} isn’t a CSV or JSONL file.', file.name), {
      hint: l10n.t(
        'Select a CSV file with a header row, or a JSONL file with one object per line.',
      ),
    });
  }
  const records: SourceRecord[] = [];
  for await (const record of readRecords(source, format, signal)) records.push(record);
  if (records.length > 0) return records;
  throw new AppError('emptySource', l10n.t('{0} has no examples.', file.name));
}

export function toExample(
  { line, value, problem, hasMore }: SourceRecord,
  { input, output }: ExampleMapping,
): ExampleRow {
  if (!value) {
    const why = problem ?? l10n.t('The line isn’t a JSON object.');
    return { line, textInput: '', output: '', problem: why };
  }
  const example = { line, textInput: cellText(value[input]), output: cellText(value[output]) };
  if (!hasMore) return example;
  return { ...example, problem: l10n.t('The row has more cells than the table has columns.') };
}

// Column names used by this and other APIs, most reliable first.
const INPUTS = [
  'textinput',
  'text_input',
  'input',
  'prompt',
  'question',
  'instruction',
  'source',
  'text',
];
const OUTPUTS = [
  'output',
  'text_output',
  'completion',
  'answer',
  'response',
  'target',
  'label',
  'expected',
];

/** Guesses the mapping; undefined with fewer than two columns. */
export function guessColumns(columns: readonly string[]): ExampleMapping | undefined {
  if (columns.length < 2) return undefined;
  const named = (names: readonly string[]): string | undefined => {
    const found = names.map((name) => columns.find((one) => one.toLowerCase() === name));
    return found.find((one) => one !== undefined);
  };
  const output = named(OUTPUTS);
  const input = named(INPUTS) ?? columns.find((one) => one !== output) ?? '';
  const rest = columns.find((one) => one !== input) ?? '';
  return { input, output: output === undefined || output === input ? rest : output };
}

// Maximum number of characters (Gemini API tuning guide).
const MAX_INPUT_LENGTH = maxLength('TuningExample', 'textInput');
const MAX_OUTPUT_LENGTH = maxLength('TuningExample', 'output');
/** Recommended minimum number of examples. */
const { advisedItems: FEW = 0 } = fieldLimits('TuningExamples', 'examples');

export interface Lint {
  readonly good: readonly Example[];
  readonly bad: number;
  /** Problems of invalid rows and general warnings, in line order. */
  readonly problems: readonly FileProblem[];
}

export function lintExamples(rows: readonly ExampleRow[]): Lint {
  const good: Example[] = [];
  const problems: FileProblem[] = [];
  const seen = new Map<string, number>();
  for (const row of rows) {
    const { line, textInput, output } = row;
    const message = problemOf(row, seen);
    if (message === undefined) good.push({ textInput, output });
    else problems.push({ line, message, severity: 'error' });
  }
  const bad = problems.length;
  if (good.length > 0 && good.length < FEW) {
    const message =
      good.length === 1
        ? l10n.t('Only 1 example can be used. At least {0} are recommended.', FEW)
        : l10n.t('Only {0} examples can be used. At least {1} are recommended.', good.length, FEW);
    problems.unshift({ line: 1, message, severity: 'warning' });
  }
  return { good, bad, problems };
}

/** @param seen line numbers by example; updated with the row */
function problemOf(row: ExampleRow, seen: Map<string, number>): string | undefined {
  const { line, textInput, output, problem } = row;
  if (problem !== undefined) return problem;
  if (textInput.trim() === '') return l10n.t('The input is empty.');
  if (output.trim() === '') return l10n.t('The output is empty.');
  const input = textLength(textInput, MAX_INPUT_LENGTH);
  if (input > MAX_INPUT_LENGTH) {
    return l10n.t('The input has {0} characters. The limit is {1}.', input, MAX_INPUT_LENGTH);
  }
  const length = textLength(output, MAX_OUTPUT_LENGTH);
  if (length > MAX_OUTPUT_LENGTH) {
    return l10n.t('The output has {0} characters. The limit is {1}.', length, MAX_OUTPUT_LENGTH);
  }
  const key = JSON.stringify([textInput.trim(), output.trim()]);
  const before = seen.get(key);
  seen.set(key, before ?? line);
  return before === undefined ? undefined : l10n.t('Duplicate of the example on line {0}.', before);
}
