import { type Edition, isInEdition } from '../versions';
import { findMessage, type MessageName, type Messages } from './messages';
import { toSnakeCase } from './scalars';
import {
  fieldIn,
  type FieldRow,
  type JsonObject,
  type JsonValue,
  type Limits,
  type ValueLimits,
} from './row';
import { messageOf, messagesIn } from './union';
import type { Violation } from './validate';

export type FieldOf<N extends MessageName> = Messages[N] extends { readonly fields: infer F }
  ? keyof F & string
  : never;

const NONE: Limits = {};
const MAX_PROBLEMS = 100;

export function fieldLimits<N extends MessageName>(
  message: N,
  field: FieldOf<N>,
  version: Edition = 'v1beta',
): Limits {
  const row = fieldRow(message, field);
  return (row && fieldIn(row, version).limits) ?? NONE;
}

export function isWhole<N extends MessageName>(message: N, field: FieldOf<N>): boolean {
  return fieldRow(message, field)?.type === 'int32';
}

function fieldRow(message: MessageName, field: string): FieldRow | undefined {
  return findMessage(message)?.fields[field];
}

export function valueRange<N extends MessageName>(
  message: N,
  field: FieldOf<N>,
  version?: Edition,
): readonly [least: number, most: number] {
  const { minimum = -Infinity, maximum = Infinity } = fieldLimits(message, field, version);
  return [minimum, maximum];
}

/** Returns the documented maximum number of characters. */
export function maxLength<N extends MessageName>(message: N, field: FieldOf<N>): number {
  return fieldLimits(message, field).maxLength ?? Infinity;
}

/** Returns the documented maximum number of items. */
export function maxItems<N extends MessageName>(message: N, field: FieldOf<N>): number {
  return fieldLimits(message, field).maxItems ?? Infinity;
}

/** Returns the maximum number of resources per project or corpus. */
export function maxResources(message: MessageName): number {
  return findMessage(message)?.most ?? Infinity;
}

/** Counts code points, not UTF-16 units. Counting is slow, so it's skipped if the text can't exceed `most`. */
export function textLength(text: string, most = Infinity): number {
  return text.length <= most ? text.length : Array.from(text).length;
}

/**
 * Returns the first 100 violations of published limits in a parsed message, in message order. Counts code points,
 * not UTF-16 units.
 */
export function limitProblems(
  message: MessageName,
  version: Edition,
  value: JsonObject,
): readonly Violation[] {
  const found: Violation[] = [];
  collect(message, version, value, '', found);
  return found;
}

function collect(
  message: string,
  version: Edition,
  value: JsonObject,
  path: string,
  found: Violation[],
): void {
  const { row } = messageOf(message, value) ?? {};
  for (const [name, plain] of Object.entries(row?.fields ?? {})) {
    if (found.length >= MAX_PROBLEMS) return;
    const json = value[name];
    if (json === undefined || json === null || !isInEdition(plain.versions, version)) continue;
    const field = fieldIn(plain, version);
    const at = `${path === '' ? '' : `${path}.`}${toSnakeCase(name)}`;
    const description = problemOf(field.limits ?? NONE, json);
    if (description !== undefined) found.push({ field: at, description });
    for (const [step, type, item] of messagesIn(field, json)) {
      collect(type, version, item, `${at}${step}`, found);
    }
  }
}

function problemOf(limits: ValueLimits, json: JsonValue): string | undefined {
  if (Array.isArray(json)) return itemProblem(limits, json.length);
  if (typeof json === 'number') return numberProblem(limits, json);
  return typeof json === 'string' ? textProblem(limits, json) : undefined;
}

function itemProblem({ maxItems }: ValueLimits, count: number): string | undefined {
  if (maxItems === undefined || count <= maxItems) return undefined;
  return `must have at most ${maxItems} entries, and has ${count}`;
}

function numberProblem(
  { minimum, exclusiveMinimum, maximum }: ValueLimits,
  value: number,
): string | undefined {
  if (minimum !== undefined && value < minimum)
    return `must be at least ${minimum}, and is ${value}`;
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) {
    return `must be above ${exclusiveMinimum}, and is ${value}`;
  }
  if (maximum === undefined || value <= maximum) return undefined;
  return `must be at most ${maximum}, and is ${value}`;
}

function textProblem(
  { maxLength, pattern, enum: values }: ValueLimits,
  text: string,
): string | undefined {
  if (text === '') return undefined;
  const length = textLength(text, maxLength);
  if (maxLength !== undefined && length > maxLength) {
    return `must have at most ${maxLength} characters, and has ${length}`;
  }
  if (values && !values.includes(text)) return `must be one of ${values.join(', ')}`;
  // Safe: only linear-time patterns from the tables.
  if (pattern === undefined || new RegExp(pattern, 'u').test(text)) return undefined;
  return `must have the form ${pattern}`;
}
