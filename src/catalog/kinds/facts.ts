import { localTime, timeLeft } from '../../base/format';
import { isObject, items, objectAt, textAt } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import type { Badge, KindRow, TooltipRow } from '../kindRow';
import { text, type Text } from '../text';

/** Marks what the server has deleted since it was listed. */
export const ENDED: Badge = { text: '!', spoken: text('deleted by the server') };

/** Builds tooltip rows. Missing values and unexpected types are omitted. */
export class Facts {
  readonly rows: TooltipRow[] = [];

  add(label: string, value: unknown): this {
    const isShown = typeof value === 'number' || (typeof value === 'string' && value !== '');
    if (isShown) this.rows.push({ label: text(label), value: text('{0}', shownTime(value)) });
    return this;
  }

  tell(label: string, value: Text | undefined): this {
    if (value) this.rows.push({ label: text(label), value });
    return this;
  }
}

/** Facts of a resource in the order of its row, without those that are unknown. */
export type Parts = readonly (Text | undefined)[];

/**
 * Returns the columns that tell these facts, in a row and for screen readers.
 * @param partsOf `now` is in ms since 1970; undefined if times can't be relative
 */
export function toldBy(
  partsOf: (resource: JsonObject, isSpoken: boolean, now?: number) => Parts,
): Pick<KindRow, 'description' | 'spoken'> {
  return {
    description: (resource, now) => joined(partsOf(resource, false, now), ' · '),
    spoken: (resource, now) => joined(partsOf(resource, true, now), ', '),
  };
}

export function displayLabel(resource: JsonObject): string {
  return textAt(resource, 'displayName').trim() || lastId(resource);
}

export function lastId(resource: JsonObject): string {
  return textAt(resource, 'name').split('/').at(-1) ?? '';
}

/** Returns a local date such as `2026-01-31`. Undefined if invalid. */
export function dayOf(resource: JsonObject, field: string): string | undefined {
  const time = textAt(resource, field);
  return /^\d{4}-\d\d-\d\dT/.test(time) ? shownTime(time).slice(0, 10) : undefined;
}

/** Parses a timestamp into ms since 1970. Undefined if invalid. */
export function timeAt(resource: JsonObject, field: string): number | undefined {
  const time = Date.parse(textAt(resource, field));
  return Number.isNaN(time) ? undefined : time;
}

/** Returns the time left in ms. Undefined if unknown. */
export function leftUntil(
  resource: JsonObject,
  field: string,
  now: number | undefined,
): number | undefined {
  const time = timeAt(resource, field);
  return time === undefined || now === undefined ? undefined : time - now;
}

export function endFact(
  resource: JsonObject,
  field: string,
  now: number | undefined,
): Text | undefined {
  const told = textAt(resource, field);
  if (told === '') return undefined;
  const left = leftUntil(resource, field, now);
  const time = text('{0}', shownTime(told));
  return joined([time, left === undefined ? undefined : timeLeft(left, true)], ', ');
}

/** Formats custom metadata, such as `author: Ida, year: 2022`. */
export function metadataLine(resource: JsonObject): string {
  return items(resource.customMetadata)
    .map((entry) => {
      const row = isObject(entry) ? entry : {};
      const list = items(objectAt(row, 'stringListValue').values).join(' | ');
      const number = typeof row.numericValue === 'number' ? String(row.numericValue) : '';
      return `${textAt(row, 'key')}: ${textAt(row, 'stringValue') || list || number}`;
    })
    .join(', ');
}

/** Looks up a state, which may be any untrusted string. */
export function wordsOf<W>(words: { readonly [state: string]: W }, state: string): W | undefined {
  return Object.hasOwn(words, state) ? words[state] : undefined;
}

/** Joins texts with a separator, skipping undefined ones. */
export function joined(parts: Parts, separator: string): Text | undefined {
  const present = parts.filter((part) => part !== undefined);
  if (present.length === 0) return undefined;
  const args = present.flatMap((part) => part.args);
  let place = 0;
  const messages = present.map(({ message }) => message.replace(/\{\d+\}/g, () => `{${place++}}`));
  return text(messages.join(separator), ...args);
}

export function shownTime<T>(value: T): T | string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return value;
  const at = Date.parse(value);
  return Number.isNaN(at) ? value : localTime(at);
}
