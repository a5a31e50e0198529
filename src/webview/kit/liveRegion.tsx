import { type ReadonlySignal, signal } from '@preact/signals';
import type { VNode } from 'preact';

interface Said {
  readonly text: string;
  /** Counts what was said. */
  readonly number: number;
}

/** Tells a screen reader what happens on a page; there is one for each page. */
export class Announcer {
  readonly #said = signal<Said>({ text: '', number: 0 });

  /** What was said last. */
  get said(): ReadonlySignal<Said> {
    return this.#said;
  }

  readonly announce = (text: string): void => {
    this.#said.value = { text, number: this.#said.peek().number + 1 };
  };
}

/** Where a screen reader finds what is announced; nothing is seen of it. */
export function LiveRegion({ announcer }: { readonly announcer: Announcer }): VNode {
  const { text, number } = announcer.said.value;
  return (
    <div class="visually-hidden" role="status" aria-live="polite">
      {/* A new element each time, so that the same words twice are told twice. */}
      <span key={number}>{text}</span>
    </div>
  );
}
