import { accumulateInteraction } from '../../api/interactions/accumulate';
import type { JsonObject } from '../../api/schema/row';
import { textAt } from '../../base/json';
import type { HandlerContext } from '../handlerContext';
import { type Pace, pendingWatches, timeOf, watchJob, withRate } from '../jobs';
import { findRecord, nameIn, recordNotFound } from '../records';
import type { Stored } from '../state';
import { failedPrecondition } from '../status';
import { countTo, eventsOf, stoppedEvents, type TimedEvent } from './events';
import type { Head, Interaction, InteractionRequest, Run, Status, Step } from './run';

/** Output speed of background interactions, in tokens per second of emulator time. */
export const DEFAULT_INTERACTION_SPEED = 100;
/** Retention in days; default of the paid tier. */
export const DEFAULT_INTERACTION_DAYS = 55;
/** Delay in ms before a background interaction starts. */
export const QUEUE_TIME = 1000;

const DAY_MS = 24 * 60 * 60 * 1000;
const SETTING = 'interactions';

interface InteractionSettings {
  readonly tokensPerSecond: number;
  readonly days: number;
}

export function interactionSettings({ state }: HandlerContext): InteractionSettings {
  const { tokensPerSecond, days } = state.find('settings', SETTING)?.resource ?? {};
  return {
    tokensPerSecond:
      typeof tokensPerSecond === 'number' ? tokensPerSecond : DEFAULT_INTERACTION_SPEED,
    days: typeof days === 'number' ? days : DEFAULT_INTERACTION_DAYS,
  };
}

/** Returns the retention of interactions in ms. */
function retention(world: HandlerContext): number {
  return interactionSettings(world).days * DAY_MS;
}

/** Stored data of an interaction. Its progress at any time is computed from this. */
export interface StoredInteraction {
  readonly head: Head;
  readonly run: Run;
  readonly input: readonly Step[];
  /** The request. Its input is only a marker, as `input` has the content. */
  readonly asked: InteractionRequest;
  /** In ms since 1970. */
  readonly createdAt: number;
  readonly pace?: Pace;
  readonly cancelledAt?: number;
}

const KIND = 'interactions';

// Lower bound of the oldest creation time, to skip cleanup scans until an interaction can expire.
const oldest = new WeakMap<HandlerContext, number>();

function dropExpired(world: HandlerContext): void {
  const now = world.time.now();
  const limit = now - retention(world);
  if ((oldest.get(world) ?? -Infinity) > limit) return;
  const named = namedByRuns(world);
  for (let after = 0; ;) {
    const [stored] = world.state.list(KIND, '', { after, limit: 1 });
    const createdAt = stored ? keptOf(stored).createdAt : now;
    if (!stored || createdAt > limit) {
      oldest.set(world, createdAt);
      return;
    }
    after = stored.seq;
    if (!named.has(stored.name)) world.state.remove(KIND, stored.name);
  }
}

/** Returns the interactions of trigger runs, which compute their result later from the interaction. */
function namedByRuns({ state }: HandlerContext): ReadonlySet<string> {
  const runs = state.list('triggers', '').flatMap(({ name }) => state.list('executions', name));
  return new Set(
    runs
      .filter(({ resource }) => resource.status === 'in_progress')
      .map(({ resource }) => nameIn('', KIND, textAt(resource, 'interaction_id'))),
  );
}

export function storeInteraction(world: HandlerContext, kept: StoredInteraction): void {
  dropExpired(world);
  const name = nameIn('', KIND, kept.head.id);
  const resource = kept.head as unknown as JsonObject;
  world.state.insert(KIND, { name, parent: '', resource, hidden: hiddenWith(kept) });
  if (!kept.pace) return;
  const { uris = [], user_metadata: metadata } = kept.asked.webhook_config ?? {};
  const targets = { uris, ...(metadata && { metadata }) };
  watchJob(world, { kind: KIND, name, ...(uris.length > 0 && { targets }) });
}

function hiddenWith(kept: StoredInteraction): JsonObject {
  return { kept: kept as unknown as JsonObject };
}

function keptOf({ hidden }: Stored): StoredInteraction {
  return hidden.kept as unknown as StoredInteraction;
}

/** Undefined if not found or expired. @param name including its collection. */
export function findInteraction(
  world: HandlerContext,
  name: string,
): StoredInteraction | undefined {
  const stored = findRecord(world, KIND, name);
  const kept = stored && keptOf(stored);
  if (!kept) return undefined;
  return kept.createdAt + retention(world) > world.time.now() ? kept : undefined;
}

export function requireInteraction(world: HandlerContext, name: string): StoredInteraction {
  const kept = findInteraction(world, name);
  if (!kept) throw recordNotFound(name);
  return kept;
}

export function removeInteraction(world: HandlerContext, name: string): void {
  requireInteraction(world, name);
  world.state.remove(KIND, name);
  world.time.wake();
}

