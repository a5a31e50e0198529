import type { JsonValue } from '../../api/schema/row';
import { isObject, mapTexts } from '../../base/json';
import type { MatchInput } from './matchInput';

type PathStep = { readonly name: string } | { readonly index: number } | 'all';

const STEP = /\.([\w$@-]+)|\.\*|\[(-?\d+)\]|\[\*\]|\['([^']*)'\]|\["([^"]*)"\]/y;

/** Parses a path such as `$.contents[-1].parts[*].text`. Undefined if invalid. */
export function parsePath(text: string): readonly PathStep[] | undefined {
  if (!text.startsWith('$')) return undefined;
  const steps: PathStep[] = [];
  let at = 1;
  while (at < text.length) {
    STEP.lastIndex = at;
    const found = STEP.exec(text);
    if (!found) return undefined;
    const [all, name, index, single, double] = found;
    const field = name ?? single ?? double;
    if (index !== undefined) steps.push({ index: Number(index) });
    else if (field !== undefined) steps.push({ name: field });
    else steps.push('all');
    at += all.length;
  }
  return steps;
}

/** Returns all values at a path. Empty if there are none. */
export function valuesAt(value: JsonValue, text: string): readonly JsonValue[] {
  return (parsePath(text) ?? []).reduce<readonly JsonValue[]>(
    (found, step) => found.flatMap((one) => below(one, step)),
    [value],
  );
}

function below(value: JsonValue, step: PathStep): readonly JsonValue[] {
  if (Array.isArray(value)) {
    const all = value as readonly JsonValue[];
    if (step === 'all') return all;
    const found = 'index' in step ? all.at(step.index) : undefined;
    return found === undefined ? [] : [found];
  }
  if (!isObject(value)) return [];
  if (step === 'all') return Object.values(value).filter((one) => one !== undefined);
  const found = 'name' in step && Object.hasOwn(value, step.name) ? value[step.name] : undefined;
  return found === undefined ? [] : [found];
}

const NAMES: { readonly [name: string]: (asked: MatchInput, count: number) => JsonValue } = {
  user: ({ user }) => user,
  result: ({ results }) => results.map(({ text }) => text).join('\n'),
  model: ({ model }) => model,
  count: (_asked, count) => count,
};

const TEMPLATE = /\{\{\s*(.*?)\s*\}\}/g;

/** Returns the problem of the templates in text. Undefined if valid. */
export function templateProblem(text: string): string | undefined {
  for (const [all, inner = ''] of text.matchAll(TEMPLATE)) {
    if (Object.hasOwn(NAMES, inner) || parsePath(inner) !== undefined) continue;
    const known = Object.keys(NAMES).map((name) => `{{${name}}}`);
    return `${all} isn’t a template. Use {{$.path}} for a value of the request, or ${known.join(', ')}.`;
  }
  return undefined;
}

/** Returns the first template problem in any string of a value. Undefined if valid. */
export function templateProblemIn(value: JsonValue): string | undefined {
  let problem: string | undefined;
  mapTexts(value, (text) => {
    problem ??= templateProblem(text);
    return text;
  });
  return problem;
}

/**
 * Replaces templates. A string that is only a template becomes its JSON value; within text, values become
 * strings and missing values become empty.
 * @param count uses of the mock, including this one
 */
export function fillTemplate<T>(value: T, asked: MatchInput, count: number): T {
  return fill(value as JsonValue, asked, count) as T;
}

function fill(value: JsonValue, asked: MatchInput, count: number): JsonValue {
  if (typeof value === 'string')
    return value.includes('{{') ? fillText(value, asked, count) : value;
  if (Array.isArray(value)) {
    return (value as readonly JsonValue[]).map((one) => fill(one, asked, count));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, fill(one ?? null, asked, count)]),
  );
}

function fillText(text: string, asked: MatchInput, count: number): JsonValue {
  const whole = /^\{\{\s*([^{}]*?)\s*\}\}$/.exec(text)?.[1];
  if (whole !== undefined) return named(whole, asked, count) ?? '';
  return text.replace(TEMPLATE, (_all, inner: string) => {
    const value = named(inner, asked, count) ?? '';
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
}

function named(inner: string, asked: MatchInput, count: number): JsonValue | undefined {
  const read = Object.hasOwn(NAMES, inner) ? NAMES[inner] : undefined;
  return read ? read(asked, count) : valuesAt(asked.body, inner)[0];
}
