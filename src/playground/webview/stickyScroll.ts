/** So near to the end counts as being there, in pixels. */
const NEAR = 24;

/** Keeps the end of a list in sight while it grows, but only for a reader who is there. */
export class StickyScroll {
  readonly #scroller: HTMLElement;
  readonly #onChange: (following: boolean) => void;
  #following = true;
  #top = 0;

  /** @param content is watched for growth. @param onChange told when the reader leaves or returns. */
  constructor(scroller: HTMLElement, content: HTMLElement, onChange: (following: boolean) => void) {
    this.#scroller = scroller;
    this.#onChange = onChange;
    scroller.addEventListener('scroll', () => this.#scrolled(), { passive: true });
    const growth = new ResizeObserver(() => this.keep());
    growth.observe(content);
    growth.observe(scroller);
  }

  get following(): boolean {
    return this.#following;
  }

  /** Moves to the end where the reader is following. */
  keep(): void {
    if (!this.#following) return;
    this.#scroller.scrollTop = this.#scroller.scrollHeight;
    this.#top = this.#scroller.scrollTop;
  }

  toEnd(): void {
    this.#set(true);
    this.keep();
  }

  leave(): void {
    this.#set(false);
  }

  #scrolled(): void {
    const { scrollTop, scrollHeight, clientHeight } = this.#scroller;
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
