import { rangeOf } from '../../api/schema/limits';
import type { MessageName, Messages } from '../../api/schema/messages';
import type { JsonObject } from '../../api/schema/row';
import { StatusError } from '../status';

/** The values that the service takes for one number of a request. */
export interface Range {
  readonly field: string;
  readonly least: number;
  readonly most: number;
}

const MAX_INT = 2 ** 31 - 1;

const WHOLE: ReadonlySet<string> = new Set([
  'candidateCount',
  'maxOutputTokens',
  'topK',
  'logprobs',
]);

/** The published range of a number; what the model allows goes first. */
export function published<N extends MessageName>(
  message: N,
  field: keyof Messages[N]['fields'] & string,
  own: { readonly least?: number; readonly most?: number } = {},
): Range {
  const [least, most] = rangeOf(message, field);
  return { field, least: own.least ?? least, most: own.most ?? Math.min(most, MAX_INT) };
}

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
