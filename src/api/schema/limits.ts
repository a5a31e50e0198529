import { type Edition, holdsIn } from '../versions';
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

/** A field of a message. */
export type FieldOf<N extends MessageName> = Messages[N] extends { readonly fields: infer F }
  ? keyof F & string
  : never;

const NONE: Limits = {};
/** Of what is beyond its limits only so much is told. */
const MAX_PROBLEMS = 100;

/** What the documents allow for a field of a message. */
export function limitsOf<N extends MessageName>(
  message: N,
  field: FieldOf<N>,
  version: Edition = 'v1beta',
): Limits {
  const row = fieldRow(message, field);
  return (row && fieldIn(row, version).limits) ?? NONE;
}

/** Whether a number of a message has no fraction. */
export function isWhole<N extends MessageName>(message: N, field: FieldOf<N>): boolean {
  return fieldRow(message, field)?.type === 'int32';
}

function fieldRow(message: MessageName, field: string): FieldRow | undefined {
  return findMessage(message)?.fields[field];
}

/** The range that the documents give for a number; without ends where they give none. */
export function rangeOf<N extends MessageName>(
  message: N,
  field: FieldOf<N>,
  version?: Edition,
): readonly [least: number, most: number] {
  const { minimum = -Infinity, maximum = Infinity } = limitsOf(message, field, version);
  return [minimum, maximum];
}

/** The most characters that the documents allow for a text. */
export function longestOf<N extends MessageName>(message: N, field: FieldOf<N>): number {
  return limitsOf(message, field).maxLength ?? Infinity;
}

/** The most items that the documents allow for a list. */
export function mostOf<N extends MessageName>(message: N, field: FieldOf<N>): number {
  return limitsOf(message, field).maxItems ?? Infinity;
}

/** The most resources of a message in its project or corpus. */
export function mostResources(message: MessageName): number {
  return findMessage(message)?.most ?? Infinity;
}

/** Characters of a text, not UTF-16 units; counted, which is slow, only where there may be more than `most`. */
export function lengthOf(text: string, most = Infinity): number {
  return text.length <= most ? text.length : Array.from(text).length;
}

/**
 * What of a message that could be read is beyond the published limits, the first 100, in the order of the message.
 * Characters are counted, not UTF-16 units.
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
    if (json === undefined || json === null || !holdsIn(plain.versions, version)) continue;
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
  const length = lengthOf(text, maxLength);
  if (maxLength !== undefined && length > maxLength) {
    return `must have at most ${maxLength} characters, and has ${length}`;
  }
  if (values && !values.includes(text)) return `must be one of ${values.join(', ')}`;
  // Only patterns of the tables, which look at each character once.
  if (pattern === undefined || new RegExp(pattern, 'u').test(text)) return undefined;
  return `must have the form ${pattern}`;
}
