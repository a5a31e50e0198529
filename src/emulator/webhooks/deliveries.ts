import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { nameIn } from '../records';
import type { Stored } from '../state';
import { StatusError } from '../status';
import { tell } from '../watches';
import type { World } from '../world';

/** Something that has happened. */
export interface WebhookEvent {
  readonly type: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly data: JsonObject;
}

/** What is to be sent to an address, and what became of it. */
export interface Delivery {
  readonly id: string;
  /** The webhook with its collection; absent where one request named the address. */
  readonly webhook?: string;
  /** Where a request named it; a webhook says by itself where it is. */
  readonly uri?: string;
  readonly type: string;
  /** JSON as it is sent each time. */
  readonly body: string;
  /** Nothing is sent to addresses of other machines: such a one is refused. */
  readonly state: 'waiting' | 'sent' | 'failed' | 'refused';
  /** Milliseconds since 1970, as all that follow. */
  readonly createdAt: number;
  readonly nextAt: number;
  /** When it is given up. */
  readonly until: number;
  readonly attempts: number;
  /** What the last attempt was signed with. */
  readonly headers?: { readonly [name: string]: string };
  /** The last answer's status; absent where there was none. */
  readonly status?: number;
  /** Why the last attempt failed, where there was no answer. */
  readonly problem?: string;
}

/** What one attempt led to. */
export type Attempt = Pick<Delivery, 'headers' | 'status' | 'problem'>;

const KIND = 'deliveries';
const SECOND_MS = 1000;
const HOUR_MS = 60 * 60 * SECOND_MS;
/** How long it is tried to deliver something. */
const LIFETIME_MS = 24 * HOUR_MS;
/** After so long, an attempt that nobody has heard of counts as none: its process may have ended. */
const LEASE_MS = 60 * SECOND_MS;
const FIRST_WAIT = 5 * SECOND_MS;
/** So many are kept; of more, the oldest that are over go. */
const MOST_KEPT = 200;

/** Puts an event into the queue of a webhook or an address; of one subject each type goes to it once. */
export function queueEvent(
  world: World,
  to: Pick<Delivery, 'uri' | 'webhook'>,
  { type, at, data }: WebhookEvent,
  subject: string,
): void {
  const name = nameIn(to.webhook ?? '', KIND, `${type}-${subject}-${to.uri ?? ''}`);
  if (world.state.find(KIND, name)) return;
  const now = world.time.now();
  const body = JSON.stringify({ type, version: 'v1', timestamp: world.time.stamp(at), data });
  const delivery: Delivery = {
    ...{ id: `msg_${world.ids.random(24)}`, ...to, type, body, state: 'waiting' },
    ...{ createdAt: now, nextAt: now, until: now + LIFETIME_MS, attempts: 0 },
  };
  world.state.insert(KIND, { name, parent: '', resource: {}, hidden: hiddenWith(delivery) });
  dropOldest(world);
  tell(world);
}

function dropOldest(world: World): void {
  const all = world.state.list(KIND, '');
  const over = all.filter((one) => deliveryOf(one).state !== 'waiting');
  for (const { name } of over.slice(0, Math.max(0, all.length - MOST_KEPT))) {
    world.state.remove(KIND, name);
  }
}

/** All that are kept, the oldest first. */
export function deliveries(world: World): readonly Stored[] {
  return world.state.list(KIND, '');
}

export function findDelivery(world: World, name: string): Stored | undefined {
  return world.state.find(KIND, name);
}

export function deliveryOf({ hidden }: Stored): Delivery {
  return hidden as unknown as Delivery;
}

export function changeDelivery(world: World, { name }: Stored, delivery: Delivery): void {
  world.state.update(KIND, name, { hidden: hiddenWith(delivery) });
}

function hiddenWith(delivery: Delivery): Stored['hidden'] {
  return delivery as unknown as Stored['hidden'];
}

/** The same while an attempt goes on: where that is never heard of again, there is another one later. */
export function begun(delivery: Delivery, now: number): Delivery {
  return { ...delivery, attempts: delivery.attempts + 1, nextAt: now + LEASE_MS };
}

/** The same after an attempt: sent, to be tried again, or given up. */
export function tried(
  { status: _status, problem: _problem, ...delivery }: Delivery,
  attempt: Attempt,
  now: number,
): Delivery {
  const { status = 0 } = attempt;
  const told = { ...delivery, ...attempt };
  if (status >= 200 && status < 300) return { ...told, state: 'sent' };
  // Each time twice as long, an hour at most.
  const nextAt = now + Math.min(FIRST_WAIT * 2 ** (delivery.attempts - 1), HOUR_MS);
  return nextAt > delivery.until ? { ...told, state: 'failed' } : { ...told, nextAt };
}

/** The same to be sent once more, whatever became of it. */
export function again(delivery: Delivery, now: number): Delivery {
  return { ...delivery, state: 'waiting', nextAt: now, until: now + LIFETIME_MS };
}

/** What was sent and what is still to be sent, the newest first, for those who control the emulator. */
export function shownDeliveries(world: World): readonly JsonObject[] {
  return deliveries(world)
    .map((stored) => shown(world, deliveryOf(stored)))
    .reverse();
}

/** Sends one again, whatever became of it. Throws 404 where there is none of this id. */
export function resend(world: World, id: string): void {
  const stored = deliveries(world).find((one) => deliveryOf(one).id === id);
  if (!stored) throw new StatusError(404, `There is no delivery ${id}.`);
  changeDelivery(world, stored, again(deliveryOf(stored), world.time.now()));
  tell(world);
}

function shown(world: World, delivery: Delivery): JsonObject {
  const { createdAt, nextAt, until: _until, state, webhook, uri, ...others } = delivery;
  const found = world.state.find('webhooks', webhook ?? '')?.resource as
    | Message<'webhooks.Webhook'>
    | undefined;
  return {
    ...others,
    state,
    ...(webhook !== undefined && { webhook }),
    uri: uri ?? found?.uri ?? '',
    created: world.time.stamp(createdAt),
    ...(state === 'waiting' && { next: world.time.stamp(nextAt) }),
  };
}
