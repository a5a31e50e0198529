/** So near to the end counts as being there, in pixels. */
const NEAR = 24;

/** Keeps the end of a list in sight while it grows, but only for a reader who is there. */
export class StickyScroll {
  readonly #scroller: HTMLElement;
  readonly #onChange: (following: boolean) => void;
  #following = true;
  #top = 0;
  /** Goes back to a place while what is around it is laid out; answers whether that is over. */
  #hold: (() => boolean) | undefined;

  /** @param content is watched for growth. @param onChange told when the reader leaves or returns. */
  constructor(scroller: HTMLElement, content: HTMLElement, onChange: (following: boolean) => void) {
    this.#scroller = scroller;
    this.#onChange = onChange;
    scroller.addEventListener('scroll', () => this.#scrolled(), { passive: true });
    for (const input of ['wheel', 'touchmove', 'pointerdown', 'keydown']) {
      scroller.addEventListener(input, () => (this.#hold = undefined), { passive: true });
    }
    const growth = new ResizeObserver(() => this.keep());
    growth.observe(content);
    growth.observe(scroller);
  }

  get following(): boolean {
    return this.#following;
  }

  /**
   * Stays at a place that the reader was brought to, until what is around it has its size, or the reader moves.
   * @param goThere scrolls to it, and answers whether it stays there by itself from now on.
   */
  holdAt(goThere: () => boolean): void {
    this.leave();
    this.#hold = goThere;
    this.keep();
  }

  /** Moves to the end where the reader is following, and back to the place that is held. */
  keep(): void {
    if (this.#hold?.()) this.#hold = undefined;
    if (!this.#following) return;
    this.#scroller.scrollTop = this.#scroller.scrollHeight;
    this.#top = this.#scroller.scrollTop;
  }

  toEnd(): void {
    this.#hold = undefined;
    this.#set(true);
    this.keep();
  }

  leave(): void {
    this.#set(false);
  }

  #scrolled(): void {
    const { scrollTop, scrollHeight, clientHeight } = this.#scroller;
    if (this.#hold) {
      this.#top = scrollTop;
      return;
    }
    const near = scrollHeight - scrollTop - clientHeight <= NEAR;
    // Text that came in since makes the end farther away; only moving up is leaving.
    if (near) this.#set(true);
    else if (scrollTop < this.#top - 1) this.#set(false);
    this.#top = scrollTop;
  }

  #set(following: boolean): void {
    if (following === this.#following) return;
    this.#following = following;
    this.#onChange(following);
  }
}

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
