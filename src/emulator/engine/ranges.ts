import type { JsonObject } from '../../api/schema/row';
import { StatusError } from '../status';

/** The values that the service takes for one number of a request. */
export interface Range {
  readonly field: string;
  readonly least: number;
  readonly most: number;
}

const WHOLE: ReadonlySet<string> = new Set([
  'candidateCount',
  'maxOutputTokens',
  'topK',
  'logprobs',
]);

/** Throws the service's 400 for the first value outside of its range. */
export function checkRanges(values: JsonObject, ranges: readonly Range[]): void {
  for (const { field, least, most } of ranges) {
    const value = values[field];
    if (typeof value !== 'number' || (value >= least && value <= most)) continue;
    // The service names the first value that it refuses.
    const end = WHOLE.has(field) ? most + 1 : `${most}.0001`;
    throw new StatusError(
      400,
      `Unable to submit request because it has a ${field} value of ${value} but the supported range ` +
        `is from ${least} (inclusive) to ${end} (exclusive). Update the value and try again.`,
    );
  }
}
