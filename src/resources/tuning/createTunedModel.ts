import * as l10n from '@vscode/l10n';
import { objectAt, textAt } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import { AppError, errorMessage } from '../../base/errors';
import { listVersion } from '../../catalog/kindOperations';
import { collectionRef, type ResourceRef } from '../../catalog/ref';
import type { SourceFile } from '../../platform/localFiles';
import type { PickItem } from '../../platform/prompts';
import { createCall } from '../../service/tableCalls';
import { columnsOf, type SourceRecord } from '../chunks/records';
import type { ResourceHandler, ResourcesContext } from '../context';
import {
  type Base,
  type Hyperparameters,
  type Names,
  askForHyperparameters,
  askForNames,
  chooseBase,
  totalSteps,
} from './askForModel';
import {
  type Example,
  type ExampleMapping,
  guessColumns,
  type Lint,
  lintExamples,
  readExamples,
  toExample,
} from './examples';

export const createTunedModel: ResourceHandler = async (context, [target]) => {
  const base = await chooseBase(context, target);
  if (!base) return;
  const found = await askForExamples(context);
  if (!found) return;
  const { examples, file } = found;
  const names = await askForNames(context, file.name);
  if (!names) return;
  const hyperparameters = await askForHyperparameters(context, base.version, examples.length);
  if (!hyperparameters) return;
  const plan: Plan = { base, names, examples, hyperparameters };
  if (!(await confirm(context, plan, file.name))) return;
  const model = await startTraining(context, plan);
  context.fileProblems.set(file.uri, []);
  context.tell(l10n.t('Started tuning “{0}”.', names.displayName));
  // `reveal` only finds loaded rows.
  await context.services.store.list(collectionRef(model));
  await context.reveal(model);
};

async function confirm(
  { prompts, services }: ResourcesContext,
  { base, names, examples, hyperparameters }: Plan,
  fileName: string,
): Promise<boolean> {
  const { epochCount, batchSize, learningRate, learningRateMultiplier } = hyperparameters;
  const connection = services.connections.find(base.connection)?.name ?? '';
  const facts = [
    l10n.t('Model: {0}', base.name),
    l10n.t('Connection: {0}, version {1}', connection, base.version),
    ...(names.id === undefined ? [] : [l10n.t('ID: {0}', names.id)]),
    l10n.t('Examples: {0} from {1}', examples.length, fileName),
    l10n.t('Epochs: {0}, batch size: {1}', epochCount, batchSize),
    ...(learningRate === undefined ? [] : [l10n.t('Learning rate: {0}', learningRate)]),
    ...(learningRateMultiplier === undefined
      ? []
      : [l10n.t('Learning rate multiplier: {0}', learningRateMultiplier)]),
    l10n.t('Steps: {0}', totalSteps(examples.length, hyperparameters)),
  ];
  const train = l10n.t('Start Tuning');
  const answer = await prompts.confirm(l10n.t('Start tuning “{0}”?', names.displayName), {
    detail: facts.join('\n'),
    actions: [train],
  });
  return answer === train;
}

interface Plan {
  readonly base: Base;
  readonly names: Names;
  readonly examples: readonly Example[];
  readonly hyperparameters: Hyperparameters;
}

export function bodyOf({ base, names, examples, hyperparameters }: Plan): JsonObject {
  const { displayName, description } = names;
  const source = base.name.startsWith('tunedModels/')
    ? { tunedModelSource: { tunedModel: base.name } }
    : { baseModel: base.name };
  return {
    displayName,
    ...source,
    ...(description !== undefined && { description }),
    tuningTask: {
      hyperparameters: { ...hyperparameters },
      trainingData: { examples: { examples: examples.map((example) => ({ ...example })) } },
    },
  };
}

async function startTraining(context: ResourcesContext, plan: Plan): Promise<ResourceRef> {
  const { services, activity, log } = context;
  const { connection, version } = plan.base;
  const { displayName, id } = plan.names;
  const models = { connection, version, kind: 'tunedModel', name: '', collection: true } as const;
  const { id: operation, input } = createCall(models, bodyOf(plan), id);
  const mark = services.store.mark([models], 'creating');
  const count = plan.examples.length;
  const title = count === 1 ? l10n.t('Sending 1 example') : l10n.t('Sending {0} examples', count);
  const answer = await context
    .progress(title, (signal) =>
      services.calls.call({ connection, version }, operation, input, { signal }),
    )
    .finally(() => mark.dispose());
  const name = textAt(answer, 'name');
  const target =
    textAt(objectAt(answer, 'metadata'), 'tunedModel') || name.split('/operations/')[0];
  if (name === '' || !target) {
    throw new AppError('badAnswer', l10n.t('The server didn’t return a tuning job.'), {
      hint: l10n.t('Refresh the tuned models to check whether the model was created.'),
    });
  }
  const model: ResourceRef = { connection, version, kind: 'tunedModel', name: target };
  const kind = 'tunedModelOperation';
  const listed = listVersion(kind, version) ?? version;
  services.store.merge({ connection, version: listed, kind, name }, answer);
  await activity.follow({
    connection,
    startedBy: 'tunedModels.create',
    name,
    target,
    title: l10n.t('Tuning {0}', displayName),
  });
  try {
    // `get` only updates existing rows, so the new row is merged.
    services.store.merge(model, await services.store.get(model));
  } catch (error) {
    // The model exists even if it can't be fetched.
    log.warn(`tunedModels.get: ${errorMessage(error)}`);
  }
  return model;
}

interface Examples {
  readonly file: SourceFile;
  readonly examples: readonly Example[];
}

/**
 * Prompts for a file and its columns, and validates the file. Undefined if dismissed or if the user wants to
 * fix the file.
 */
async function askForExamples(context: ResourcesContext): Promise<Examples | undefined> {
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
