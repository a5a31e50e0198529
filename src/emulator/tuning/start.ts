import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import type { Version } from '../../api/versions';
import { ownerOf } from '../access';
import type { Caller } from '../caller';
import { triggersIn } from '../engine/triggers';
import { nameIn } from '../resources/naming';
import type { Stored } from '../state/state';
import type { World } from '../world';
import { completed } from './hyperparameters';
import type { Source } from './source';
import { keepExamples } from './dataset';
import { tuningSpeed } from './speed';
import { totalSteps, withTraining, type Training } from './training';

/** Written in a display name or description, it lets the training fail. */
const FAIL = 'fail-tuning';
/** The part of the way that it gets before. */
const FAILS_AFTER = 0.4;

/** What a training begins with; every part was checked before. */
export interface Start {
  readonly name: string;
  readonly caller: Caller;
  /** The version of the call that starts it. */
  readonly version: Version;
  readonly source: Source;
  /** The tuned model as the client wants it. */
  readonly wanted: Message<'TunedModel'>;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Name of its operation; one with a random id where it is left out. */
  readonly operation?: string;
}

/** Puts a tuned model and its operation into the world; its training begins at once. */
export function startTraining(world: World, start: Start): { model: Stored; operation: Stored } {
  const { name, caller, version, source, wanted, at } = start;
  const { operation = nameIn(name, 'operations', world.ids.random()) } = start;
  const { displayName = '', description = '', tuningTask = {}, readerProjectNumbers } = wanted;
  const examples = tuningTask.trainingData?.examples?.examples ?? [];
  const hyperparameters = completed(tuningTask.hyperparameters ?? {}, examples.length, version);
  const sizes = {
    examples: examples.length,
    epochs: hyperparameters.epochCount,
    batch: hyperparameters.batchSize,
  };
  const fails = triggersIn(`${displayName}\n${description}`).some((one) => one.name === FAIL);
  const training: Training = {
    version,
    operation,
    ...sizes,
    pace: [{ at, step: 0, rate: tuningSpeed(world) }],
    ...(fails ? { failsAt: Math.ceil(totalSteps(sizes) * FAILS_AFTER) } : {}),
  };
  const stamp = world.time.stamp(at);
  const resource: JsonObject = {
    name,
    ...source.told,
    displayName,
    description,
    // What is not given is the base model's, as the service documents.
    state: 'CREATING',
    createTime: stamp,
    updateTime: stamp,
    tuningTask: { hyperparameters },
    temperature: wanted.temperature ?? source.base.model.temperature,
    topP: wanted.topP ?? source.base.model.topP,
    topK: wanted.topK ?? source.base.model.topK,
    ...(readerProjectNumbers ? { readerProjectNumbers } : {}),
  };
  const hidden = withTraining(ownerOf(caller), training);
  keepExamples(world, name, examples);
  return {
    model: inserted(world, 'tunedModels', { name, parent: '', resource, hidden }),
    operation: inserted(world, 'operations', {
      name: operation,
      parent: name,
      resource: { name: operation },
      hidden: {},
    }),
  };
}

function inserted(
  world: World,
  kind: 'tunedModels' | 'operations',
  record: Omit<Stored, 'seq'>,
): Stored {
  const stored = world.state.insert(kind, record);
  if (!stored) throw new Error(`There is a ${record.name} already.`);
  return stored;
}
