import type { JsonObject, JsonValue } from '../../base/json';
import type { Version } from '../versions';

export type { JsonObject, JsonValue };

/** TypeScript types of the scalar kinds, by the name a field row uses. 64-bit numbers travel as strings. */
export interface Scalars {
  readonly string: string;
  readonly int32: number;
  readonly int64: string;
  readonly float: number;
  readonly double: number;
  readonly bool: boolean;
  /** Base64. */
  readonly bytes: string;
  /** RFC 3339, UTC. */
  readonly timestamp: string;
  /** Seconds with an `s`, such as `0.900s`. */
  readonly duration: string;
  readonly fieldMask: string;
  readonly json: JsonValue;
  readonly struct: JsonObject;
  /** A message of any type, which it names itself. */
  readonly any: JsonObject & { readonly '@type': string };
}

export type ScalarName = keyof Scalars;

/** A field of a message. */
export interface FieldRow {
  /** A scalar kind, or the name of a message or an enumeration. */
  readonly type: string;
  readonly repeated?: true;
  /** An object whose values have the type. */
  readonly map?: true;
  /** Needed; where only some versions need it, these. */
  readonly required?: true | readonly Version[];
  /** Set by the service; a client never sends it. */
  readonly outputOnly?: true;
  /** Taken by the service, never given back. */
  readonly inputOnly?: true;
  /** Set when the thing is created, never changed. */
  readonly immutable?: true;
  /** Filled from the URL where its message is the body itself; an inner message carries it. */
  readonly pathBound?: true;
  /** A request of its own that goes on after the call: what the URL carries need not be in it, as where it is the body. */
  readonly lent?: true;
  /** Absent and default value are different things. */
  readonly presence?: true;
  /** The oneof it is a member of: at most one member may be set. */
  readonly oneof?: string;
  /** Where it is not in every version of its message. */
  readonly versions?: readonly Version[];
  readonly limits?: Limits;
  /** One sentence for hovers and forms. */
  readonly doc?: string;
  /** How the service stands behind it, where it is not simply there. */
  readonly status?: FieldStatus;
  /** What some versions document otherwise. */
  readonly differs?: { readonly [V in Version]?: FieldDifference };
}

/**
 * What is to be known of a field before it is used: the service still takes what is deprecated; what is unconfirmed in a
 * version only clients are known to send there, and we don't by ourselves.
 */
export interface FieldStatus {
  readonly stage: 'deprecated' | 'unconfirmed';
  /** The day from which on it holds, as `2026-07-21`; absent where nobody says. */
  readonly since?: string;
  /** What takes its place: another field of its message, or of one within it. */
  readonly successor?: string;
  /** Where this was read, and of which day that is. */
  readonly source: string;
}

/**
 * What the documents allow of a field. Those that the service publishes without refusing what is beyond them, as far
 * as is known, stand in the field's `doc` only.
 */
export interface Limits extends ValueLimits {
  /** The field of the model's own row that says how large the number may be with that model. */
  readonly modelMaximum?: 'maxTemperature' | 'outputTokenLimit';
  /** Most tokens of a text; only the service counts them exactly. */
  readonly maxTokens?: number;
  /** Most bytes of the file that the number is the size of, or that the field is filled from. */
  readonly maxBytes?: number;
  /** So many items the documents advise at least; the service takes fewer. */
  readonly advisedItems?: number;
  /** Shape of the id that a client may choose, as the last segment of the name or alone. */
  readonly idPattern?: string;
}

/**
 * What can be checked of a value alone, by the names that JSON Schema has for it: of a number its range, of a text the
 * most characters, its shape or the values to choose from, of a list the most items.
 */
export interface ValueLimits {
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly maxItems?: number;
}

/** How a field is in one version, where it is not as in the others. A oneof of null: it is a member of none. */
export interface FieldDifference extends Pick<FieldRow, 'limits' | 'doc' | 'status'> {
  readonly oneof?: string | null;
}

/** A message: its fields by their JSON name, in the service's order. */
export interface MessageRow {
  readonly versions: readonly Version[];
  /** Most resources of this message: corpora of a project, documents of a corpus, chunks of a corpus. */
  readonly most?: number;
  readonly fields: { readonly [name: string]: FieldRow };
}

/** An enumeration: value names with their numbers, both of which the service accepts; null where none is published. */
export interface EnumRow {
  readonly versions: readonly Version[];
  readonly values: { readonly [name: string]: number | null };
  /** Values that are not in every version. */
  readonly only?: { readonly [name: string]: readonly Version[] };
}

export type TypeRow = MessageRow | EnumRow;
export interface MessageFamily {
  readonly [name: string]: TypeRow;
}

/** Whether a version of the service needs a field of a message, or a parameter of an operation. */
export function requiredIn({ required }: Pick<FieldRow, 'required'>, version: Version): boolean {
  return required === true || (required?.includes(version) ?? false);
}

/** The status of a field that the service's own document of v1beta flags as deprecated. */
export function deprecated(successor?: string): FieldStatus {
  const source = 'discovery document of 2026-08-22';
  return { stage: 'deprecated', ...(successor === undefined ? {} : { successor }), source };
}

/** The status in v1 of a field that its documents leave out, and that Google's JavaScript SDK sends there. */
export function unconfirmed(): FieldStatus {
  return { stage: 'unconfirmed', source: '@google/genai 3.1.0 of 2026-11-10' };
}

/** A field as a version has it. */
export function fieldIn(field: FieldRow, version: Version): FieldRow {
  const difference = field.differs?.[version];
  if (!difference) return field;
  const { oneof: usual, ...rest } = field;
  const { oneof = usual, ...others } = difference;
  return { ...rest, ...others, ...(typeof oneof === 'string' ? { oneof } : {}) };
}
