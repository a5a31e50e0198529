import type { JsonObject } from '../api/schema/row';
import type { State, Stored } from './state';
import type { World } from './world';

/** What goes on for a while, by the collection of its name. */
type WatchedKind = 'interactions' | 'batches' | 'operations';

/** Addresses that are told of the end of one thing, in place of the project's webhooks. */
interface Targets {
  readonly uris: readonly string[];
  /** Comes with what they are told. */
  readonly metadata?: JsonObject;
}

/** Something that goes on, and whose end somebody may want to be told of. */
export interface Watch {
  readonly kind: WatchedKind;
  /** With its collection. */
  readonly name: string;
  readonly targets?: Targets;
}

const KIND = 'watches';

// Of the state and not of the world, because what is made up for later is done in a world of another time.
const listeners = new WeakMap<State, () => void>();

/** Remembers that something goes on, until it is told of. */
export function watch(world: World, watched: Watch): void {
  const hidden = watched as unknown as Stored['hidden'];
  world.state.insert(KIND, { name: watched.name, parent: '', resource: {}, hidden });
  tell(world);
}

/** All that goes on, as far as nobody was told of its end. */
export function watches({ state }: World): readonly Watch[] {
  return state.list(KIND, '').map(({ hidden }) => hidden as unknown as Watch);
}

export function unwatch({ state }: World, { name }: Watch): void {
  state.remove(KIND, name);
}

/** Something that is watched goes faster, is stopped or was added, or there is something to send. */
export function tell({ state }: World): void {
  listeners.get(state)?.();
}

/** @param listener is called wherever something calls `tell`. */
export function onTold({ state }: World, listener: () => void): void {
  listeners.set(state, listener);
}
