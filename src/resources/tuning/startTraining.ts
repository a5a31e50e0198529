import { objectAt, textAt } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import { AppError, errorMessage } from '../../base/errors';
import { listVersion } from '../../catalog/kindOperations';
import type { ResourceRef } from '../../catalog/ref';
import { createCall } from '../../service/tableCalls';
import type { Room } from '../room';
import type { Names } from './askForNames';
import type { Base } from './chooseBase';
import type { Example } from './example';
import type { Hyperparameters } from './hyperparameters';

/** A training that is to begin. */
export interface Plan {
  readonly base: Base;
  readonly names: Names;
  readonly examples: readonly Example[];
  readonly hyperparameters: Hyperparameters;
}

/** The tuned model that is to be made, as the service takes it. */
export function bodyOf({ base, names, examples, hyperparameters }: Plan): JsonObject {
  const { displayName, description } = names;
  const source = base.name.startsWith('tunedModels/')
    ? { tunedModelSource: { tunedModel: base.name } }
    : { baseModel: base.name };
  return {
    ...{ displayName, ...source },
    ...(description !== undefined && { description }),
    tuningTask: {
      hyperparameters: { ...hyperparameters },
      trainingData: { examples: { examples: examples.map((example) => ({ ...example })) } },
    },
  };
}

/** Begins a training and follows it. Gives the new tuned model as the tree has it. */
export async function startTraining(room: Room, plan: Plan): Promise<ResourceRef> {
  const { services, activity, l10n, log } = room;
  const { connection, version } = plan.base;
  const { displayName, id } = plan.names;
  const models = { connection, version, kind: 'tunedModel', name: '', collection: true } as const;
  const { id: operation, input } = createCall(models, bodyOf(plan), id);
  const mark = services.store.mark([models], 'creating');
  const count = plan.examples.length;
  const title = count === 1 ? l10n.t('Sending 1 example') : l10n.t('Sending {0} examples', count);
  const answer = await room
    .progress(title, (signal) =>
      services.calls.call({ connection, version }, operation, input, { signal }),
    )
    .finally(() => mark.dispose());
  const name = textAt(answer, 'name');
  const target =
    textAt(objectAt(answer, 'metadata'), 'tunedModel') || name.split('/operations/')[0];
  if (name === '' || !target) {
    throw new AppError('badAnswer', l10n.t('The service did not say what it started.'), {
      hint: l10n.t('Refresh the tuned models to see whether it is there.'),
    });
  }
  const model: ResourceRef = { connection, version, kind: 'tunedModel', name: target };
  const kind = 'tunedModelOperation';
  const listed = listVersion(kind, version) ?? version;
  services.store.merge({ connection, version: listed, kind, name }, answer);
  await activity.follow({
    ...{ connection, startedBy: 'tunedModels.create', name, target },
    title: l10n.t('Training of {0}', displayName),
  });
  try {
    // What is fetched takes the place of a row, and this one is new.
    services.store.merge(model, await services.store.get(model));
  } catch (error) {
    // The answer says nothing of the model; it is there all the same.
    log.warn(`tunedModels.get: ${errorMessage(error)}`);
  }
  return model;
}
