import { type ReadonlySignal, signal } from '@preact/signals';
import type { VNode } from 'preact';

interface Announcement {
  readonly text: string;
  readonly number: number;
}

export class Announcer {
  readonly #said = signal<Announcement>({ text: '', number: 0 });

  get said(): ReadonlySignal<Announcement> {
    return this.#said;
  }

  readonly announce = (text: string): void => {
    this.#said.value = { text, number: this.#said.peek().number + 1 };
  };

  /** Removes the last announcement, which screen readers can still read later. */
  readonly clear = (): void => this.announce('');
}

export function LiveRegion({ announcer }: { readonly announcer: Announcer }): VNode {
  const { text, number } = announcer.said.value;
  return (
    <div class="visually-hidden" role="status" aria-live="polite">
      {/* A new key recreates the element, so that repeated texts are announced again. */}
      <span key={number}>{text}</span>
    </div>
  );
}
