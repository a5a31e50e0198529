import type { Message } from '../../api/schema/infer';
import { toSnakeCase } from '../../api/schema/scalars';
import type { JsonObject } from '../../api/schema/row';
import { statusIn } from '../../api/status';
import { type Edition, type Version, versionOf, VERSIONS } from '../../api/versions';
import { ownerOf, requireRole } from '../permissions';
import type { Call } from '../call';
import type { Caller } from '../caller';
import { modelNotFound, type ModelSeed } from '../models';
import { nameIn } from '../records';
import type { Stored } from '../state';
import { badFields, failedPrecondition, StatusError } from '../status';
import { triggersIn } from '../triggers';
import type { HandlerContext } from '../handlerContext';
import { keepExamples } from './dataset';
import {
  type Training,
  toTunedModelResource,
  totalSteps,
  tuningSpeed,
  withTraining,
} from './training';

/** Trigger word in a display name or description that makes tuning fail. */
const FAIL = 'fail-tuning';
const FAILS_AFTER = 0.4;

interface Start {
  readonly name: string;
  readonly caller: Caller;
  readonly version: Edition;
  readonly source: Source;
  readonly wanted: Message<'TunedModel'>;
  /** In ms since 1970. */
  readonly at: number;
  /** Operation name. Default: random ID. */
  readonly operation?: string;
}

export function startTraining(
  world: HandlerContext,
  start: Start,
): { model: Stored; operation: Stored } {
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
    ...source.fields,
    displayName,
    description,
    // Missing values are those of the base model, as documented.
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
  world: HandlerContext,
  kind: 'tunedModels' | 'operations',
  record: Omit<Stored, 'seq'>,
): Stored {
  const stored = world.state.insert(kind, record);
  if (!stored) throw new Error(`There is a ${record.name} already.`);
  return stored;
}

type TunedModel = Message<'TunedModel'>;

/** Models with one of these methods can be tuned; the second one is for legacy text models. */
const METHODS = ['createTunedModel', 'createTunedTextModel'];

interface Source {
  readonly fields: JsonObject;
  readonly base: ModelSeed;
}

/**
 * Returns the source of tuning. Throws 400 if missing or not ready, 403 without access to a tuned
 * model, 404 if unknown or not tunable.
 */
export function readSource(call: Call, world: HandlerContext): Source {
  const { baseModel, tunedModelSource } = call.body as TunedModel;
  if (baseModel === undefined && !tunedModelSource) {
    const problem = "required oneof field 'source_model' must have one initialized field";
    throw badFields([`* TunedModel.source_model: ${problem}`]);
  }
  if (baseModel !== undefined) {
    if (!/^models\/[^/]+$/.test(baseModel)) throw badName('base_model', 'models/{id}');
    return { fields: { baseModel }, base: requireTunable(call, world, baseModel) };
  }
  const tunedModel = tunedModelSource?.tunedModel ?? '';
  if (!/^tunedModels\/[^/]+$/.test(tunedModel)) {
    throw badName('tuned_model_source.tuned_model', 'tunedModels/{id}');
  }
  const source = requireRole(call, world, tunedModel, 'READER');
  const { state } = toTunedModelResource(world, source);
  if (state !== 'ACTIVE') {
    throw failedPrecondition(`${tunedModel} is not ACTIVE, so that it cannot be tuned further.`);
  }
  const name = baseOf(source.resource);
  const fields = { tunedModelSource: { tunedModel, baseModel: name } };
  return { fields, base: requireTunable(call, world, name) };
}

export function baseOf(resource: JsonObject): string {
  const { baseModel, tunedModelSource } = resource as TunedModel;
  return baseModel ?? tunedModelSource?.baseModel ?? '';
}

function requireTunable({ row, version }: Call, world: HandlerContext, name: string): ModelSeed {
  // Treat undocumented versions like the first documented one.
  const { stage } = statusIn(row, versionOf(version));
  const found = world.models.find(name, stage === 'unconfirmed' ? VERSIONS[0] : version);
  const methods = found?.model.supportedGenerationMethods ?? [];
  if (found && METHODS.some((method) => methods.includes(method))) return found;
  throw modelNotFound(name, version, 'createTunedModel');
}

function badName(field: string, form: string): StatusError {
  return new StatusError(400, `* TunedModel.${field}: must have the form ${form}\n`);
}

type Hyperparameters = Message<'Hyperparameters'>;

interface Defaults {
  readonly epochCount: number;
  readonly batchSize: readonly [few: number, many: number];
  readonly learningRate: readonly [few: number, many: number];
}

const current: Defaults = {
  epochCount: 5,
  batchSize: [4, 16],
  learningRate: [0.001, 0.0002],
};

// Documented per version, except which values apply to which size; the documentation only says that the batch
// grows.
const defaults: { readonly [V in Version]: Defaults } = {
  v1beta: current,
  v1: current,
  v1alpha: current,
  v1beta3: { epochCount: 10, batchSize: [16, 64], learningRate: [0.002, 0.0002] },
};

/** Number of examples of a large dataset. Not published. */
const MANY = 1000;

// Not published. These limits allow all sensible values and fit the step count in int32.
const ranges: { readonly [N in keyof Hyperparameters]: readonly [least: number, most: number] } = {
  epochCount: [1, 100],
  batchSize: [1, 1024],
  learningRate: [1e-7, 1],
  learningRateMultiplier: [1e-4, 10],
};

export function hyperparameterProblems(given: Hyperparameters, at: string): readonly string[] {
  return rangeProblems(given, ranges, at);
}

function completed(
  given: Hyperparameters,
  examples: number,
  version: Edition,
): Hyperparameters & { readonly epochCount: number; readonly batchSize: number } {
  const { epochCount, batchSize, learningRate } = defaults[versionOf(version)];
  const size = examples < MANY ? 0 : 1;
  const hasRate = given.learningRate !== undefined || given.learningRateMultiplier !== undefined;
  return {
    epochCount: given.epochCount ?? epochCount,
    batchSize: given.batchSize ?? batchSize[size],
    ...(hasRate ? {} : { learningRate: learningRate[size] }),
    ...given,
  };
}

/**
 * Returns bullets for numbers outside their range; the error message isn't published.
 * @param at field path, such as `TunedModel`.
 */
export function rangeProblems<T extends object>(
  values: T,
  allowed: { readonly [N in keyof T]?: readonly [least: number, most: number] },
  at: string,
): readonly string[] {
  return Object.entries<readonly [number, number]>(allowed as never).flatMap(([name, range]) => {
    const [least, most] = range;
    const value = (values as { readonly [name: string]: unknown })[name];
    if (typeof value !== 'number' || (value >= least && value <= most)) return [];
    const path = `${at}.${toSnakeCase(name)}`;
    const end = Number.isFinite(most) ? `from ${least} to ${most}` : `at least ${least}`;
    return [`* ${path}: must be ${end}, and is ${value}`];
  });
}
