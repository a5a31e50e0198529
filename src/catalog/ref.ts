import type { Version } from '../api/versions';
import type { KindId } from './kinds';

/**
 * Where a resource, or a collection of them, is: how rooms hand nodes to each other. Everything that is
 * needed to fetch it again.
 */
export interface ResourceRef {
  /** Connection id. */
  readonly connection: string;
  readonly version: Version;
  readonly kind: KindId;
  /** Resource name, such as `models/x`; for a collection its parent's name, empty at the top. */
  readonly name: string;
  readonly collection?: true;
}

/**
 * The same text for the same resource or collection, and only for that. Names may come from a stranger:
 * what tells a collection apart stands before them.
 */
export function refKey(ref: ResourceRef): string {
  const where = `${ref.connection}/${ref.version}`;
  return ref.collection ? `${where}[${ref.kind}]/${ref.name}` : `${where}/${ref.name}`;
}

/** The collection that a resource is listed in; everything at the top, and general operations, in one without a parent. */
export function collectionRef({ connection, version, kind, name }: ResourceRef): ResourceRef {
  const steps = name.split('/');
  const parent = kind === 'operation' ? '' : steps.slice(0, -2).join('/');
  return { connection, version, kind, name: parent, collection: true };
}
