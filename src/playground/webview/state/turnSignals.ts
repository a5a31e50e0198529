import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { type Disposable, toDisposable } from '../../../base/disposable';
import type { Turn } from '../../../conversation/model/conversation';
import type { PartsDelta } from '../../../conversation/model/protocol';

/** The turns of a conversation, each as a signal of its own: what shows one is drawn again when that one changes. */
export class TurnSignals {
  readonly #ids = signal<readonly string[]>([]);
  readonly #turns = new Map<string, Signal<Turn>>();
  readonly #growing = signal<string | undefined>(undefined);
  readonly #listeners = new Map<string, (delta: PartsDelta) => void>();
  /** Where each stands, counted from 0. */
  readonly positions: ReadonlySignal<ReadonlyMap<string, number>> = computed(
    () => new Map(this.#ids.value.map((id, at) => [id, at])),
  );

  /** From first to last; the same list as long as they are the same. */
  get ids(): ReadonlySignal<readonly string[]> {
    return this.#ids;
  }

  /** Id of the turn that text came for since the last snapshot. */
  get growing(): ReadonlySignal<string | undefined> {
    return this.#growing;
  }

  get(id: string): ReadonlySignal<Turn> | undefined {
    return this.#turns.get(id);
  }

  /** What stands before a turn. */
  before(id: string): ReadonlySignal<Turn> | undefined {
    const at = this.positions.value.get(id) ?? 0;
    return this.#turns.get(this.#ids.value[at - 1] ?? '');
  }

  /** Takes the turns of a snapshot; those that are the same objects as before change nothing. */
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

  /** Takes text that streams in. */
  append(delta: PartsDelta): void {
    this.#growing.value = delta.turn;
    this.#listeners.get(delta.turn)?.(delta);
  }

  /** Tells the text that arrives for a turn, to the one who shows it. */
  onDelta(turn: string, listener: (delta: PartsDelta) => void): Disposable {
    this.#listeners.set(turn, listener);
    return toDisposable(() => {
      if (this.#listeners.get(turn) === listener) this.#listeners.delete(turn);
    });
  }
}
