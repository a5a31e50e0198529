import type { Message } from '../../api/schema/infer';
import { seedOf } from '../engine/hash';
import type { ServiceTime } from '../state/time';
import { timeOf } from './pace';
import { totalSteps, type Training } from './training';

/** A long training tells of every nth step only, so that a model stays small to read. */
const MOST = 200;

// The shape of the curve: where it begins and ends, how steep it falls, and how much it trembles.
const FIRST_LOSS = { least: 4, spread: 6 };
const LAST_LOSS = { least: 0.05, spread: 0.4 };
const STEEPNESS = 4.5;
const UNREST = 0.3;

/** What the training of a model has told by a step: the loss falls, and the same model gets the same. */
export function snapshotsOf(
  name: string,
  training: Training,
  completedSteps: number,
  time: ServiceTime,
): readonly Message<'TuningSnapshot'>[] {
  const total = totalSteps(training);
  const every = Math.ceil(total / MOST);
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

/** How often all examples were gone through. */
function epochOf(step: number, { batch, examples, epochs }: Training): number {
  return Math.min(epochs, Math.floor((step * batch) / examples));
}

function meanLoss(seed: number, step: number, total: number): number {
  const first = FIRST_LOSS.least + FIRST_LOSS.spread * chance(seed, 0);
  const last = LAST_LOSS.least + LAST_LOSS.spread * chance(seed, -1);
  const smooth = last + (first - last) * Math.exp((-STEEPNESS * step) / total);
  // Seven digits, as floats are written.
  return Number((smooth * (1 + UNREST * (chance(seed, step) - 0.5))).toPrecision(7));
}

/** 0 to 1, the same for the same numbers: an integer hash, as many are needed at once. */
function chance(seed: number, index: number): number {
  let state = (seed ^ Math.imul(index + 2, 0x9e3779b1)) >>> 0;
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return ((state ^ (state >>> 16)) >>> 0) / 2 ** 32;
}
