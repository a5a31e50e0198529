import { InteractionAccumulator } from '../../../api/interactions/accumulate';
import type { Turn } from '../../../conversation/model/conversation';
import {
  eventsUpTo,
  type Step,
  type TurnInteraction,
} from '../../../conversation/model/interaction';
import type { PartsDelta } from '../../../conversation/model/protocol';

/**
 * Builds the steps of a streaming response. Unchanged steps keep their identity across events and snapshots.
 */
export class LiveSteps {
  readonly #accumulators = new Map<string, InteractionAccumulator>();

  /**
   * Returns the updated steps. Undefined if the turn has no steps.
   * @param turn previous state
   */
  take({ events = [] }: PartsDelta, turn: Turn | undefined): readonly Step[] | undefined {
    if (turn?.role !== 'model' || !turn.interaction || events.length === 0) return undefined;
    const accumulator = this.#accumulators.get(turn.id) ?? accumulateKnown(turn.interaction);
    this.#accumulators.set(turn.id, accumulator);
    for (const event of events) accumulator.add(event);
    return accumulator.steps();
  }

  restart(): void {
    this.#accumulators.clear();
  }
}

function accumulateKnown(known: TurnInteraction): InteractionAccumulator {
  const accumulator = new InteractionAccumulator();
  for (const event of eventsUpTo(known)) accumulator.add(event);
  return accumulator;
}
