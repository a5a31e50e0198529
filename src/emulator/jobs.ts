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

interface Stretch {
  /** Start in ms since 1970. */
  readonly at: number;
  /** Number of steps done at the start. May be a fraction. */
  readonly step: number;
  /** Steps per second of emulator time. 0: paused. */
  readonly rate: number;
}

export type Pace = readonly [Stretch, ...Stretch[]];

// Tolerance for rounding errors, in ms and steps.
const EPSILON = 1e-6;

export function stepsAt(pace: Pace, time: number): number {
  const { at, step, rate } = pace.findLast((stretch) => stretch.at <= time) ?? pace[0];
  return step + (Math.max(0, time - at) / 1000) * rate + EPSILON;
}

/** Returns the time of a step in ms since 1970. `Infinity` if never. */
export function timeOf(pace: Pace, wanted: number): number {
  const { at, step, rate } = pace.findLast((stretch) => stretch.step < wanted) ?? pace[0];
  return rate === 0 ? Infinity : at + Math.ceil(((wanted - step) / rate) * 1000 - EPSILON);
}

/** Returns the pace with a new rate from a time on. Keeps the past. */
export function withRate(pace: Pace, time: number, rate: number): Pace {
  const [first, ...others] = pace;
  const before = others.filter(({ at }) => at < time);
  return [first, ...before, { at: time, step: stepsAt(pace, time) - EPSILON, rate }];
}
