import { findType, isEnum } from '../../api/schema/messages';
import { holdsIn, type Version } from '../../api/versions';

/** How a training goes. What is left out is the service's choice. */
export interface Hyperparameters {
  readonly epochCount: number;
  readonly batchSize: number;
  /** At most one of these. */
  readonly learningRate?: number;
  readonly learningRateMultiplier?: number;
}

interface Defaults {
  readonly epochCount: number;
  readonly batchSize: readonly [few: number, many: number];
}

const CURRENT: Defaults = { epochCount: 5, batchSize: [4, 16] };

/** What the service documents, per version. */
const DEFAULTS: { readonly [V in Version]: Defaults } = {
  v1beta: CURRENT,
  v1: CURRENT,
  v1beta3: { epochCount: 10, batchSize: [16, 64] },
};

/** From so many examples on there are many. The service says only that the batch grows with them. */
const MANY = 1000;

export function defaultHyperparameters(version: Version, examples: number): Hyperparameters {
  const { epochCount, batchSize } = DEFAULTS[version];
  return { epochCount, batchSize: batchSize[examples < MANY ? 0 : 1] };
}

/** How many steps a training has, as the service counts them. */
export function totalSteps(
  examples: number,
  { epochCount, batchSize }: Pick<Hyperparameters, 'epochCount' | 'batchSize'>,
): number {
  return Math.ceil((examples * epochCount) / batchSize);
}

/** Whether a version has the factor for the recommended learning rate. */
export function takesMultiplier(version: Version): boolean {
  const row = findType('Hyperparameters');
  if (!row || isEnum(row)) return false;
  const field = row.fields.learningRateMultiplier;
  return field !== undefined && holdsIn(field.versions, version);
}
