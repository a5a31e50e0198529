import { collectionRef } from '../../catalog/ref';
import type { Flow, Room } from '../room';
import { askForExamples } from './askForExamples';
import { askForHyperparameters } from './askForHyperparameters';
import { askForNames } from './askForNames';
import { chooseBase } from './chooseBase';
import { totalSteps } from './hyperparameters';
import { startTraining, type Plan } from './startTraining';

/** Trains a tuned model from examples in a file. */
export const createTunedModel: Flow = async (room, [target]) => {
  const base = await chooseBase(room, target);
  if (!base) return;
  const found = await askForExamples(room);
  if (!found) return;
  const { examples, file } = found;
  const names = await askForNames(room, file.name);
  if (!names) return;
  const hyperparameters = await askForHyperparameters(room, base.version, examples.length);
  if (!hyperparameters) return;
  const plan: Plan = { base, names, examples, hyperparameters };
  if (!(await confirm(room, plan, file.name))) return;
  const model = await startTraining(room, plan);
  room.fileProblems.set(file.uri, []);
  room.tell(room.l10n.t('The training of {0} has begun.', names.displayName));
  // A row is only found in what is loaded.
  await room.services.store.list(collectionRef(model));
  await room.reveal(model);
};

async function confirm(
  { l10n, prompts, services }: Room,
  { base, names, examples, hyperparameters }: Plan,
  fileName: string,
): Promise<boolean> {
  const { epochCount, batchSize, learningRate, learningRateMultiplier } = hyperparameters;
  const connection = services.connections.find(base.connection)?.name ?? '';
  const facts = [
    l10n.t('Model: {0}', base.name),
    l10n.t('Connection: {0}, version {1}', connection, base.version),
    ...(names.id === undefined ? [] : [l10n.t('Id: {0}', names.id)]),
    l10n.t('Examples: {0} of {1}', examples.length, fileName),
    l10n.t('Epochs: {0}, batch size: {1}', epochCount, batchSize),
    ...(learningRate === undefined ? [] : [l10n.t('Learning rate: {0}', learningRate)]),
    ...(learningRateMultiplier === undefined
      ? []
      : [l10n.t('Learning rate multiplier: {0}', learningRateMultiplier)]),
    l10n.t('Steps: {0}', totalSteps(examples.length, hyperparameters)),
  ];
  const train = l10n.t('Begin Training');
  const answer = await prompts.confirm(l10n.t('Train “{0}”?', names.displayName), {
    detail: facts.join('\n'),
    actions: [train],
  });
  return answer === train;
}
