import * as l10n from '@vscode/l10n';
import { objectAt, textAt } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import { AppError, errorMessage } from '../../base/errors';
import { listVersion } from '../../catalog/kindOperations';
import { collectionRef, type ResourceRef } from '../../catalog/ref';
import { createCall } from '../../service/tableCalls';
import type { ResourceHandler, ResourcesContext } from '../context';
import { askForExamples } from './askForExamples';
import { askForHyperparameters, type Hyperparameters, totalSteps } from './hyperparameters';
import { askForNames, type Base, chooseBase, type Names } from './askForModel';
import type { Example } from './examples';

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
