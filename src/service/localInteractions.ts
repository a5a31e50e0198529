import { textAt } from '../base/json';
import type { JsonObject } from '../api/schema/row';
import { kindRow, NOTES } from '../catalog/kinds';
import { topCollection } from '../catalog/kindOperations';
import type { ResourceRef } from '../catalog/ref';
import { nameOfId } from '../catalog/resourceName';
import {
  type InteractionKey,
  type InteractionRecord,
  type Interactions,
  type InteractionUpdate,
  storageTimes,
} from './interactions';
import type { Connections } from './connection';
import type { LoadedList, LocalLists, Store } from './store';

/** Interactions of this machine as a resource list. Fetched data updates the records. */
export class LocalInteractions implements LocalLists {
  readonly #interactions: Interactions;
  readonly #now: () => number;

  constructor(interactions: Interactions, now: () => number) {
    this.#interactions = interactions;
    this.#now = now;
  }

  async list({ kind, connection }: ResourceRef): Promise<LoadedList | undefined> {
    if (kindRow(kind).list !== 'local') return undefined;
    return { items: (await this.#interactions.list(connection)).map(listedInteraction) };
  }

  async listed(ref: ResourceRef, fetched: JsonObject): Promise<JsonObject> {
    if (kindRow(ref.kind).list !== 'local') return fetched;
    const key = keyOf(ref);
    const status = textAt(fetched, 'status');
    const seen = new Date(this.#now()).toISOString();
    await this.#interactions.change(key, { ...(status !== '' && { status }), seen });
    const record = await this.#interactions.find(key);
    return record ? listedInteraction(record) : fetched;
  }

  async removed(refs: readonly ResourceRef[]): Promise<void> {
    for (const ref of refs) {
      if (kindRow(ref.kind).list === 'local') await this.#interactions.forget(keyOf(ref));
    }
  }
}

function keyOf({ connection, name }: ResourceRef): InteractionKey {
  return { connection, id: name.replace(/^interactions\//, '') };
}

export function listedInteraction(record: InteractionRecord): JsonObject {
  const { id, created, status, model, agent, previous, environment } = record;
  const { title, steps, background, conversation, turn } = record;
  const kept = storageTimes(record);
  return {
    id,
    created,
    ...(status !== undefined && { status }),
    ...(model !== undefined && { model }),
    ...(agent !== undefined && { agent }),
    ...(previous !== undefined && { previous_interaction_id: previous }),
    ...(environment !== undefined && { environment_id: environment }),
    [NOTES]: {
      title,
      ...(steps !== undefined && { steps }),
      ...(background !== undefined && { background }),
      ...(conversation !== undefined && { conversation }),
      ...(turn !== undefined && { turn }),
      ...kept,
    },
  };
}

export function updateLoadedList(
  { key: { connection, id }, record }: InteractionUpdate,
  connections: Pick<Connections, 'find'>,
  store: Pick<Store, 'find' | 'invalidate' | 'merge' | 'peek' | 'remove'>,
): void {
  const found = connections.find(connection);
  const collection = found && topCollection('interaction', found);
  if (!collection || !store.peek(collection)) return;
  const { collection: _, ...place } = collection;
  const ref: ResourceRef = { ...place, name: nameOfId(collection, id) };
  const isListed = store.find(ref) !== undefined;
  if (record && isListed) store.merge(ref, listedInteraction(record));
  else if (record) store.invalidate(collection);
  else if (isListed) store.remove([ref]);
}
