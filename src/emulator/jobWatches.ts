import type { JsonObject } from '../api/schema/row';
import type { State, Stored } from './state';
import type { World } from './handlerContext';

type WatchedKind = 'interactions' | 'batches' | 'operations';

/** URLs to notify instead of the project's webhooks. */
interface Targets {
  readonly uris: readonly string[];
  readonly metadata?: JsonObject;
}

export interface Watch {
  readonly kind: WatchedKind;
  readonly name: string;
  readonly targets?: Targets;
}

const KIND = 'watches';

// Keyed by state, as catch-up runs use a world with another time.
const listeners = new WeakMap<State, () => void>();

export function watch(world: World, watched: Watch): void {
  const hidden = watched as unknown as Stored['hidden'];
  world.state.insert(KIND, { name: watched.name, parent: '', resource: {}, hidden });
  tell(world);
}

export function watches({ state }: World): readonly Watch[] {
  return state.list(KIND, '').map(({ hidden }) => hidden as unknown as Watch);
}

export function unwatch({ state }: World, { name }: Watch): void {
  state.remove(KIND, name);
}

export function tell({ state }: World): void {
  listeners.get(state)?.();
}

export function onTold({ state }: World, listener: () => void): void {
  listeners.set(state, listener);
}
