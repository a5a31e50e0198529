import { lengthOf, longestOf } from '../../api/schema/limits';
import type { FileProblem } from '../../platform/diagnostics';
import type { L10n } from '../../platform/l10n';
import type { Example, ExampleRow } from './example';

// Characters; the service refuses more (its guide to tuning).
const LONGEST_INPUT = longestOf('TuningExample', 'textInput');
const LONGEST_OUTPUT = longestOf('TuningExample', 'output');
/** The service advises not to use fewer. */
const FEW = 20;

/** What was found in examples before anything is sent. */
export interface Lint {
  /** Those that can be sent. */
  readonly good: readonly Example[];
  /** How many can't. */
  readonly bad: number;
  /** In the order of the lines: what is wrong with the bad ones, and what should be known of all. */
  readonly problems: readonly FileProblem[];
}

export function lint(rows: readonly ExampleRow[], l10n: L10n): Lint {
  const good: Example[] = [];
  const problems: FileProblem[] = [];
  const seen = new Map<string, number>();
  for (const row of rows) {
    const { line, textInput, output } = row;
    const message = problemOf(row, seen, l10n);
    if (message === undefined) good.push({ textInput, output });
    else problems.push({ line, message, severity: 'error' });
  }
  const bad = problems.length;
  if (good.length > 0 && good.length < FEW) {
    const message =
      good.length === 1
        ? l10n.t('Only 1 example can be used. At least {0} are advised.', FEW)
        : l10n.t('Only {0} examples can be used. At least {1} are advised.', ...[good.length, FEW]);
    problems.unshift({ line: 1, message, severity: 'warning' });
  }
  return { good, bad, problems };
}

/** @param seen lines by example; the row joins them. */
function problemOf(row: ExampleRow, seen: Map<string, number>, l10n: L10n): string | undefined {
  const { line, textInput, output, problem } = row;
  if (problem !== undefined) return problem;
  if (textInput.trim() === '') return l10n.t('The input is empty.');
  if (output.trim() === '') return l10n.t('The output is empty.');
  const input = lengthOf(textInput, LONGEST_INPUT);
  if (input > LONGEST_INPUT) {
    return l10n.t('The input has {0} characters. The service takes {1}.', input, LONGEST_INPUT);
  }
  const length = lengthOf(output, LONGEST_OUTPUT);
  if (length > LONGEST_OUTPUT) {
    return l10n.t('The output has {0} characters. The service takes {1}.', length, LONGEST_OUTPUT);
  }
  const key = JSON.stringify([textInput.trim(), output.trim()]);
  const before = seen.get(key);
  seen.set(key, before ?? line);
  return before === undefined ? undefined : l10n.t('The same example is on line {0}.', before);
}
