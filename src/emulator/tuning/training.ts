import { operationRow } from '../../api/operations';
import type { Message } from '../../api/schema/infer';
import { typeName } from '../../api/schema/messages';
import type { JsonObject } from '../../api/schema/row';
import type { Edition } from '../../api/versions';
import { seedOf } from '../digest';
import { toWire } from '../http/index';
import { type Pace, stepsAt, timeOf, withRate } from '../jobs';
import type { Stored } from '../state';
import type { HandlerContext, ServerTime } from '../handlerContext';

/** Stored data of a tuning job. Its progress at any time is computed from this. */
export interface Training {
  /** API version that started the job, which determines its message types. */
  readonly version: Edition;
  readonly operation: string;
  readonly examples: number;
  readonly epochs: number;
  readonly batch: number;
  readonly pace: Pace;
  readonly failsAt?: number;
  /** In ms since 1970. */
  readonly cancelledAt?: number;
}

/** Returns the total number of steps, by the documented formula. */
export function totalSteps({
  examples,
  epochs,
  batch,
}: Pick<Training, 'examples' | 'epochs' | 'batch'>): number {
  return Math.ceil((examples * epochs) / batch);
}

/** Returns the tuning job of a model. Undefined for sample models without a job. */
export function trainingOf({ hidden }: Stored): Training | undefined {
  return hidden.training as unknown as Training | undefined;
}

export function withTraining(hidden: JsonObject, training: Training): JsonObject {
  return { ...hidden, training: training as unknown as JsonObject };
}

interface Progress {
  readonly completedSteps: number;
  readonly state: 'CREATING' | 'ACTIVE' | 'FAILED';
  /** In ms since 1970. Undefined while running. */
  readonly endedAt?: number;
  /** `google.rpc.Status` with its numeric code, if not successful. */
  readonly error?: JsonObject;
}

const CANCELLED = 1;
const INTERNAL = 13;

/** Returns the progress of a tuning job. A canceled job is over, regardless of the time. */
export function progressOf(training: Training, now: number): Progress {
  const { pace, cancelledAt, failsAt } = training;
  const total = totalSteps(training);
  const last = failsAt ?? total;
  const completedSteps = Math.min(last, Math.floor(stepsAt(pace, cancelledAt ?? now)));
  if (cancelledAt !== undefined) {
    const error = { code: CANCELLED, message: 'The operation was cancelled.' };
    return { completedSteps, state: 'FAILED', endedAt: cancelledAt, error };
  }
  if (completedSteps < last) return { completedSteps, state: 'CREATING' };
  const endedAt = timeOf(pace, last);
  if (failsAt === undefined) return { completedSteps, state: 'ACTIVE', endedAt };
  const message = `Tuning failed in step ${last} of ${total}.`;
  return { completedSteps, state: 'FAILED', endedAt, error: { code: INTERNAL, message } };
}

/** In steps per second of emulator time: 20 examples with 5 epochs take 25 s. */
export const DEFAULT_TUNING_SPEED = 1;

const SETTING = 'tuning';

export function tuningSpeed({ state }: HandlerContext): number {
  const { stepsPerSecond } = state.find('settings', SETTING)?.resource ?? {};
  return typeof stepsPerSecond === 'number' ? stepsPerSecond : DEFAULT_TUNING_SPEED;
}

/** Sets the speed of new and running tuning jobs. 0 pauses them. */
export function setTuningSpeed(world: HandlerContext, stepsPerSecond: number): void {
  const { state, time } = world;
  state.transaction(() => {
    const resource = { stepsPerSecond };
    state.put('settings', { name: SETTING, parent: '', resource, hidden: {} });
    for (const stored of state.list('tunedModels', '')) {
      const training = trainingOf(stored);
      if (!training || progressOf(training, time.now()).state !== 'CREATING') continue;
      if (training.pace.at(-1)?.rate === stepsPerSecond) continue;
      const pace = withRate(training.pace, time.now(), stepsPerSecond);
      const hidden = withTraining(stored.hidden, { ...training, pace });
      state.update('tunedModels', stored.name, { hidden });
    }
  });
}

/** Returns the tuned model resource. Its tuning progress depends on the time. */
export function toTunedModelResource({ time }: HandlerContext, stored: Stored): JsonObject {
  const { name, resource } = stored;
  const training = trainingOf(stored);
  if (!training) return resource;
  const { state, endedAt, completedSteps } = progressOf(training, time.now());
  const ended = endedAt === undefined ? undefined : time.stamp(endedAt);
  const updated = typeof resource.updateTime === 'string' ? resource.updateTime : '';
  const tuningTask = {
    startTime: time.stamp(training.pace[0].at),
    ...(ended === undefined ? {} : { completeTime: ended }),
    snapshots: snapshotsOf(name, training, completedSteps, time),
    ...(resource.tuningTask as JsonObject | undefined),
  };
  const updateTime = ended !== undefined && ended > updated ? ended : updated;
  return { ...resource, state, updateTime, tuningTask };
}

const { longRunning } = operationRow('tunedModels.create');

/**
 * Returns the tuning operation in the API version that started the job. Sample operations without a
 * job are returned as stored.
 * @param now in ms since 1970.
 */
export function toOperationResource(
  world: HandlerContext,
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
  const response = typed(longRunning?.response, training, toTunedModelResource(world, model));
  return { ...running, done: true, response };
}

function typed(name = '', { version }: Training, message: JsonObject): JsonObject {
  const type = `type.googleapis.com/${typeName(name, version)}`;
  return { '@type': type, ...toWire(name, version, message) };
}

/** Maximum number of snapshots. Longer jobs skip steps to limit the response size. */
const MAX_SNAPSHOTS = 200;

const FIRST_LOSS = { least: 4, spread: 6 };
const LAST_LOSS = { least: 0.05, spread: 0.4 };
const STEEPNESS = 4.5;
const LOSS_NOISE = 0.3;

/** Returns snapshots up to a step. The loss curve depends on the model name only. */
function snapshotsOf(
  name: string,
  training: Training,
  completedSteps: number,
  time: ServerTime,
): readonly Message<'TuningSnapshot'>[] {
  const total = totalSteps(training);
  const every = Math.ceil(total / MAX_SNAPSHOTS);
  const seed = seedOf(name);
  const steps = Array.from({ length: Math.ceil(total / every) }, (_none, index) =>
    Math.min(total, (index + 1) * every),
  );
  return steps
    .filter((step) => step <= completedSteps)
    .map((step) => ({
      step,
      epoch: epochOf(step, training),
      meanLoss: meanLoss(seed, step, total),
      computeTime: time.stamp(timeOf(training.pace, step)),
    }));
}

function epochOf(step: number, { batch, examples, epochs }: Training): number {
  return Math.min(epochs, Math.floor((step * batch) / examples));
}

function meanLoss(seed: number, step: number, total: number): number {
  const first = FIRST_LOSS.least + FIRST_LOSS.spread * chance(seed, 0);
  const last = LAST_LOSS.least + LAST_LOSS.spread * chance(seed, -1);
  const smooth = last + (first - last) * Math.exp((-STEEPNESS * step) / total);
  // Round to float precision.
  return Number((smooth * (1 + LOSS_NOISE * (chance(seed, step) - 0.5))).toPrecision(7));
}

/** Returns a deterministic number from 0 to 1 by a fast integer hash. */
function chance(seed: number, index: number): number {
  let state = (seed ^ Math.imul(index + 2, 0x9e3779b1)) >>> 0;
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return ((state ^ (state >>> 16)) >>> 0) / 2 ** 32;
}
