import { InteractionAccumulator } from '../../../api/interactions/accumulate';
import type { Turn } from '../../../conversation/model/conversation';
import {
  eventsUpTo,
  type Step,
  type TurnInteraction,
} from '../../../conversation/model/interaction';
import type { PartsDelta } from '../../../conversation/model/protocol';

/**
 * Makes the steps of an answer of the events that the host passes on while it streams. A step in which nothing changed
 * stays the same object, from one event to the next and over snapshots.
 */
export class LiveSteps {
  readonly #accumulators = new Map<string, InteractionAccumulator>();

  /**
   * The steps with what arrived; undefined where the turn is none that has steps.
   * @param turn as it was before
   */
  take({ events = [] }: PartsDelta, turn: Turn | undefined): readonly Step[] | undefined {
    if (turn?.role !== 'model' || !turn.interaction || events.length === 0) return undefined;
    const accumulator = this.#accumulators.get(turn.id) ?? upTo(turn.interaction);
    this.#accumulators.set(turn.id, accumulator);
    for (const event of events) accumulator.add(event);
    return accumulator.steps();
  }

  /** The host told how everything stands: what comes next goes on from there. */
  restart(): void {
    this.#accumulators.clear();
  }
}

function upTo(known: TurnInteraction): InteractionAccumulator {
  const accumulator = new InteractionAccumulator();
  for (const event of eventsUpTo(known)) accumulator.add(event);
  return accumulator;
}
