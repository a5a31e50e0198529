import type { JsonValue } from '../../api/schema/row';
import { templateProblem, templateProblemIn } from './template';

/**
 * The type and meaning of a value in a mock file, used for validation, the JSON schema, and reference
 * tables.
 */
export type Shape<T = unknown> = (
  | { readonly kind: 'text' | 'number' | 'flag' | 'any' }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'list'; readonly of: Shape }
  | { readonly kind: 'map'; readonly of: Shape }
  | { readonly kind: 'record'; readonly fields: Fields }
  | { readonly kind: 'either'; readonly forms: readonly Shape[] }
) & {
  readonly doc: string;
  readonly isPath?: true;
  /** Whether the file must contain a JSON object or a list of objects. */
  readonly isJson?: boolean;
  readonly check?: (value: JsonValue) => string | undefined;
  /** Phantom property: carries the type for the compiler. */
  readonly value?: T;
};

export type Fields = { readonly [name: string]: Shape };

export type ValueOf<S> = S extends Shape<infer T> ? T : never;
type Record<F> = { readonly [N in keyof F]?: ValueOf<F[N]> };
type Check<T> = (value: T) => string | undefined;

export function text(doc: string, check?: Check<string>): Shape<string> {
  return { kind: 'text', doc, ...checked(check) };
}

/** Returns the shape of a file path, relative to the mock file. */
export function path(doc: string, { isJson = false } = {}): Shape<string> {
  return { kind: 'text', isPath: true, isJson, doc };
}

/** Returns the shape of a finite number. @param check such as a range. */
export function number(doc: string, check?: Check<number>): Shape<number> {
  return { kind: 'number', doc, ...checked(check) };
}

export function flag(doc: string): Shape<boolean> {
  return { kind: 'flag', doc };
}

export function any(doc: string, check?: Check<JsonValue>): Shape<JsonValue> {
  return { kind: 'any', doc, ...checked(check) };
}

export function choice<const T extends string>(doc: string, values: readonly T[]): Shape<T> {
  return { kind: 'choice', doc, values };
}

export function list<T>(doc: string, of: Shape<T>): Shape<readonly T[]> {
  return { kind: 'list', doc, of };
}

/** Returns the shape of an object with arbitrary keys. @param check of the complete object. */
export function map<T>(
  doc: string,
  of: Shape<T>,
  check?: Check<{ readonly [name: string]: T }>,
): Shape<{ readonly [name: string]: T }> {
  return { kind: 'map', doc, of, ...checked(check) };
}

export function record<F extends Fields>(
  doc: string,
  fields: F,
  check?: Check<Record<F>>,
): Shape<Record<F>> {
  return { kind: 'record', doc, fields, ...checked(check) };
}

/** Returns the shape of a union, whose members must have different JSON types. */
export function either<const S extends readonly Shape[]>(
  doc: string,
  ...forms: S
): Shape<ValueOf<S[number]>> {
  return { kind: 'either', doc, forms };
}

function checked<T>(check: Check<T> | undefined): Pick<Shape, 'check'> {
  // Safe cast: checks run only after the JSON type matches.
  return check ? { check: check as Check<JsonValue> } : {};
}

export function formOf(shape: Shape): string {
  switch (shape.kind) {
    case 'text':
      return 'a string';
    case 'number':
      return 'a number';
    case 'flag':
      return 'true or false';
    case 'any':
      return 'anything';
    case 'choice':
      return shape.values.length > 12 ? 'a string' : shape.values.map(quoted).join(', ');
    case 'list':
      return 'a list';
    case 'map':
    case 'record':
      return 'an object';
    case 'either':
      return shape.forms.map(formOf).join(' or ');
  }
}

const quoted = (word: string): string => JSON.stringify(word);

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
