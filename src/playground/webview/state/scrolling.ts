import { options } from 'preact';
import type { Disposable } from '../../../base/disposable';

/** Distance that counts as the end, in pixels. */
const NEAR = 24;

/** Follows the end of a growing list if the reader is at the end. */
export class StickyScroll implements Disposable {
  readonly #scroller: HTMLElement;
  readonly #onChange: (isAway: boolean) => void;
  readonly #growth = new ResizeObserver(() => this.keep());
  readonly #listeners = new AbortController();
  #following = true;
  #isAway = false;
  #top = 0;
  /** Restores a position during layout. Returns whether it is final. */
  #hold: (() => boolean) | undefined;

  /**
   * @param content observed for growth
   * @param onChange called when there is, or no longer is, more content below the viewport
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
   * Holds a position until layout is complete or the reader scrolls.
   * @param goThere scrolls, and returns whether the position is now stable
   */
  holdAt(goThere: () => boolean): void {
    this.#following = false;
    this.#hold = goThere;
    this.keep();
  }

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
   * Scrolls to a position and follows the end only if there. The scroll event arrives late, after possible
   * growth.
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
    // New text moves the end away, so only scrolling up stops following.
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

const SLICE_MS = 6;

/**
 * Renders turns near the viewport on demand, and others when idle, newest first, so that page search finds
 * their text.
 */
export class LazyTurns implements Disposable {
  readonly #waiting = new Map<Element, (isNear: boolean) => void>();
  readonly #unseen = new Map<Element, (isNear: boolean) => void>();
  readonly #observer: IntersectionObserver;
  readonly #isBusy: () => boolean;
  #requested = false;

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

  /** @param build renders the content, and on a second call the controls */
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

/** Renders synchronously, so that the duration can be measured. */
function drawNow(change: () => void): void {
  options.debounceRendering = (draw) => draw();
  try {
    change();
  } finally {
    delete options.debounceRendering;
  }
}
