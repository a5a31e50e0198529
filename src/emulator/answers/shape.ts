import type { JsonValue } from '../../api/schema/row';

/** What a value of a file may be, and what it means: checks, the JSON schema and the tables of the manual follow from it. */
export type Shape<T = unknown> = (
  | { readonly kind: 'text' | 'number' | 'flag' | 'any' }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'list'; readonly of: Shape }
  | { readonly kind: 'map'; readonly of: Shape }
  | { readonly kind: 'record'; readonly fields: Fields }
  | { readonly kind: 'either'; readonly forms: readonly Shape[] }
) & {
  readonly doc: string;
  /** Whether the text names a file, which must be there. */
  readonly isPath?: true;
  /** Whether that is one of JSON, with an object or a list of objects. */
  readonly isJson?: boolean;
  /** What else is wrong with a value of this form; undefined where nothing is. */
  readonly check?: (value: JsonValue) => string | undefined;
  /** Only for the compiler: what the value is. */
  readonly value?: T;
};

export type Fields = { readonly [name: string]: Shape };

/** The values that a shape describes. Every field may be absent. */
export type ValueOf<S> = S extends Shape<infer T> ? T : never;
type Record<F> = { readonly [N in keyof F]?: ValueOf<F[N]> };
type Check<T> = (value: T) => string | undefined;

export function text(doc: string, check?: Check<string>): Shape<string> {
  return { kind: 'text', doc, ...checked(check) };
}

/** The path of a file, from the folder of the one that names it. */
export function path(doc: string, { isJson = false } = {}): Shape<string> {
  return { kind: 'text', isPath: true, isJson, doc };
}

/** A finite number. @param check such as a range. */
export function number(doc: string, check?: Check<number>): Shape<number> {
  return { kind: 'number', doc, ...checked(check) };
}

export function flag(doc: string): Shape<boolean> {
  return { kind: 'flag', doc };
}

/** Any JSON. */
export function any(doc: string, check?: Check<JsonValue>): Shape<JsonValue> {
  return { kind: 'any', doc, ...checked(check) };
}

/** One of these words. */
export function choice<const T extends string>(doc: string, values: readonly T[]): Shape<T> {
  return { kind: 'choice', doc, values };
}

export function list<T>(doc: string, of: Shape<T>): Shape<readonly T[]> {
  return { kind: 'list', doc, of };
}

/** An object with any names. @param check of the whole, such as of its names. */
export function map<T>(
  doc: string,
  of: Shape<T>,
  check?: Check<{ readonly [name: string]: T }>,
): Shape<{ readonly [name: string]: T }> {
  return { kind: 'map', doc, of, ...checked(check) };
}

/** An object with these names and no others. */
export function record<F extends Fields>(
  doc: string,
  fields: F,
  check?: Check<Record<F>>,
): Shape<Record<F>> {
  return { kind: 'record', doc, fields, ...checked(check) };
}

/** A value of one of several forms, which their kinds of JSON tell apart. */
export function either<const S extends readonly Shape[]>(
  doc: string,
  ...forms: S
): Shape<ValueOf<S[number]>> {
  return { kind: 'either', doc, forms };
}

function checked<T>(check: Check<T> | undefined): Pick<Shape, 'check'> {
  // The check runs once the value is known to have the form.
  return check ? { check: check as Check<JsonValue> } : {};
}

/** What kinds of JSON a shape takes, in words for a sentence. */
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
