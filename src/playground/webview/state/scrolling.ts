import { options } from 'preact';
import type { Disposable } from '../../../base/disposable';

/** So near to the end counts as being there, in pixels. */
const NEAR = 24;

/** Keeps the end of a list in sight while it grows, but only for a reader who is there. */
export class StickyScroll implements Disposable {
  readonly #scroller: HTMLElement;
  readonly #onChange: (isAway: boolean) => void;
  readonly #growth = new ResizeObserver(() => this.keep());
  readonly #listeners = new AbortController();
  #following = true;
  #isAway = false;
  #top = 0;
  /** Goes back to a place while what is around it is laid out; answers whether that is over. */
  #hold: (() => boolean) | undefined;

  /**
   * @param content is watched for growth.
   * @param onChange told when there begins or ceases to be something below what a reader sees who has left the end.
   */
  constructor(scroller: HTMLElement, content: HTMLElement, onChange: (isAway: boolean) => void) {
    this.#scroller = scroller;
    this.#onChange = onChange;
    const options = { passive: true, signal: this.#listeners.signal };
    scroller.addEventListener('scroll', () => this.#scrolled(), options);
    for (const input of ['wheel', 'touchmove', 'pointerdown', 'keydown']) {
      scroller.addEventListener(input, () => (this.#hold = undefined), options);
    }
    this.#growth.observe(content);
    this.#growth.observe(scroller);
  }

  get following(): boolean {
    return this.#following;
  }

  /**
   * Stays at a place that the reader was brought to, until what is around it has its size, or the reader moves.
   * @param goThere scrolls to it, and answers whether it stays there by itself from now on.
   */
  holdAt(goThere: () => boolean): void {
    this.#following = false;
    this.#hold = goThere;
    this.keep();
  }

  /** Moves to the end where the reader is following, and back to the place that is held. */
  keep(): void {
    if (this.#hold?.()) this.#hold = undefined;
    if (this.#following) {
      this.#scroller.scrollTop = this.#scroller.scrollHeight;
      this.#top = this.#scroller.scrollTop;
    }
    this.#tell();
  }

  toEnd(): void {
    this.#hold = undefined;
    this.#following = true;
    this.keep();
  }

  /**
   * Brings the reader to another place, who follows the end only where that is there. The browser tells of it later,
   * when the end may have moved too.
   */
  move(goThere: () => void): void {
    this.keep();
    goThere();
    this.#hold = undefined;
    this.#following = this.#isNear;
    this.#top = this.#scroller.scrollTop;
    this.#tell();
  }

  dispose(): void {
    this.#growth.disconnect();
    this.#listeners.abort();
  }

  #scrolled(): void {
    const { scrollTop } = this.#scroller;
    // Text that came in since makes the end farther away; only moving up is leaving.
    if (!this.#hold) {
      if (this.#isNear) this.#following = true;
      else if (scrollTop < this.#top - 1) this.#following = false;
    }
    this.#top = scrollTop;
    this.#tell();
  }

  get #isNear(): boolean {
    const { scrollTop, scrollHeight, clientHeight } = this.#scroller;
    return scrollHeight - scrollTop - clientHeight <= NEAR;
  }

  #tell(): void {
    const isAway = !this.#following && !this.#isNear;
    if (isAway === this.#isAway) return;
    this.#isAway = isAway;
    this.#onChange(isAway);
  }
}

/** Of a frame, so much is taken for what nobody looks at yet. */
const SLICE_MS = 6;

/**
 * Lays out the turns of a long conversation: those near to what is seen as they come into sight, and all
 * others, the newest first, while nothing else is to be done, so that they can be found by their text.
 */
export class LazyTurns implements Disposable {
  readonly #waiting = new Map<Element, (isNear: boolean) => void>();
  /** Laid out, and not near yet. */
  readonly #unseen = new Map<Element, (isNear: boolean) => void>();
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

  /** @param build draws what is in the turn; what only matters where it is seen, with a second call. */
  add(turn: Element, build: (isNear: boolean) => void): void {
    this.#waiting.set(turn, build);
    this.#observer.observe(turn);
    this.#request();
  }

  delete(turn: Element): void {
    this.#waiting.delete(turn);
    this.#unseen.delete(turn);
    this.#observer.unobserve(turn);
  }

  /** Draws all of a turn now, where that was not done yet. */
  build(turn: Element): void {
    const build = this.#waiting.get(turn) ?? this.#unseen.get(turn);
    this.delete(turn);
    if (build) drawNow(() => build(true));
  }

  dispose(): void {
    this.#observer.disconnect();
    this.#waiting.clear();
    this.#unseen.clear();
  }

  #onSight(entries: readonly IntersectionObserverEntry[]): void {
    for (const { isIntersecting, target } of entries) if (isIntersecting) this.build(target);
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
    for (const [turn, build] of [...this.#waiting].reverse()) {
      this.#waiting.delete(turn);
      this.#unseen.set(turn, build);
      drawNow(() => build(false));
      if (performance.now() >= deadline) return;
    }
  }
}

/** Draws what depends on a change before it returns, instead of soon: the time that it takes is measured. */
function drawNow(change: () => void): void {
  options.debounceRendering = (draw) => draw();
  try {
    change();
  } finally {
    delete options.debounceRendering;
  }
}
