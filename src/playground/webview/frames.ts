/** Work that can be done in slices. */
export interface FrameJob {
  /** Works until about `deadline` (`performance.now()`); answers whether some is left. */
  run(deadline: number): boolean;
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
