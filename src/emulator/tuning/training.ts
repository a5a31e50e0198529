import type { JsonObject } from '../../api/schema/row';
import type { Version } from '../../api/versions';
import type { Stored } from '../state/state';
import type { Pace } from './pace';

/** How a tuned model is trained. All that can be told of its progress follows from this and the time. */
export interface Training {
  /** The version that started it: its messages are of that one, wherever they are read. */
  readonly version: Version;
  /** Name of its operation. */
  readonly operation: string;
  /** How many there are. */
  readonly examples: number;
  readonly epochs: number;
  /** Examples per step. */
  readonly batch: number;
  readonly pace: Pace;
  /** The step in which it fails, where it was asked to. */
  readonly failsAt?: number;
  /** Milliseconds since 1970. */
  readonly cancelledAt?: number;
}

/** Steps until it is done, by the service's formula. */
export function totalSteps({
  examples,
  epochs,
  batch,
}: Pick<Training, 'examples' | 'epochs' | 'batch'>): number {
  return Math.ceil((examples * epochs) / batch);
}

/** The training of a stored tuned model; undefined for one that was put there as it is. */
export function trainingOf({ hidden }: Stored): Training | undefined {
  return hidden.training as unknown as Training | undefined;
}

/** What the service knows of a tuned model, with another training. */
export function withTraining(hidden: JsonObject, training: Training): JsonObject {
  return { ...hidden, training: training as unknown as JsonObject };
}
