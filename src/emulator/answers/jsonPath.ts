import type { JsonValue } from '../../api/schema/row';
import { isObject } from '../../base/json';

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
