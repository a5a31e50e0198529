import { isObject, items } from '../../base/json';
import type { Message } from '../schema/infer';
import type { JsonObject, JsonValue } from '../schema/row';
import { StepAccumulator } from './accumulateStep';

export type Interaction = Message<'interactions.Interaction'>;
export type InteractionEvent = Message<'interactions.InteractionSSEEvent'>;

export function accumulateInteraction(events: Iterable<InteractionEvent>): Interaction {
  const accumulator = new InteractionAccumulator();
  for (const event of events) accumulator.add(event);
  return accumulator.interaction();
}

/**
 * Merges stream events into the interaction that GET would return. For interaction fields the last value wins; steps
 * grow by deltas. Unknown events and deltas are ignored, as documented; unknown steps are retained.
 */
export class InteractionAccumulator {
  readonly #fields = new Map<string, JsonValue | undefined>();
  readonly #steps: (StepAccumulator | undefined)[] = [];
  #hasSteps = false;

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

  interaction(): Interaction {
    const fields = Object.fromEntries(this.#fields);
    if (!this.#hasSteps) return fields;
    return { ...fields, steps: this.steps() };
  }

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
    // A lifecycle event with steps replaces all steps.
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
