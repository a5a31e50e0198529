import { type Signal, signal, type ReadonlySignal, computed, batch } from '@preact/signals';
import { InteractionAccumulator } from '../../../api/interactions/accumulate';
import { toDisposable, type Disposable } from '../../../base/disposable';
import type { TurnInteraction, Step, Turn } from '../../../conversation/model/conversation';
import { eventsUpTo } from '../../../conversation/model/interaction';
import type { PartsDelta } from '../../../conversation/model/protocol';
import { isSameJson } from '../../../base/json';

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

/** Signals by turn, so that only changed turns render. */
export class TurnSignals {
  /** Turn IDs in order. Same array while unchanged. */
  readonly ids = signal<readonly string[]>([]);
  readonly #turns = new Map<string, Signal<Turn>>();
  /** ID of the turn that has received text since the last snapshot. */
  readonly growing = signal<string | undefined>(undefined);
  readonly #listeners = new Map<string, (delta: PartsDelta) => void>();
  readonly positions: ReadonlySignal<ReadonlyMap<string, number>> = computed(
    () => new Map(this.ids.value.map((id, at) => [id, at])),
  );

  /** Returns a turn. Undefined if deleted. */
  get(id: string): ReadonlySignal<Turn> | undefined {
    return this.#turns.get(id);
  }

  before(id: string): ReadonlySignal<Turn> | undefined {
    const at = this.positions.value.get(id) ?? 0;
    return this.#turns.get(this.ids.value[at - 1] ?? '');
  }

  show(turns: readonly Turn[]): void {
    batch(() => {
      this.growing.value = undefined;
      const gone = new Set(this.#turns.keys());
      for (const turn of turns) {
        gone.delete(turn.id);
        const known = this.#turns.get(turn.id);
        if (known) known.value = turn;
        else this.#turns.set(turn.id, signal(turn));
      }
      for (const id of gone) this.#turns.delete(id);
      const ids = turns.map(({ id }) => id);
      if (!isSameJson(ids, this.ids.peek())) this.ids.value = ids;
    });
  }

  append(delta: PartsDelta): void {
    this.growing.value = delta.turn;
    this.#listeners.get(delta.turn)?.(delta);
  }

  onDelta(turn: string, listener: (delta: PartsDelta) => void): Disposable {
    this.#listeners.set(turn, listener);
    return toDisposable(() => {
      if (this.#listeners.get(turn) === listener) this.#listeners.delete(turn);
    });
  }
}
