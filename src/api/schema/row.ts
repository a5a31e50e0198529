import type { JsonObject, JsonValue } from '../../base/json';
import type { Status } from '../status';
import { type Edition, holdsIn, type Version, type VersionSet, versionOf } from '../versions';

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
  readonly required?: true | VersionSet;
  /** Set by the service; a client never sends it. */
  readonly outputOnly?: true;
  /** Taken by the service, never given back. */
  readonly inputOnly?: true;
  /**
   * Shown by no log and no view of what was sent, and left out of text that leaves the window: its whole value, or, of a
   * URL, the user and the values of its query.
   */
  readonly secret?: true | 'query';
  /** How a request with this field reaches out. */
  readonly reaches?: Reaches;
  /** Set when the thing is created, never changed. */
  readonly immutable?: true;
  /** Filled from the URL where its message is the body itself; an inner message carries it. */
  readonly pathBound?: true;
  /** A request of its own that goes on after the call: what the URL carries need not be in it, as where it is the body. */
  readonly lent?: true;
  /** Absent and default value are different things. */
  readonly presence?: true;
  /** The one word that it has: it tells its message from the others of a union. */
  readonly const?: string;
  /** The oneof it is a member of: at most one member may be set. */
  readonly oneof?: string;
  /** Where it is not in every version of its message. */
  readonly versions?: VersionSet;
  readonly limits?: Limits;
  /** One sentence for hovers and forms. */
  readonly doc?: string;
  /** How the service stands behind it, where it is not simply there. */
  readonly status?: Status;
  /** What some versions document otherwise. */
  readonly differs?: { readonly [V in Version]?: FieldDifference };
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
interface FieldDifference extends Pick<FieldRow, 'limits' | 'doc' | 'status'> {
  readonly oneof?: string | null;
}

/**
 * How a request reaches beyond the model: it names an address, uses a credential, runs code, or searches the web or
 * stored data. The user allows it before a request from a file is sent.
 */
export type Reaches = 'address' | 'credential' | 'code' | 'search';

/** A message: its fields by their JSON name, in the service's order. */
export interface MessageRow {
  readonly versions: VersionSet;
  /** Most resources of this message: corpora of a project, documents of a corpus, chunks of a corpus. */
  readonly most?: number;
  /**
   * How its fields are named on the wire, where they have one name only: `snake` is `event_id`. Absent: `eventId`, and
   * `event_id` is taken too.
   */
  readonly case?: 'snake';
  /** Takes fields of any name besides. */
  readonly open?: true;
  /** How a request with this message reaches out, whatever its fields add to that. */
  readonly reaches?: Reaches;
  readonly fields: { readonly [name: string]: FieldRow };
}

/** An enumeration: value names with their numbers, both of which the service accepts; null where none is published. */
export interface EnumRow {
  readonly versions: VersionSet;
  readonly values: { readonly [name: string]: number | null };
  /** Values that are not in every version. */
  readonly only?: { readonly [name: string]: VersionSet };
  /** Takes words besides that its documents do not name. */
  readonly open?: true;
}

/**
 * One of several types. Their kinds of JSON tell them apart, and messages a field that has another word (`const`) in
 * each, or, where it is named here, fields of which each has one.
 */
export interface UnionRow {
  readonly versions: VersionSet;
  /** A scalar kind, or the name of a message, an enumeration or another union; or a list of one. */
  readonly oneOf: readonly (string | { readonly list: string })[];
  /** The field with the word. */
  readonly by?: string;
  /** Fields, one for each type in their order, of which a value has exactly one. */
  readonly has?: readonly string[];
}

export type TypeRow = MessageRow | EnumRow | UnionRow;
export interface MessageFamily {
  readonly [name: string]: TypeRow;
}

/** Whether a version of the service needs a field of a message, or a parameter of an operation. */
export function requiredIn({ required }: Pick<FieldRow, 'required'>, version: Edition): boolean {
  return required === true || (required !== undefined && holdsIn(required, version));
}

/** Whether a client sends a field by itself: its version has it, and documents of the service say so. */
export function isDocumented(field: FieldRow, version: Edition): boolean {
  return (
    holdsIn(field.versions, version) && fieldIn(field, version).status?.stage !== 'unconfirmed'
  );
}

/** A field as a version has it. */
export function fieldIn(field: FieldRow, version: Edition): FieldRow {
  const difference = field.differs?.[versionOf(version)];
  if (!difference) return field;
  const { oneof: usual, ...rest } = field;
  const { oneof = usual, ...others } = difference;
  return { ...rest, ...others, ...(typeof oneof === 'string' ? { oneof } : {}) };
}
