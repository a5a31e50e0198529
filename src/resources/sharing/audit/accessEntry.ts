import type { JsonObject } from '../../../api/schema/row';
import type { ResourceRef } from '../../../catalog/ref';

/** A resource that can be shared, with its permissions once they are read. */
export interface AccessEntry {
  readonly ref: ResourceRef;
  readonly label: string;
  readonly permissions: readonly JsonObject[];
  /** Why its permissions can't be read. */
  readonly failure?: string;
}

/** What an audit knows at some moment. */
export interface AccessState {
  /** Of the connection. */
  readonly title: string;
  readonly phase: 'reading' | 'read' | 'cancelled';
  readonly entries: readonly AccessEntry[];
  /** How many of the resources were looked at. */
  readonly read: number;
  /** Lists of resources that could not be read: what they are of, and why. */
  readonly unlisted: readonly { readonly label: string; readonly reason: string }[];
  readonly isEveryoneOnly: boolean;
  /** What could not be revoked, by the permissions' names, and why. */
  readonly kept: ReadonlyMap<string, string>;
}