/** Cancels a running interaction. No effect if it is over. */
export function stopInteraction(world: HandlerContext, name: string): StoredInteraction {
  const kept = requireInteraction(world, name);
  const now = world.time.now();
  if (interactionProgress(world, kept, now).next === undefined) return kept;
  const stopped = { ...kept, cancelledAt: now };
  world.state.update(KIND, name, { hidden: hiddenWith(stopped) });
  world.time.wake();
  return stopped;
}

export function setInteractions(world: HandlerContext, settings: InteractionSettings): void {
  world.state.put('settings', { name: SETTING, parent: '', resource: { ...settings }, hidden: {} });
  dropExpired(world);
  const { tokensPerSecond } = settings;
  const now = world.time.now();
  for (const { kind, name } of pendingWatches(world)) {
    const stored = kind === KIND ? world.state.find(KIND, name) : undefined;
    const kept = stored && keptOf(stored);
    if (!kept?.pace || interactionProgress(world, kept, now).next === undefined) continue;
    const [first] = kept.pace;
    const pace: Pace =
      now <= first.at
        ? [{ ...first, rate: tokensPerSecond }]
        : withRate(kept.pace, now, tokensPerSecond);
    world.state.update(KIND, name, { hidden: hiddenWith({ ...kept, pace }) });
  }
  world.time.wake();
}

interface Progress {
  readonly events: readonly TimedEvent[];
  /** Time of the next event in ms since 1970. Undefined if over. */
  readonly next?: number;
  readonly endsAt: number;
  /** End time in RFC 3339. Undefined while running. */
  readonly updated?: string;
}

export function interactionProgress(
  world: HandlerContext,
  kept: StoredInteraction,
  now: number,
): Progress {
  const { head, run, pace, createdAt, cancelledAt } = kept;
  if (!pace) {
    return { events: eventsOf(head, run), updated: head.created, endsAt: createdAt };
  }
  let tokens = 0;
  const times: number[] = [];
  const all = eventsOf(head, run);
  for (const [index, one] of all.entries()) {
    tokens += one.tokens;
    times.push(index === 0 ? createdAt : tokens === 0 ? pace[0].at : timeOf(pace, tokens));
  }
  const end = times.at(-1) ?? createdAt;
  const count = (at: number): number => times.filter((time) => time <= at).length;
  if (cancelledAt !== undefined) {
    const updated = world.time.stamp(cancelledAt);
    const events = stoppedEvents(head, all.slice(0, count(cancelledAt)), updated);
    return { events, updated, endsAt: cancelledAt };
  }
  const done = count(now);
  if (done < all.length) {
    return { events: all.slice(0, done), next: times[done] ?? Infinity, endsAt: end };
  }
  const updated = world.time.stamp(end);
  return { events: eventsOf(head, run, updated), updated, endsAt: end };
}

export function toInteractionResource(
  world: HandlerContext,
  kept: StoredInteraction,
  withInput = false,
): Interaction {
  const { events, updated } = interactionProgress(world, kept, world.time.now());
  const { steps: own = [], ...reached } = accumulateInteraction(events.map(({ event }) => event));
  const shown = { ...kept.head, ...(updated !== undefined && { updated }), ...reached };
  const {
    input: _input,
    store: _store,
    stream: _stream,
    background: _way,
    ...members
  } = kept.asked;
  const asked = withInput ? members : {};
  return { ...asked, ...shown, steps: withInput ? [...kept.input, ...own] : own };
}

export function statusOf(world: HandlerContext, kept: StoredInteraction): Status {
  return (toInteractionResource(world, kept).status ?? 'completed') as Status;
}

/** Returns the number of events up to an event ID. Throws 400 if unknown. */
export function eventPosition({ events }: Progress, id: string): number {
  const place = countTo(events, id);
  if (place !== undefined) return place;
  throw failedPrecondition(`The event '${id}' doesn't belong to this interaction.`);
}

function isContinuation({ asked }: StoredInteraction): boolean {
  return asked.continuation_token !== undefined && asked.input === undefined;
}

export function responseSourceOf(world: HandlerContext, kept: StoredInteraction): readonly Step[] {
  const before = kept.head.previous_interaction_id;
  if (before === undefined) return kept.input;
  const previous = requireInteraction(world, nameIn('', KIND, before));
  return isContinuation(kept)
    ? responseSourceOf(world, previous)
    : [...conversationTo(world, previous), ...kept.input];
}

export function conversationTo(world: HandlerContext, kept: StoredInteraction): readonly Step[] {
  const { steps } = toInteractionResource(world, kept);
  const before = kept.head.previous_interaction_id;
  if (before !== undefined && isContinuation(kept)) {
    const previous = requireInteraction(world, nameIn('', KIND, before));
    return [...conversationTo(world, previous), ...(steps ?? [])];
  }
  return [...responseSourceOf(world, kept), ...(steps ?? [])];
}
