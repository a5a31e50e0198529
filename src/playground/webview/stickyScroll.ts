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
