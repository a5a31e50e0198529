import type { JsonObject } from '../../api/schema/row';
import { typeName } from '../../api/schema/messages';
import { operationRow } from '../../api/operations';
import { toWire } from '../http/wire';
import type { Stored } from '../state/state';
import type { World } from '../world';
import { progressOf } from './progress';
import { shownTunedModel } from './shown';
import { snapshotsOf } from './snapshots';
import { totalSteps, trainingOf, type Training } from './training';

const { longRunning } = operationRow('tunedModels.create');

/**
 * The operation of a model's training as it is now, in the messages of the version that started it; an
 * operation without a training is shown as it was put there.
 * @param now milliseconds since 1970.
 */
export function shownOperation(
  world: World,
  model: Stored,
  operation: Stored,
  now = world.time.now(),
): JsonObject {
  const training = trainingOf(model);
  if (training?.operation !== operation.name) return operation.resource;
  const { completedSteps, error, endedAt } = progressOf(training, now);
  const total = totalSteps(training);
  const metadata = {
    totalSteps: total,
    completedSteps,
    completedPercent: Number(((completedSteps / total) * 100).toPrecision(7)),
    snapshots: snapshotsOf(model.name, training, completedSteps, world.time),
    tunedModel: model.name,
  };
  const running = {
    name: operation.name,
    metadata: typed(longRunning?.metadata, training, metadata),
  };
  if (endedAt === undefined) return running;
  if (error) return { ...running, done: true, error };
  const response = typed(longRunning?.response, training, shownTunedModel(world, model));
  return { ...running, done: true, response };
}

/** A message that names its type. */
function typed(name = '', { version }: Training, message: JsonObject): JsonObject {
  const type = `type.googleapis.com/${typeName(name, version)}`;
  return { '@type': type, ...toWire(name, version, message) };
}
