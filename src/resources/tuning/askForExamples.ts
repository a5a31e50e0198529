import * as l10n from '@vscode/l10n';
import { AppError } from '../../base/errors';
import type { SourceFile } from '../../platform/localFiles';
import type { PickItem } from '../../platform/prompts';
import { columnsOf, type SourceRecord } from '../chunks/records';
import type { ResourcesContext } from '../context';
import {
  type Example,
  type ExampleMapping,
  guessColumns,
  lintExamples,
  type Lint,
  readExamples,
  toExample,
} from './examples';

interface Examples {
  readonly file: SourceFile;
  readonly examples: readonly Example[];
}

/**
 * Prompts for a file and its columns, and validates the file. Undefined if dismissed or if the user wants to
 * fix the file.
 */
export async function askForExamples(context: ResourcesContext): Promise<Examples | undefined> {
  const { localFiles, progress } = context;
  const file = await localFiles.pick({
    title: l10n.t('Training Examples'),
    label: l10n.t('Fetched'),
    filter: { name: l10n.t('Tables'), extensions: ['csv', 'tsv', 'jsonl', 'ndjson'] },
  });
  if (!file) return undefined;
  const records = await progress(l10n.t('Reading {0}', file.name), (signal) =>
    readExamples(file, signal),
  );
  const mapping = await askForColumns(context, file.name, records);
  if (!mapping) return undefined;
  const found = lintExamples(records.map((record) => toExample(record, mapping)));
  context.fileProblems.set(file.uri, found.problems);
  const isWanted = found.bad === 0 || (await confirmWithout(context, file, found));
  return isWanted ? { file, examples: found.good } : undefined;
}

async function confirmWithout(
  { prompts, fileProblems }: ResourcesContext,
  file: SourceFile,
  { good, bad, problems }: Lint,
): Promise<boolean> {
  const said = problems.filter(({ severity }) => severity === 'error').slice(0, 5);
  const detail = said.map(({ line, message }) => l10n.t('Line {0}: {1}', line, message));
  if (bad > said.length) detail.push(l10n.t('And {0} more.', bad - said.length));
  if (good.length === 0) {
    await fileProblems.show(file.uri);
    throw new AppError('noExamples', l10n.t('{0} has no usable examples.', file.name), {
      hint: l10n.t('See the Problems panel for details.'),
    });
  }
  const leave = l10n.t('Skip Invalid Examples');
  const show = l10n.t('Show Problems');
  const text = l10n.t('{0} of {1} examples can’t be used.', bad, bad + good.length);
  const answer = await prompts.confirm(text, {
    detail: detail.join('\n'),
    actions: [leave, show],
  });
  if (answer === show) await fileProblems.show(file.uri);
  return answer === leave;
}

type Choice = keyof ExampleMapping | 'done';

const SAMPLE = 100;
const SHOWN = 5;
const SNIPPET = 60;

async function askForColumns(
  context: ResourcesContext,
  name: string,
  records: readonly SourceRecord[],
): Promise<ExampleMapping | undefined> {
  const { prompts } = context;
  const columns = columnsOf(records.slice(0, SAMPLE));
  const guessed = guessColumns(columns);
  if (!guessed) {
    throw new AppError('badSource', l10n.t('{0} doesn’t have two columns.', name), {
      hint: l10n.t('Use one column for the input and another for the output.'),
    });
  }
  let mapping = guessed;
  for (;;) {
    const choice = await prompts.pick<Choice>(
      {
        title: l10n.t('Examples in {0}', name),
        placeholder: l10n.t('Select the input and output columns'),
      },
      rows(records, mapping),
    );
    if (choice === undefined) return undefined;
    if (choice === 'done') return mapping;
    const column = await prompts.pick(
      {
        title: choice === 'input' ? l10n.t('Input Column') : l10n.t('Output Column'),
      },
      columns.map((value) => ({ label: value, value, active: value === mapping[choice] })),
    );
    if (column !== undefined) mapping = withColumn(mapping, choice, column);
  }
}

function withColumn(
  { input, output }: ExampleMapping,
  which: keyof ExampleMapping,
  column: string,
): ExampleMapping {
  if (which === 'input') return { input: column, output: column === output ? input : output };
  return { input: column === input ? output : input, output: column };
}

function rows(
  records: readonly SourceRecord[],
  mapping: ExampleMapping,
): readonly PickItem<Choice>[] {
  const preview = records.slice(0, SHOWN).map((record, index): PickItem<Choice> => {
    const { textInput, output } = toExample(record, mapping);
    return {
      value: 'done',
      icon: 'quote',
      label: snippet(textInput) || l10n.t('(empty)'),
      detail: snippet(output) || l10n.t('(empty)'),
      ...(index === 0 && { separator: l10n.t('Preview (input with output below)') }),
    };
  });
  return [
    {
      value: 'done',
      icon: 'check',
      active: true,
      label: l10n.t('Use These Columns'),
      description: records.length === 1 ? l10n.t('1 row') : l10n.t('{0} rows', records.length),
    },
    {
      value: 'input',
      icon: 'arrow-right',
      label: l10n.t('Input'),
      description: mapping.input,
      separator: l10n.t('Change'),
    },
    {
      value: 'output',
      icon: 'arrow-left',
      label: l10n.t('Output'),
      description: mapping.output,
    },
    ...preview,
  ];
}

function snippet(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= SNIPPET ? line : `${line.slice(0, SNIPPET - 1)}…`;
}
