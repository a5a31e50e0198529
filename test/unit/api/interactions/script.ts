import type { Client } from '../../../../src/api/call';
import { TransportError } from '../../../../src/api/errors';
import type { InteractionEvent } from '../../../../src/api/interactions/accumulate';

type Json = { readonly [name: string]: unknown };

const HEAD = { id: 'v1_x', created: '2026-11-01T00:00:00Z', model: 'm' };
const SIGNATURE = 'c2ln+/8=';

const bare: readonly Json[] = [
  { event_type: 'interaction.created', interaction: { ...HEAD, status: 'in_progress' } },
  { event_type: 'interaction.status_update', interaction_id: 'v1_x', status: 'in_progress' },
  { event_type: 'step.start', index: 0, step: { type: 'thought' } },
  {
    event_type: 'step.delta',
    index: 0,
    delta: { type: 'thought_summary', content: { type: 'text', text: 'Hm.' } },
  },
  {
    event_type: 'step.delta',
    index: 0,
    delta: { type: 'thought_signature', signature: SIGNATURE },
  },
  { event_type: 'step.stop', index: 0 },
  { event_type: 'step.start', index: 1, step: { type: 'model_output' } },
  ...['La', ' la', ' la', ' la'].map((text) => ({
    event_type: 'step.delta',
    index: 1,
    delta: { type: 'text', text },
  })),
  { event_type: 'step.stop', index: 1 },
  {
    event_type: 'step.start',
    index: 2,
    step: { type: 'function_call', id: 'c', name: 'f', arguments: {} },
  },
  ...['{"a"', ':', '1}'].map((piece) => ({
    event_type: 'step.delta',
    index: 2,
    delta: { type: 'arguments_delta', arguments: piece },
  })),
  { event_type: 'step.stop', index: 2 },
  {
    event_type: 'interaction.completed',
    interaction: { ...HEAD, status: 'requires_action', usage: { total_tokens: 9 } },
  },
];

/** What a GET of the interaction of `eventsOf` answers. */
export const WHOLE = {
  ...HEAD,
  status: 'requires_action',
  usage: { total_tokens: 9 },
  steps: [
    { type: 'thought', summary: [{ type: 'text', text: 'Hm.' }], signature: SIGNATURE },
    { type: 'model_output', content: [{ type: 'text', text: 'La la la la' }] },
    { type: 'function_call', id: 'c', name: 'f', arguments: { a: 1 } },
  ],
} as const;

/** The events of one interaction. Not every service names each of them: `named` says which have an id. */
export function eventsOf(named: (index: number) => boolean): readonly InteractionEvent[] {
  const all = bare.map((event, index) =>
    named(index) ? { ...event, event_id: `e${index}` } : event,
  );
  return all as readonly InteractionEvent[];
}

export interface Request {
  readonly operation: string;
  readonly input: Json;
}

/** Where the connection of a request breaks: after so many events, with what. Undefined: never. */
export type Break = { readonly after: number; readonly error: unknown } | undefined;

export function reset(): TransportError {
  return new TransportError('reset', 'The connection was reset.');
}

/** A service with one interaction. It keeps what it was asked. */
export class OneInteraction implements Pick<Client, 'stream'> {
  readonly requests: Request[] = [];
  readonly #events: readonly InteractionEvent[];
  readonly #breaks: (request: number) => Break;
  /** How many events a resumed stream sends again. */
  readonly #again: number;

  constructor(events: readonly InteractionEvent[], breaks: (request: number) => Break, again = 0) {
    this.#events = events;
    this.#breaks = breaks;
    this.#again = again;
  }

  stream(operation: string, input: object): AsyncIterable<never> {
    const cut = this.#breaks(this.requests.length);
    this.requests.push({ operation, input: input as Json });
    return this.#send(input as Json, cut) as AsyncIterable<never>;
  }

  async *#send(
    { last_event_id: last }: Json,
    cut: Break,
  ): AsyncGenerator<InteractionEvent, void, undefined> {
    await Promise.resolve();
    const at = this.#events.findIndex((event) => last !== undefined && event.event_id === last);
    const from = Math.max(0, at + 1 - this.#again);
    for (const [index, event] of this.#events.slice(from).entries()) {
      if (index === cut?.after) throw cut.error;
      yield event;
    }
    if (cut) throw cut.error;
  }
}
