import { operationRow } from '../../api/operations';
import type { JsonObject } from '../../api/schema/row';
import { canDo, kindOperations } from '../../catalog/kindOperations';
import { kindRow, type KindId } from '../../catalog/kinds';
import { refKey, type ResourceRef } from '../../catalog/ref';
import type { Store } from '../../service/store';

/** A resource that is to be deleted. */
export interface Removal {
  readonly ref: ResourceRef;
  /** As its row shows it. From elsewhere: not made plain yet. */
  readonly label: string;
  /** What is loaded of it. */
  readonly resource?: JsonObject;
}

/** What is to be deleted, by how that is asked for. */
export interface RemovalPlan {
  /** They have nothing below them. */
  readonly leaves: readonly Removal[];
  /** All below them would go too. */
  readonly containers: readonly Removal[];
  /** Their whole name is asked for: what made them can't be had again. */
  readonly named: readonly Removal[];
  /** The service does not let these be deleted. */
  readonly refused: readonly Removal[];
}

/** Sorts what was chosen. What lies below something else that was chosen goes with it, and is left out. */
export function planRemoval(targets: readonly ResourceRef[], store: Store): RemovalPlan {
  const unique = new Map(targets.map((ref) => [refKey(ref), ref]));
  const chosen = [...unique.values()].filter((ref) => isDeletable(ref) && !isBelow(ref, unique));
  const removals = chosen.map((ref) => describe(ref, store.find(ref)));
  const isNamed = ({ ref }: Removal): boolean => kindRow(ref.kind).deletedByName ?? false;
  const isRefused = ({ ref, resource }: Removal): boolean =>
    resource !== undefined && (kindRow(ref.kind).refuses?.(resource).includes('delete') ?? false);
  const allowed = removals.filter((removal) => !isRefused(removal));
  const others = allowed.filter((removal) => !isNamed(removal));
  return {
    leaves: others.filter(({ ref }) => !takesForce(ref.kind)),
    containers: others.filter(({ ref }) => takesForce(ref.kind)),
    named: allowed.filter(isNamed),
    refused: removals.filter(isRefused),
  };
}

export function describe(ref: ResourceRef, resource: JsonObject | undefined): Removal {
  if (!resource) return { ref, label: ref.name };
  return { ref, label: kindRow(ref.kind).label(resource), resource };
}

function isDeletable({ kind, version, collection }: ResourceRef): boolean {
  return collection === undefined && canDo(kind, 'delete', version);
}

function takesForce(kind: KindId): boolean {
  const id = kindOperations(kind).delete;
  return id !== undefined && operationRow(id).query?.force !== undefined;
}

function isBelow(ref: ResourceRef, chosen: ReadonlyMap<string, ResourceRef>): boolean {
  const steps = ref.name.split('/');
  for (let length = steps.length - 2; length > 0; length -= 2) {
    const parent = steps.slice(0, length).join('/');
    if (chosen.has(refKey({ ...ref, name: parent }))) return true;
  }
  return false;
}
