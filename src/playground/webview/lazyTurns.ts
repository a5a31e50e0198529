/** What can be laid out later. */
export interface Lazy {
  readonly element: Element;
  /** Lays it out, where that was not done yet. */
  build(): void;
}

/** Of a frame, so much is taken for what nobody looks at yet. */
const SLICE_MS = 6;

/**
 * Lays out the turns of a long conversation: those near to what is seen as they come into sight, and all
 * others, the newest first, while nothing else is to be done, so that they can be found by their text.
 */
export class LazyTurns {
  readonly #waiting = new Map<Element, Lazy>();
  readonly #observer: IntersectionObserver;
  readonly #isBusy: () => boolean;
  #requested = false;

  /** @param isBusy whether text that is seen is laid out now, which goes first */
  constructor(scroller: Element, isBusy: () => boolean) {
    this.#isBusy = isBusy;
    this.#observer = new IntersectionObserver((entries) => this.#onSight(entries), {
      root: scroller,
      rootMargin: '100% 0px',
    });
  }

  get isDone(): boolean {
    return this.#waiting.size === 0;
  }

  add(turn: Lazy): void {
    this.#waiting.set(turn.element, turn);
    this.#observer.observe(turn.element);
    this.#request();
  }

  delete({ element }: Lazy): void {
    this.#waiting.delete(element);
    this.#observer.unobserve(element);
  }

  #onSight(entries: readonly IntersectionObserverEntry[]): void {
    for (const { isIntersecting, target } of entries) {
      const turn = isIntersecting && this.#waiting.get(target);
      if (turn) this.#build(turn);
    }
  }

  #build(turn: Lazy): void {
    this.delete(turn);
    turn.build();
  }

  #request(): void {
    if (this.#requested || this.#waiting.size === 0) return;
    this.#requested = true;
    requestIdleCallback(
      () => {
        this.#requested = false;
        if (!this.#isBusy()) this.#slice();
        this.#request();
      },
      { timeout: 250 },
    );
  }

  #slice(): void {
    const deadline = performance.now() + SLICE_MS;
    for (const turn of [...this.#waiting.values()].reverse()) {
      this.#build(turn);
      if (performance.now() >= deadline) return;
    }
  }
}
