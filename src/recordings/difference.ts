import { isObject, type JsonValue } from '../base/json';

/** A field that differs between two requests. A value is undefined if that request lacks the field. */
export interface Difference {
  /** Path such as `body.contents[0].parts[0].text`. */
  readonly field: string;
  readonly recorded?: string;
  readonly asked?: string;
}

const SHOWN = 120;

export function findDifferences(recorded: JsonValue, asked: JsonValue): readonly Difference[] {
  const [one, other] = [leaves(recorded), leaves(asked)];
  const fields = [...new Set([...one.keys(), ...other.keys()])];
  return fields.flatMap((field) => {
    const [before, now] = [one.get(field), other.get(field)];
    if (before === now) return [];
    return {
      field,
      ...(before === undefined ? {} : { recorded: shown(before, now) }),
      ...(now === undefined ? {} : { asked: shown(now, before) }),
    };
  });
}

/** Returns the distance of two values, 0 if equal. Missing fields count as 1. */
export function editDistance(recorded: JsonValue, asked: JsonValue): number {
  const [one, other] = [leaves(recorded), leaves(asked)];
  const fields = new Set([...one.keys(), ...other.keys()]);
  let distance = 0;
  for (const field of fields) {
    const [before, now] = [one.get(field), other.get(field)];
    if (before === now) continue;
    if (before === undefined || now === undefined) distance += 1;
    else distance += 1 - similarity(before, now);
  }
  return distance;
}

function similarity(one: string, other: string): number {
  const longest = Math.max(one.length, other.length);
  const start = commonStart(one, other);
  let end = 0;
  const most = Math.min(one.length, other.length) - start;
  while (end < most && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return (start + end) / (longest + 1);
}

function commonStart(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one.charAt(at) === other.charAt(at)) at += 1;
  return Math.min(at, other.length);
}

function leaves(value: JsonValue): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const walk = (item: JsonValue, path: string): void => {
    if (Array.isArray(item)) {
      for (const [index, one] of (item as readonly JsonValue[]).entries()) {
        walk(one, `${path}[${index}]`);
      }
    } else if (isObject(item) && Object.keys(item).length > 0) {
      for (const [name, one] of Object.entries(item)) {
        if (one !== undefined) walk(one, path === '' ? name : `${path}.${name}`);
      }
    } else found.set(path, typeof item === 'string' ? item : JSON.stringify(item));
  };
  walk(value, '');
  return found;
}

/** Returns the value, or an excerpt around the first difference if it's long. */
function shown(value: string, other: string | undefined): string {
  const text = value.replaceAll('\n', '⏎');
  if (text.length <= SHOWN) return text;
  const at = Math.max(0, commonStart(value, other ?? '') - SHOWN / 4);
  const part = text.slice(at, at + SHOWN);
  return `${at > 0 ? '…' : ''}${part}${at + SHOWN < text.length ? '…' : ''}`;
}
