import type { JsonObject } from '../../api/schema/row';
import { nameIn } from '../records';
import type { Stored } from '../state';
import type { World } from '../world';

/** Something that has happened. */
export interface WebhookEvent {
  readonly type: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly data: JsonObject;
}

/** What is to be sent to a webhook, and what became of it. */
export interface Delivery {
  readonly id: string;
  readonly type: string;
  /** JSON as it is sent each time. */
  readonly body: string;
  readonly state: 'waiting' | 'sent' | 'failed';
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly nextAt: number;
  readonly attempts: number;
  /** The last answer's status; absent where there was none. */
  readonly status?: number;
}

/** Puts an event into the queue of a webhook; of one subject each type goes there once. */
export function queueEvent(
  world: World,
  webhook: Stored,
  { type, at, data }: WebhookEvent,
  subject: string,
): void {
  const name = nameIn(webhook.name, 'deliveries', `${type}-${subject}`);
  if (world.state.find('deliveries', name)) return;
  const body = JSON.stringify({ type, version: 'v1', timestamp: world.time.stamp(at), data });
  const delivery: Delivery = {
    ...{ id: `msg_${world.ids.random(24)}`, type, body, state: 'waiting' },
    ...{ createdAt: at, nextAt: at, attempts: 0 },
  };
  world.state.insert('deliveries', {
    ...{ name, parent: webhook.name, resource: {} },
    hidden: delivery as unknown as Stored['hidden'],
  });
}

export function deliveryOf({ hidden }: Stored): Delivery {
  return hidden as unknown as Delivery;
}

export function changeDelivery(world: World, { name }: Stored, delivery: Delivery): void {
  const hidden = delivery as unknown as Stored['hidden'];
  world.state.update('deliveries', name, { hidden });
}
