import { isObject, items, objectAt, textAt } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';

/** What a training told of one of its steps. */
export interface Snapshot {
  readonly step: number;
  readonly epoch: number;
  readonly meanLoss: number;
  /** RFC 3339; empty where the service gave none. */
  readonly computeTime: string;
}

/** The snapshots of an Operation, or of a tuned model, by step. The service leaves out zeros. */
export function snapshotsOf(resource: JsonObject): readonly Snapshot[] {
  const inOperation = items(objectAt(resource, 'metadata').snapshots);
  const found =
    inOperation.length > 0 ? inOperation : items(objectAt(resource, 'tuningTask').snapshots);
  return found
    .filter(isObject)
    .map((one) => ({
      step: numberAt(one, 'step'),
      epoch: numberAt(one, 'epoch'),
      meanLoss: numberAt(one, 'meanLoss'),
      computeTime: textAt(one, 'computeTime'),
    }))
    .sort((a, b) => a.step - b.step);
}

function numberAt(value: JsonObject, name: string): number {
  const found = value[name];
  return typeof found === 'number' && Number.isFinite(found) ? found : 0;
}
