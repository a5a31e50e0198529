import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { JsonObject } from '../api/schema/row';
import { errorMessage } from '../base/errors';
import { isObject } from '../base/json';
import { StatusError } from './status';

/** Returns a nonnegative integer or the default. Throws 400 if invalid. */
export function whole(given: JsonObject, name: string, otherwise: number): number {
  const { [name]: value = otherwise } = given;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  throw wrong(`${name} must be a whole number from 0.`);
}

/** Returns a nonnegative number. Throws 400 if invalid or missing. */
export function positive(given: JsonObject, name: string): number {
  const { [name]: value } = given;
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value;
  throw wrong(`${name} must be a number from 0.`);
}

export function flag(given: JsonObject, name: string): boolean {
  const { [name]: value } = given;
  if (typeof value === 'boolean') return value;
  throw wrong(`${name} must be true or false.`);
}

export function text(given: JsonObject, name: string): string | undefined {
  const { [name]: value } = given;
  if (value === undefined || typeof value === 'string') return value;
  throw wrong(`${name} must be a string.`);
}

/** Returns an HTTP status or the default. Throws 400 if invalid for a final response. */
export function status(given: JsonObject, otherwise: number, least = 200): number {
  const { status: value = otherwise } = given;
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= 599)
    return value;
  throw wrong(`status must be a whole number from ${least} to 599.`);
}

/** Returns response headers, with other values converted to JSON. Throws 400 if invalid. */
export function headers({ headers: value = {} }: JsonObject): { readonly [name: string]: string } {
  if (!isObject(value)) throw wrong('headers must be an object.');
  const texts = Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      typeof one === 'string' ? one : JSON.stringify(one),
    ]),
  );
  const problem = headerProblem(texts);
  if (problem !== undefined) throw wrong(problem);
  return texts;
}

/** Returns the problem of HTTP headers. Undefined if valid. */
export function headerProblem(texts: { readonly [name: string]: string }): string | undefined {
  try {
    for (const [name, value] of Object.entries(texts)) {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    }
    return undefined;
  } catch (error) {
    return `${errorMessage(error)}.`;
  }
}

export function wrong(problem: string): StatusError {
  return new StatusError(400, problem);
}

// RFC 3339 timestamps have four-digit years.
export const EARLIEST = 0;
export const LATEST = Date.UTC(9999, 0, 1);

const RFC_3339 = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;

/** Returns ms since 1970 for a date or a time with time zone. Undefined if invalid. */
export function parseTime(text: string): number | undefined {
  const at = RFC_3339.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(at) || at < EARLIEST || at >= LATEST ? undefined : at;
}
