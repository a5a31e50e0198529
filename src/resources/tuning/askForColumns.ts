import type { PickItem } from '../../platform/prompts';
import { columnsOf } from '../chunks/mapping';
import { AppError } from '../../base/errors';
import type { Room } from '../room';
import type { ExampleMapping } from './example';
import { guessColumns } from './guessColumns';
import { toExample, type ExampleRecord } from './readExamples';

type Choice = keyof ExampleMapping | 'done';

// Rows of which the names are looked at, and that are shown.
const SAMPLE = 100;
const SHOWN = 5;
/** Characters of a text in the list. */
const SNIPPET = 60;

/** Shows which columns are the input and the output, with the first rows; undefined when dismissed. */
export async function askForColumns(
  room: Room,
  name: string,
  records: readonly ExampleRecord[],
): Promise<ExampleMapping | undefined> {
  const { l10n, prompts } = room;
  const columns = columnsOf(records.slice(0, SAMPLE));
  const guessed = guessColumns(columns);
  if (!guessed) {
    throw new AppError('badSource', l10n.t('{0} does not have two columns.', name), {
      hint: l10n.t('One column has the input, another one the output.'),
    });
  }
  let mapping = guessed;
  for (;;) {
    const choice = await prompts.pick<Choice>(
      {
        title: l10n.t('Examples in {0}', name),
        placeholder: l10n.t('What goes in, and what should come out'),
      },
      rows(room, records, mapping),
    );
    if (choice === undefined) return undefined;
    if (choice === 'done') return mapping;
    const column = await prompts.pick(
      {
        title: choice === 'input' ? l10n.t('Column of the Input') : l10n.t('Column of the Output'),
      },
      columns.map((value) => ({ label: value, value, active: value === mapping[choice] })),
    );
    if (column !== undefined) mapping = withColumn(mapping, choice, column);
  }
}

/** A column that was the other one changes places with it. */
function withColumn(
  { input, output }: ExampleMapping,
  which: keyof ExampleMapping,
  column: string,
): ExampleMapping {
  if (which === 'input') return { input: column, output: column === output ? input : output };
  return { input: column === input ? output : input, output: column };
}

function rows(
  { l10n }: Room,
  records: readonly ExampleRecord[],
  mapping: ExampleMapping,
): readonly PickItem<Choice>[] {
  const preview = records.slice(0, SHOWN).map((record, index): PickItem<Choice> => {
    const { textInput, output } = toExample(record, mapping, l10n);
    return {
      ...{ value: 'done', icon: 'quote' },
      label: snippet(textInput) || l10n.t('(empty)'),
      detail: snippet(output) || l10n.t('(empty)'),
      ...(index === 0 && { separator: l10n.t('The first rows: input, and output below it') }),
    };
  });
  return [
    {
      ...{ value: 'done', icon: 'check', active: true },
      label: l10n.t('Use These Columns'),
      description: records.length === 1 ? l10n.t('1 row') : l10n.t('{0} rows', records.length),
    },
    {
      ...{ value: 'input', icon: 'arrow-right', label: l10n.t('Input') },
      description: mapping.input,
      separator: l10n.t('Change'),
    },
    {
      ...{ value: 'output', icon: 'arrow-left', label: l10n.t('Output') },
      description: mapping.output,
    },
    ...preview,
  ];
}

function snippet(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= SNIPPET ? line : `${line.slice(0, SNIPPET - 1)}…`;
}
