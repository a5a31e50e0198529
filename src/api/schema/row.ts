import type { JsonObject, JsonValue } from '../../base/json';
import type { Status } from '../status';
import { type Edition, isInEdition, type Version, type VersionSet, versionOf } from '../versions';

export type { JsonObject, JsonValue };

/** TypeScript types of scalars in field rows. 64-bit integers are strings in JSON. */
export interface Scalars {
  readonly string: string;
  readonly int32: number;
  readonly int64: string;
  readonly float: number;
  readonly double: number;
  readonly bool: boolean;
  readonly bytes: string;
  /** RFC 3339, UTC. */
  readonly timestamp: string;
  /** Seconds with suffix, such as `0.900s`. */
  readonly duration: string;
  readonly fieldMask: string;
  readonly json: JsonValue;
  readonly struct: JsonObject;
  /** Message of any type, named by `@type`. */
  readonly any: JsonObject & { readonly '@type': string };
}

export type ScalarName = keyof Scalars;

export interface FieldRow {
  /** Name of a scalar, message, or enum. */
  readonly type: string;
  readonly repeated?: true;
  /** Map with values of this type. */
  readonly map?: true;
  /** Required, optionally only in some versions. */
  readonly required?: true | VersionSet;
  /** Set by the API, never sent by clients. */
  readonly outputOnly?: true;
  /** Accepted by the API, never returned. */
  readonly inputOnly?: true;
  /**
   * Redacted in logs, views, and exports: the complete value, or for `query` the user info and query values of a
   * URL.
   */
  readonly secret?: true | 'query';
  readonly reaches?: Reaches;
  readonly immutable?: true;
  /** Taken from the URL if the message is the body; nested messages contain the field. */
  readonly pathBound?: true;
  /** A nested request that runs after the call; path-bound fields may be absent as in a body. */
  readonly lent?: true;
  /** Distinguishes absent from the default value. */
  readonly presence?: true;
  /** Fixed value that identifies the message in a union. */
  readonly const?: string;
  /** Name of the oneof; at most one member may be set. */
  readonly oneof?: string;
  /** Set if not in all versions of the message. */
  readonly versions?: VersionSet;
  readonly limits?: Limits;
  readonly doc?: string;
  /** Lifecycle status, if not stable. */
  readonly status?: Status;
  readonly differs?: { readonly [V in Version]?: FieldDifference };
}

/** Documented limits of a field. Limits that the API doesn't enforce are only in `doc`. */
export interface Limits extends ValueLimits {
  /** Field of the model resource with the maximum. */
  readonly modelMaximum?: 'maxTemperature' | 'outputTokenLimit';
  /** In tokens, which only the API counts exactly. */
  readonly maxTokens?: number;
  /** Maximum size in bytes of the file described by or stored in the field. */
  readonly maxBytes?: number;
  /** Recommended minimum of items; the API accepts fewer. */
  readonly advisedItems?: number;
  /** Pattern of a client-defined ID, as the last name segment or alone. */
  readonly idPattern?: string;
}

/** Limits that can be checked on a value alone, named as in JSON Schema. */
export interface ValueLimits {
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly maxItems?: number;
}

/** Overrides for one version. A null oneof removes the membership. */
interface FieldDifference extends Pick<FieldRow, 'limits' | 'doc' | 'status'> {
  readonly oneof?: string | null;
}

/**
 * Type of external access: URL, credential, code execution, or search. Requests from files need the user's
 * permission for each.
 */
export type Reaches = 'address' | 'credential' | 'code' | 'search';

/** A message with fields by JSON name, in API order. */
export interface MessageRow {
  readonly versions: VersionSet;
  /** Maximum number of resources: corpora per project, documents or chunks per corpus. */
  readonly most?: number;
  /** `snake`: only snake_case names on the wire. Default: camelCase, and snake_case is accepted. */
  readonly case?: 'snake';
  /** Accepts unknown fields. */
  readonly open?: true;
  /** External access of requests with this message, regardless of its fields. */
  readonly reaches?: Reaches;
  readonly fields: { readonly [name: string]: FieldRow };
}

/** An enum: values with numbers, both accepted by the API; null if unpublished. */
export interface EnumRow {
  readonly versions: VersionSet;
  readonly values: { readonly [name: string]: number | null };
  readonly only?: { readonly [name: string]: VersionSet };
  /** Accepts undocumented values. */
  readonly open?: true;
}

/** A union, discriminated by JSON type, by a `const` field (`by`), or by the presence of a field (`has`). */
export interface UnionRow {
  readonly versions: VersionSet;
  /** Names of scalars, messages, enums, or unions, or a list of one. */
  readonly oneOf: readonly (string | { readonly list: string })[];
  readonly by?: string;
  /** Discriminating fields, one per type in order; exactly one is set. */
  readonly has?: readonly string[];
}

export type TypeRow = MessageRow | EnumRow | UnionRow;
export interface MessageFamily {
  readonly [name: string]: TypeRow;
}

/** Whether a field or parameter is required in a version. */
export function requiredIn({ required }: Pick<FieldRow, 'required'>, version: Edition): boolean {
  return required === true || (required !== undefined && isInEdition(required, version));
}

/** Whether the version documents the field, so that clients may send it. */
export function isDocumented(field: FieldRow, version: Edition): boolean {
  return (
    isInEdition(field.versions, version) && fieldIn(field, version).status?.stage !== 'unconfirmed'
  );
}

/** Returns a field with its overrides for a version. */
export function fieldIn(field: FieldRow, version: Edition): FieldRow {
  const difference = field.differs?.[versionOf(version)];
  if (!difference) return field;
  const { oneof: usual, ...rest } = field;
  const { oneof = usual, ...others } = difference;
  return { ...rest, ...others, ...(typeof oneof === 'string' ? { oneof } : {}) };
}
