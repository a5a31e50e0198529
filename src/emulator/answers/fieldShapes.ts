import type { JsonValue } from '../../api/schema/row';
import { any, type Shape, text } from './shape';
import { templateProblem, templateProblemIn } from './template';

/** What is wrong with a count; undefined where nothing is. */
export const isWhole = (value: number): string | undefined =>
  Number.isInteger(value) && value >= 0 ? undefined : 'It must be a whole number of 0 or more.';
/** What is wrong with a wait in milliseconds. */
export const isTime = (value: number): string | undefined =>
  value >= 0 && value <= 600_000 ? undefined : 'It must be from 0 to 600000 milliseconds.';
/** What is wrong with a duration as the API writes it. */
export const isDelay = (delay: string): string | undefined =>
  /^\d+(\.\d+)?s$/.test(delay) ? undefined : `${delay} is no time such as 2s or 1.5s.`;

/** A text that may have templates. */
export function filledText(doc: string): Shape<string> {
  return text(doc, templateProblem);
}

/** Any JSON whose texts may have templates. */
export function filledJson(doc: string): Shape<JsonValue> {
  return any(doc, templateProblemIn);
}
