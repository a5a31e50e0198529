import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { StatusError } from '../status';
import { tell } from '../watches';
import type { World } from '../world';
import { again, changeDelivery, deliveries, type Delivery, deliveryOf } from './deliveries';

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
