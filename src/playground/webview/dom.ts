export interface ElementOptions {
  readonly class?: string;
  readonly text?: string;
  /** Attributes; an absent value leaves the attribute out. */
  readonly attributes?: { readonly [name: string]: string | undefined };
}

/** Creates an element with its children. Text only ever becomes text nodes. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  options: ElementOptions = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const result = document.createElement(tag);
  if (options.class) result.className = options.class;
  if (options.text !== undefined) result.textContent = options.text;
  for (const [name, value] of Object.entries(options.attributes ?? {})) {
    if (value !== undefined) result.setAttribute(name, value);
  }
  result.append(...children);
  return result;
}

/** Sets the text of an element only where it differs, so that a screen reader's cursor stays. */
export function setText(target: Element, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

/** Sets or, without a value, removes an attribute. */
export function setAttribute(target: Element, name: string, value: string | undefined): void {
  if (value === undefined) target.removeAttribute(name);
  else if (target.getAttribute(name) !== value) target.setAttribute(name, value);
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
