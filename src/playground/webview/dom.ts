interface Frame {
  readonly element: HTMLElement;
  readonly label: () => string;
}

const frames = new WeakMap<Element, Frame>();
let observer: ResizeObserver | undefined;

/** Makes an overflowing scroll container focusable and labeled while its content is wider. */
export function makeScrollable(element: HTMLElement, content: Element, label: () => string): void {
  observer ??= new ResizeObserver((entries) => {
    for (const { target } of entries) show(frames.get(target));
  });
  for (const target of [element, content]) {
    frames.set(target, { element, label });
    observer.observe(target);
  }
}

function show(frame: Frame | undefined): void {
  if (!frame) return;
  const { element, label } = frame;
  const isWide = element.scrollWidth > element.clientWidth;
  setAttribute(element, 'tabindex', isWide ? '0' : undefined);
  setAttribute(element, 'role', isWide ? 'group' : undefined);
  setAttribute(element, 'aria-label', isWide ? label() : undefined);
}

function setAttribute(target: Element, name: string, value: string | undefined): void {
  if (value === undefined) target.removeAttribute(name);
  else if (target.getAttribute(name) !== value) target.setAttribute(name, value);
}

export function div(className: string): HTMLDivElement {
  const result = document.createElement('div');
  result.className = className;
  return result;
}

/** Safari ends a composition before `keydown`, and only this key code identifies the key. */
const TAKEN_BY_INPUT_METHOD = 229;

/** Whether an IME handles the key. Enter then accepts a candidate and must not send. */
export function isComposing(event: KeyboardEvent): boolean {
  // Avoids the deprecation warning: `keyCode` is the only indicator.
  const pressed: { readonly keyCode: number } = event;
  return event.isComposing || pressed.keyCode === TAKEN_BY_INPUT_METHOD;
}

/**
 * Focuses an element now, or when VS Code next focuses the page. Retries after dialogs, because VS Code may
 * move the focus to the body.
 */
export function takeFocus(target: { readonly focus: () => void }): void {
  const take = (): void => {
    if (document.activeElement === document.body) target.focus();
  };
  window.addEventListener('focus', take, { once: true });
  if (document.hasFocus()) target.focus();
}

/** Whether the keys of an element belong to a menu or dialog above the page. */
export function isInPopup(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.menu, dialog, [role="dialog"]') !== null;
}

export function onPageHidden(listener: () => void): void {
  document.addEventListener('visibilitychange', listener);
  window.addEventListener('pagehide', listener);
}

export interface FrameJob {
  /** Works until `deadline` (`performance.now()`). Returns whether work is left. */
  run(deadline: number): boolean;
}

/** Limits repeated work to a fifth of the time, so that the total stays linear. */
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

/** Time in ms per 16 ms frame that layout and paint leave for scripts. */
const BUDGET_MS = 8;

/** Runs one slice per frame so that large responses don't block typing. Ignores duplicates. */
export class FrameQueue {
  readonly #jobs = new Set<FrameJob>();
  readonly #afterFrame: () => void;
  #requested = false;

  /** @param afterFrame called once after the jobs of a frame, before paint */
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
      // The first job always runs, so that slow machines make progress.
      if (index > 0 && performance.now() >= deadline) this.add(job);
      else if (job.run(deadline)) this.add(job);
    }
    this.#afterFrame();
  }
}
