import { isObject, items } from '../../base/json';
import type { Message } from '../schema/infer';
import type { JsonObject, JsonValue } from '../schema/row';
import { StepAccumulator } from './accumulateStep';

export type Interaction = Message<'interactions.Interaction'>;
export type InteractionEvent = Message<'interactions.InteractionSSEEvent'>;

/** Everything that these events tell of an interaction; see `InteractionAccumulator`. */
export function accumulateInteraction(events: Iterable<InteractionEvent>): Interaction {
  const accumulator = new InteractionAccumulator();
  for (const event of events) accumulator.add(event);
  return accumulator.interaction();
}

/**
 * Joins the events of a stream into the interaction that a GET would answer at that moment. Of the events about the
 * interaction itself the last value of each field holds, unknown fields included; steps grow by their deltas. Texts
 * are collected and joined once, when the interaction is asked for. Events and deltas of unknown kinds are passed over,
 * as the documents ask; steps of unknown kinds are kept as they came.
 */
export class InteractionAccumulator {
  readonly #fields = new Map<string, JsonValue | undefined>();
  readonly #steps: (StepAccumulator | undefined)[] = [];
  /** Where a gap was left in the steps, the answer leaves it out. */
  #hasSteps = false;

  /** Where the interaction stands, as far as the events said. */
  get status(): string | undefined {
    const status = this.#fields.get('status');
    return typeof status === 'string' ? status : undefined;
  }

  add(given: InteractionEvent): void {
    const event = given as JsonObject;
    switch (typeof event.event_type === 'string' ? event.event_type : '') {
      case 'step.delta':
        this.#step(event)?.add(event.delta);
        if (isObject(event.metadata)) this.#setUsage(event.metadata.total_usage);
        return;
      case 'step.start':
        this.#start(event);
        return;
      case 'step.stop':
        this.#step(event)?.stop();
        this.#setUsage(event.usage);
        return;
      case 'interaction.created':
      case 'interaction.completed':
        if (isObject(event.interaction)) this.#assign(event.interaction);
        return;
      case 'interaction.status_update':
        if (typeof event.interaction_id === 'string') this.#fields.set('id', event.interaction_id);
        this.#set('status', event.status);
        this.#set('continuation_token', event.continuation_token);
        this.#setUsage(event.usage);
        return;
      case 'error':
        this.#set('status', 'failed');
        if (isObject(event.error)) this.#set('errors', [event.error]);
    }
  }

  /** Everything so far. */
  interaction(): Interaction {
    const fields = Object.fromEntries(this.#fields);
    if (!this.#hasSteps) return fields;
    return { ...fields, steps: this.steps() };
  }

  /** The steps so far. One that has not changed since it was asked for is the same object. */
  steps(): readonly JsonObject[] {
    return this.#steps.flatMap((step) => (step ? [step.step()] : []));
  }

  #start({ index, step }: JsonObject): void {
    if (typeof index !== 'number' || !isObject(step)) return;
    this.#hasSteps = true;
    this.#steps[index] = new StepAccumulator(step);
  }

  #step({ index }: JsonObject): StepAccumulator | undefined {
    return typeof index === 'number' ? this.#steps[index] : undefined;
  }

  #assign({ steps, ...fields }: JsonObject): void {
    for (const [name, value] of Object.entries(fields)) this.#set(name, value);
    const whole = items(steps).filter(isObject);
    if (whole.length === 0) return;
    // Lifecycle events have no steps of their own; where one has some, they are all there are.
    this.#hasSteps = true;
    this.#steps.splice(0, Infinity, ...whole.map((step) => new StepAccumulator(step)));
  }

  #setUsage(usage: JsonValue | undefined): void {
    if (isObject(usage)) this.#fields.set('usage', usage);
  }

  #set(name: string, value: JsonValue | undefined): void {
    if (value !== undefined) this.#fields.set(name, value);
  }
}
