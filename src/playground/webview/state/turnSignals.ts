import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { type Disposable, toDisposable } from '../../../base/disposable';
import type { Turn } from '../../../conversation/model/conversation';
import type { PartsDelta } from '../../../conversation/model/protocol';

/** Signals by turn, so that only changed turns render. */
export class TurnSignals {
  readonly #ids = signal<readonly string[]>([]);
  readonly #turns = new Map<string, Signal<Turn>>();
  readonly #growing = signal<string | undefined>(undefined);
  readonly #listeners = new Map<string, (delta: PartsDelta) => void>();
  readonly positions: ReadonlySignal<ReadonlyMap<string, number>> = computed(
    () => new Map(this.#ids.value.map((id, at) => [id, at])),
  );

  /** Turn IDs in order. Same array while unchanged. */
  get ids(): ReadonlySignal<readonly string[]> {
    return this.#ids;
  }

  get growing(): ReadonlySignal<string | undefined> {
    return this.#growing;
  }

  get(id: string): ReadonlySignal<Turn> | undefined {
    return this.#turns.get(id);
  }

  before(id: string): ReadonlySignal<Turn> | undefined {
    const at = this.positions.value.get(id) ?? 0;
    return this.#turns.get(this.#ids.value[at - 1] ?? '');
  }

  show(turns: readonly Turn[]): void {
    batch(() => {
      this.#growing.value = undefined;
      const gone = new Set(this.#turns.keys());
      for (const turn of turns) {
        gone.delete(turn.id);
        const known = this.#turns.get(turn.id);
        if (known) known.value = turn;
        else this.#turns.set(turn.id, signal(turn));
      }
      for (const id of gone) this.#turns.delete(id);
      const before = this.#ids.peek();
      const isSame =
        turns.length === before.length && turns.every(({ id }, at) => id === before[at]);
      if (!isSame) this.#ids.value = turns.map(({ id }) => id);
    });
  }

  append(delta: PartsDelta): void {
    this.#growing.value = delta.turn;
    this.#listeners.get(delta.turn)?.(delta);
  }

  onDelta(turn: string, listener: (delta: PartsDelta) => void): Disposable {
    this.#listeners.set(turn, listener);
    return toDisposable(() => {
      if (this.#listeners.get(turn) === listener) this.#listeners.delete(turn);
    });
  }
}
