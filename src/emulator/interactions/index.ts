import { operationRow } from '../../api/operations';
import type { JsonObject } from '../../api/schema/row';
import type { HandlerRows } from '../call';
import type { Caller } from '../caller';
import type { HandlerContext } from '../handlerContext';
import { nameIn } from '../records';
import { StatusError } from '../status';
import { createInteraction } from './create';
import { cancelInteraction, deleteInteraction, getInteraction } from './read';
import type { FinalStatus, InteractionRequest, RunError, Status } from './run';
import { findInteraction, interactionProgress, toInteractionResource } from './store';

export { DEFAULT_INTERACTION_DAYS, DEFAULT_INTERACTION_SPEED, interactionSettings } from './store';
export { equivalentRequest } from './create';
export { withResultSteps } from './contents';

export { setInteractions } from './store';

export const interactionHandlers = {
  'interactions.create': createInteraction,
  'interactions.get': getInteraction,
  'interactions.cancel': cancelInteraction,
  'interactions.delete': deleteInteraction,
} as const satisfies HandlerRows;

interface InteractionEnd {
  /** In ms since 1970. */
  readonly at: number;
  readonly error?: string;
}

interface InteractionState {
  readonly id: string;
  readonly at: number;
  readonly status?: FinalStatus;
  readonly error?: RunError;
}

/** Runs belong to the project, not to a user. */
const PROJECT: Caller = { kind: 'apiKey' };

/** Starts a background interaction for a trigger and returns its ID. Throws like an API call. */
export function beginInteraction(world: HandlerContext, asked: InteractionRequest): string {
  const operation = 'interactions.create';
  const row = operationRow(operation);
  const body = { ...asked, background: true, store: true, stream: false } as JsonObject;
  const { steps, accident } = createInteraction(
    {
      operation,
      row,
      version: 'v1beta',
      caller: PROJECT,
      path: {},
      query: {},
      isMedia: false,
      body,
      origin: '',
    },
    world,
  );
  if (accident?.kind === 'error') throw accident.error;
  const id = steps[0]?.message.id;
  if (accident || typeof id !== 'string') throw new StatusError(500, 'Internal error encountered.');
  return id;
}

/** Returns the result of an interaction. Undefined while it runs. */
export function finishedInteraction(world: HandlerContext, id: string): InteractionEnd | undefined {
  const kept = findInteraction(world, nameIn('', 'interactions', id));
  if (!kept) return { at: world.time.now(), error: `The interaction ${id} was not found.` };
  const shown = toInteractionResource(world, kept);
  const status = shown.status as Status;
  if (status === 'in_progress') return undefined;
  const at = Date.parse(shown.updated ?? '');
  if (status !== 'failed' && status !== 'cancelled') return { at };
  const [error] = shown.errors ?? [];
  return { at, error: error?.message ?? `The interaction is ${status}.` };
}

/** Undefined if not found. @param name including its collection. */
export function interactionEnd(world: HandlerContext, name: string): InteractionState | undefined {
  const kept = findInteraction(world, name);
  if (!kept) return undefined;
  const { next, endsAt: at } = interactionProgress(world, kept, world.time.now());
  const { id } = kept.head;
  if (next !== undefined) return { id, at };
  const { status, errors } = toInteractionResource(world, kept);
  const [error] = (errors ?? []) as readonly RunError[];
  return { id, at, status: (status ?? 'completed') as FinalStatus, ...(error && { error }) };
}
