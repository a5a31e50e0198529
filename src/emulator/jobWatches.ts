import type { JsonObject } from '../api/schema/row';
import type { State, Stored } from './state';
import type { HandlerContext } from './handlerContext';

type WatchableKind = 'interactions' | 'batches' | 'operations';

/** URLs to notify instead of the project's webhooks. */
interface Targets {
  readonly uris: readonly string[];
  readonly metadata?: JsonObject;
}

export interface JobWatch {
  readonly kind: WatchableKind;
  readonly name: string;
  readonly targets?: Targets;
}

const KIND = 'watches';

// Keyed by state, as catch-up runs use a world with another time.
const listeners = new WeakMap<State, () => void>();

export function watchJob(world: HandlerContext, watched: JobWatch): void {
  const hidden = watched as unknown as Stored['hidden'];
  world.state.insert(KIND, { name: watched.name, parent: '', resource: {}, hidden });
  notifyJobChange(world);
}

export function pendingWatches({ state }: HandlerContext): readonly JobWatch[] {
  return state.list(KIND, '').map(({ hidden }) => hidden as unknown as JobWatch);
}

export function removeWatch({ state }: HandlerContext, { name }: JobWatch): void {
  state.remove(KIND, name);
}

export function notifyJobChange({ state }: HandlerContext): void {
  listeners.get(state)?.();
}

export function onJobChange({ state }: HandlerContext, listener: () => void): void {
  listeners.set(state, listener);
}
