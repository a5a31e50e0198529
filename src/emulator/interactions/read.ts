import { type Handler, type Reply, singleReply, type Step as Piece } from '../call';
import { StatusError } from '../status';
import type { HandlerContext } from '../handlerContext';
import {
  findInteraction,
  eventPosition,
  interactionProgress,
  removeInteraction,
  requireInteraction,
  toInteractionResource,
  stopInteraction,
} from './store';

export const getInteraction: Handler = (call, world) => {
  const name = call.path.name ?? '';
  const kept = requireInteraction(world, name);
  const { stream, last_event_id: last, include_input: withInput } = call.query;
  if (stream !== true) {
    if (last !== undefined && last !== '') {
      throw new StatusError(400, 'last_event_id is only allowed with stream=true.');
    }
    return singleReply(toInteractionResource(world, kept, withInput === true));
  }
  const progress = interactionProgress(world, kept, world.time.now());
  const from = typeof last === 'string' && last !== '' ? eventPosition(progress, last) : 0;
  if (kept.pace) return followed(world, name, from);
  const steps = progress.events
    .slice(from)
    .map(({ event, tokens }) => ({ message: event, tokens }));
  return { form: 'events', steps };
};

export const cancelInteraction: Handler = (call, world) =>
  singleReply(toInteractionResource(world, stopInteraction(world, call.path.name ?? '')));

export const deleteInteraction: Handler = (call, world) => {
  removeInteraction(world, call.path.name ?? '');
  return singleReply({});
};

export function followed(world: HandlerContext, name: string, from: number): Reply {
  return { form: 'events', steps: [], more: (signal) => follow(world, name, from, signal) };
}

async function* follow(
  world: HandlerContext,
  name: string,
  from: number,
  signal: AbortSignal,
): AsyncIterable<Piece> {
  for (let at = from; ;) {
    const kept = findInteraction(world, name);
    if (!kept) return;
    const { events, next } = interactionProgress(world, kept, world.time.now());
    for (const { event } of events.slice(at)) yield { message: event, tokens: 0 };
    at = Math.max(at, events.length);
    if (next === undefined) return;
    await world.time.until(next, signal);
  }
}
