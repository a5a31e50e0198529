import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { nameIn } from '../records';
import type { Stored } from '../state';
import { StatusError } from '../status';
import { notifyJobChange } from '../jobs';
import type { HandlerContext } from '../handlerContext';

export interface WebhookEvent {
  readonly type: string;
  readonly at: number;
  readonly data: JsonObject;
}

export interface Delivery {
  readonly id: string;
  /** Webhook name. Undefined if a request specified the URL. */
  readonly webhook?: string;
  /** URL from a request. Undefined if a webhook has it. */
  readonly uri?: string;
  readonly type: string;
  /** The exact JSON, the same for each attempt. */
  readonly body: string;
  /** `refused` for URLs of other machines, which are never contacted. */
  readonly state: 'waiting' | 'sent' | 'failed' | 'refused';
  /** All times are in ms since 1970. */
  readonly createdAt: number;
  readonly nextAt: number;
  readonly until: number;
  readonly attempts: number;
  readonly headers?: { readonly [name: string]: string };
  readonly status?: number;
  readonly problem?: string;
}

type Attempt = Pick<Delivery, 'headers' | 'status' | 'problem'>;

const KIND = 'deliveries';
const SECOND_MS = 1000;
const HOUR_MS = 60 * 60 * SECOND_MS;
/** Time in ms after which a delivery is abandoned. */
const LIFETIME_MS = 24 * HOUR_MS;
/** Lease in ms, after which an unfinished attempt counts as lost because its process may have exited. */
const LEASE_MS = 60 * SECOND_MS;
const FIRST_WAIT = 5 * SECOND_MS;
/** Maximum number of stored deliveries. The oldest finished ones are deleted first. */
const MAX_DELIVERIES = 200;

/** Queues an event for a webhook or URL, once per type and resource. */
export function queueEvent(
  world: HandlerContext,
  to: Pick<Delivery, 'uri' | 'webhook'>,
  { type, at, data }: WebhookEvent,
  subject: string,
): void {
  const name = nameIn(to.webhook ?? '', KIND, `${type}-${subject}-${to.uri ?? ''}`);
  if (world.state.find(KIND, name)) return;
  const now = world.time.now();
  const body = JSON.stringify({ type, version: 'v1', timestamp: world.time.stamp(at), data });
  const delivery: Delivery = {
    id: `msg_${world.ids.random(24)}`,
    ...to,
    type,
    body,
    state: 'waiting',
    createdAt: now,
    nextAt: now,
    until: now + LIFETIME_MS,
    attempts: 0,
  };
  world.state.insert(KIND, { name, parent: '', resource: {}, hidden: hiddenWith(delivery) });
  dropOldest(world);
  notifyJobChange(world);
}

function dropOldest(world: HandlerContext): void {
  const all = world.state.list(KIND, '');
  const over = all.filter((one) => deliveryOf(one).state !== 'waiting');
  for (const { name } of over.slice(0, Math.max(0, all.length - MAX_DELIVERIES))) {
    world.state.remove(KIND, name);
  }
}

export function deliveries(world: HandlerContext): readonly Stored[] {
  return world.state.list(KIND, '');
}

export function findDelivery(world: HandlerContext, name: string): Stored | undefined {
  return world.state.find(KIND, name);
}

export function deliveryOf({ hidden }: Stored): Delivery {
  return hidden as unknown as Delivery;
}

export function changeDelivery(world: HandlerContext, { name }: Stored, delivery: Delivery): void {
  world.state.update(KIND, name, { hidden: hiddenWith(delivery) });
}

function hiddenWith(delivery: Delivery): Stored['hidden'] {
  return delivery as unknown as Stored['hidden'];
}

/** Returns a delivery with a running attempt. A retry follows if its result never arrives. */
export function startAttempt(delivery: Delivery, now: number): Delivery {
  return { ...delivery, attempts: delivery.attempts + 1, nextAt: now + LEASE_MS };
}

export function recordAttempt(
  { status: _status, problem: _problem, ...delivery }: Delivery,
  attempt: Attempt,
  now: number,
): Delivery {
  const { status = 0 } = attempt;
  const told = { ...delivery, ...attempt };
  if (status >= 200 && status < 300) return { ...told, state: 'sent' };
  const nextAt = now + Math.min(FIRST_WAIT * 2 ** (delivery.attempts - 1), HOUR_MS);
  return nextAt > delivery.until ? { ...told, state: 'failed' } : { ...told, nextAt };
}

function scheduleRetry(delivery: Delivery, now: number): Delivery {
  return { ...delivery, state: 'waiting', nextAt: now, until: now + LIFETIME_MS };
}

export function listDeliveries(world: HandlerContext): readonly JsonObject[] {
  return deliveries(world)
    .map((stored) => toResource(world, deliveryOf(stored)))
    .reverse();
}

/** Sends a delivery again, in any state. Throws 404 if the ID is unknown. */
export function resend(world: HandlerContext, id: string): void {
  const stored = deliveries(world).find((one) => deliveryOf(one).id === id);
  if (!stored) throw new StatusError(404, `The delivery ${id} doesn’t exist.`);
  changeDelivery(world, stored, scheduleRetry(deliveryOf(stored), world.time.now()));
  notifyJobChange(world);
}

function toResource(world: HandlerContext, delivery: Delivery): JsonObject {
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
