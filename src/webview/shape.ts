import type { JsonObject, JsonValue } from '../api/schema/row';

import { isObject } from '../base/json';
/**
 * Validates a value from the other side. Returns a copy with known fields only (so `__proto__` never passes),
 * or throws `ShapeError`.
 */
export interface Shape<T> {
  parse(value: unknown, path?: string): T;
}

export type ShapeType<S> = S extends Shape<infer T> ? T : never;

export class ShapeError extends Error {
  constructor(path: string, expected: string) {
    super(`${path || 'value'}: expected ${expected}`);
    this.name = 'ShapeError';
  }
}

function shape<T>(parse: (value: unknown, path: string) => T): Shape<T> {
  return { parse: (value, path = '') => parse(value, path) };
}

/** A string of up to `max` UTF-16 units. */
export function text(max = 100_000): Shape<string> {
  return shape((value, path) => {
    if (typeof value !== 'string' || value.length > max) {
      throw new ShapeError(path, `a string of up to ${max} characters`);
    }
    return value;
  });
}

export function number(min: number, max: number): Shape<number> {
  return shape((value, path) => {
    if (typeof value !== 'number' || !(value >= min && value <= max)) {
      throw new ShapeError(path, `a number from ${min} to ${max}`);
    }
    return value;
  });
}

/** An integer in the range of the API's int32 fields. */
export function integer(min: number, max: number): Shape<number> {
  return shape((value, path) => {
    if (!Number.isInteger(value) || !((value as number) >= min && (value as number) <= max)) {
      throw new ShapeError(path, min === max ? `${min}` : `a whole number from ${min} to ${max}`);
    }
    return value as number;
  });
}

export const flag: Shape<boolean> = shape((value, path) => {
  if (typeof value !== 'boolean') throw new ShapeError(path, 'true or false');
  return value;
});

export const nothing: Shape<void> = shape(() => undefined);

export function oneOf<const V extends readonly string[]>(...values: V): Shape<V[number]> {
  return shape((value, path) => {
    if (typeof value !== 'string' || !values.includes(value)) {
      throw new ShapeError(path, `one of ${values.join(', ')}`);
    }
    return value;
  });
}

export function list<T>(item: Shape<T>, max = 1000): Shape<readonly T[]> {
  return shape((value, path) => {
    if (!Array.isArray(value) || value.length > max) {
      throw new ShapeError(path, `a list of up to ${max} items`);
    }
    // Unlike `map`, doesn't skip holes of sparse arrays.
    return Array.from(value, (entry: unknown, index) => item.parse(entry, `${path}[${index}]`));
  });
}

function join(path: string, name: string): string {
  return path ? `${path}.${name}` : name;
}

type Fields = { readonly [name: string]: Shape<unknown> };
type Values<F extends Fields> = { readonly [K in keyof F]: ShapeType<F[K]> };

export function object<R extends Fields, O extends Fields = Record<never, never>>(
  required: R,
  optional?: O,
): Shape<Values<R> & Partial<Values<O>>> {
  const requiredFields = Object.entries(required);
  const optionalFields = Object.entries(optional ?? {});
  return shape((value, path) => {
    if (!isObject(value)) {
      throw new ShapeError(path, 'an object');
    }
    const source = value as { readonly [name: string]: unknown };
    const result: { [name: string]: unknown } = {};
    for (const [name, field] of requiredFields) {
      result[name] = field.parse(
        Object.hasOwn(source, name) ? source[name] : undefined,
        join(path, name),
      );
    }
    for (const [name, field] of optionalFields) {
      if (!Object.hasOwn(source, name) || source[name] === undefined) continue;
      result[name] = field.parse(source[name], join(path, name));
    }
    return result as Values<R> & Partial<Values<O>>;
  });
}

/** The first matching shape. Otherwise throws the error of the last one. */
export function either<A, B>(first: Shape<A>, second: Shape<B>): Shape<A | B> {
  return shape((value, path) => {
    try {
      return first.parse(value, path);
    } catch {
      return second.parse(value, path);
    }
  });
}

/** Validates only the head and trusts the rest without a copy, for large, frequent values from the host. */
export function trustedShape<T extends object>(head: Shape<Partial<T>>): Shape<T> {
  return shape((value, path) => {
    head.parse(value, path);
    return value as T;
  });
}

export function nullable<T>(inner: Shape<T>): Shape<T | null> {
  return shape((value, path) => (value === null ? null : inner.parse(value, path)));
}

export function record<T>(field: Shape<T>, max = 1000): Shape<{ readonly [name: string]: T }> {
  return shape((value, path) => {
    if (!isObject(value)) {
      throw new ShapeError(path, 'an object');
    }
    const entries = Object.entries(value).filter(([name]) => name !== '__proto__');
    if (entries.length > max) throw new ShapeError(path, `up to ${max} fields`);
    return Object.fromEntries(
      entries.map(([name, inner]) => [name, field.parse(inner, join(path, name))]),
    );
  });
}

/** A JSON object up to `depth` levels, copied so that only JSON passes. */
export function jsonObject(depth = 64): Shape<JsonObject> {
  return {
    parse(value, path = '') {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        throw new ShapeError(path, 'a JSON object');
      }
      return jsonValue(value, path, depth) as JsonObject;
    },
  };
}

function jsonValue(value: unknown, path: string, depth: number): JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value !== 'object' || depth === 0) throw new ShapeError(path, 'JSON');
  if (Array.isArray(value)) {
    return Array.from(value, (item: unknown, at) => jsonValue(item, `${path}[${at}]`, depth - 1));
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, field]) => name !== '__proto__' && field !== undefined)
      .map(([name, field]) => [name, jsonValue(field, `${path}.${name}`, depth - 1)]),
  );
}
