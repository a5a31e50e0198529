import type { JsonValue } from '../../api/schema/row';
import { any, type Shape, text } from './shape';
import { templateProblem, templateProblemIn } from './template';

/** Returns the problem of a count. Undefined if valid. */
export const isWhole = (value: number): string | undefined =>
  Number.isInteger(value) && value >= 0 ? undefined : 'It must be a whole number of 0 or more.';
/** Returns the problem of a wait in ms. Undefined if valid. */
export const isTime = (value: number): string | undefined =>
  value >= 0 && value <= 600_000 ? undefined : 'It must be from 0 to 600000 milliseconds.';
/** Returns the problem of a `google.protobuf.Duration`, such as `1.5s`. Undefined if valid. */
export const isDelay = (delay: string): string | undefined =>
  /^\d+(\.\d+)?s$/.test(delay) ? undefined : `${delay} isn’t a duration such as 2s or 1.5s.`;

export function templateText(doc: string): Shape<string> {
  return text(doc, templateProblem);
}

export function templateJson(doc: string): Shape<JsonValue> {
  return any(doc, templateProblemIn);
}
