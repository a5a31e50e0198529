/** Creates a `div` of a class. */
export function div(className: string): HTMLDivElement {
  const result = document.createElement('div');
  result.className = className;
  return result;
}

/** Safari ends a composition before it sends the key that ended it, and marks the key by this code alone. */
const TAKEN_BY_INPUT_METHOD = 229;

/** Whether a key belongs to an input method: Enter then accepts a word and must not send. */
export function isComposing(event: KeyboardEvent): boolean {
  // Read through a type of our own: `keyCode` is deprecated, and nothing else tells.
  const pressed: { readonly keyCode: number } = event;
  return event.isComposing || pressed.keyCode === TAKEN_BY_INPUT_METHOD;
}

/**
 * Gives the focus to something, at once or when VS Code gives the page the focus the next time: it is
 * never stolen. After a dialog VS Code may take it once more and give it back to nothing in the page.
 */
export function takeFocus(target: { readonly focus: () => void }): void {
  const take = (): void => {
    if (document.activeElement === document.body) target.focus();
  };
  window.addEventListener('focus', take, { once: true });
  if (document.hasFocus()) target.focus();
}

/** Calls a listener whenever the page is hidden, and before it goes. */
export function onPageHidden(listener: () => void): void {
  document.addEventListener('visibilitychange', listener);
  window.addEventListener('pagehide', listener);
}

/** Work that can be done in slices. */
export interface FrameJob {
  /** Works until about `deadline` (`performance.now()`); answers whether some is left. */
  run(deadline: number): boolean;
}

/** Lets work that is done again and again take a fifth of the time, so that the whole stays linear. */
export class Pace {
  #restUntil = 0;

  get isResting(): boolean {
    return performance.now() < this.#restUntil;
  }

  measure(work: () => void): void {
    const started = performance.now();
    work();
    const ended = performance.now();
    this.#restUntil = ended + (ended - started) * 4;
  }
}

/** Of the 16 ms of a frame, what layout and paint leave us. */
const BUDGET_MS = 8;

/**
 * Runs jobs a slice per frame, so that a huge answer never blocks typing. A job that waits already is
 * not added twice.
 */
export class FrameQueue {
  readonly #jobs = new Set<FrameJob>();
  readonly #afterFrame: () => void;
  #requested = false;

  /** @param afterFrame is called once after the jobs of a frame, before the browser paints it. */
  constructor(afterFrame: () => void) {
    this.#afterFrame = afterFrame;
  }

  get idle(): boolean {
    return this.#jobs.size === 0;
  }

  add(job: FrameJob): void {
    this.#jobs.add(job);
    if (this.#requested) return;
    this.#requested = true;
    requestAnimationFrame(() => this.#frame());
  }

  delete(job: FrameJob): void {
    this.#jobs.delete(job);
  }

  #frame(): void {
    this.#requested = false;
    const deadline = performance.now() + BUDGET_MS;
    const waiting = [...this.#jobs];
    this.#jobs.clear();
    for (const [index, job] of waiting.entries()) {
      // The first always gets its turn, so that a slow machine comes to an end too.
      if (index > 0 && performance.now() >= deadline) this.add(job);
      else if (job.run(deadline)) this.add(job);
    }
    this.#afterFrame();
  }
}
