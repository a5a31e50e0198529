import type { JsonObject } from '../../api/schema/row';
import { kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import { plainText } from '../../platform/plainText';
import type { Room } from '../room';

/** Characters of a label within a sentence. */
const SHORT = 60;

/** How the tree calls a resource, short enough for a sentence; its name where it is not loaded. */
export function labelOf({ services }: Room, ref: ResourceRef, loaded?: JsonObject): string {
  const resource = loaded ?? services.store.find(ref);
  const label = plainText(resource ? kindRow(ref.kind).label(resource) : ref.name);
  return label.length > SHORT ? `${label.slice(0, SHORT)}…` : label;
}
