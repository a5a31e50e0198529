import type { Message } from '../../api/schema/infer';
import { toSnakeCase } from '../../api/schema/names';
import type { Version } from '../../api/versions';

type Hyperparameters = Message<'Hyperparameters'>;

/** What a training takes where the client chose nothing: for few examples, and for many. */
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

// Documented per version; which of two belongs to how many examples is not, except that the batch grows.
const defaults: { readonly [V in Version]: Defaults } = {
  v1beta: current,
  v1: current,
  v1beta3: { epochCount: 10, batchSize: [16, 64], learningRate: [0.002, 0.0002] },
};

/** From so many examples on there are many. Not published. */
const MANY = 1000;

// Nothing is published; these are far beyond what makes sense, and keep the number of steps in an int32.
const ranges: { readonly [N in keyof Hyperparameters]: readonly [least: number, most: number] } = {
  epochCount: [1, 100],
  batchSize: [1, 1024],
  learningRate: [1e-7, 1],
  learningRateMultiplier: [1e-4, 10],
};

/** What is wrong with the parameters of a training, one bullet each. */
export function hyperparameterProblems(given: Hyperparameters, at: string): readonly string[] {
  return rangeProblems(given, ranges, at);
}

/** The parameters of a training with what the client left out. */
export function completed(
  given: Hyperparameters,
  examples: number,
  version: Version,
): Hyperparameters & { readonly epochCount: number; readonly batchSize: number } {
  const { epochCount, batchSize, learningRate } = defaults[version];
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
 * Numbers that are outside of their range, one bullet each; the wording is not published.
 * @param at where they stand, such as `TunedModel`.
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
