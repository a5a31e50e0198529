import { toDisposable } from '../../../../src/base/disposable';
import type { Port } from '../../../../src/webview/rpc';

/** One end of a line: what it posts arrives at the other end as a copy, in the same tick. */
export class End implements Port {
  readonly posted: unknown[] = [];
  readonly #listeners = new Set<(message: unknown) => void>();
  other: End | undefined;

  post(message: unknown): void {
    this.posted.push(message);
    this.other?.receive(structuredClone(message));
  }

  receive(message: unknown): void {
    for (const listener of Array.from(this.#listeners)) listener(message);
  }

  onMessage(listener: (message: unknown) => void): { dispose(): void } {
    this.#listeners.add(listener);
    return toDisposable(() => this.#listeners.delete(listener));
  }

  get listeners(): number {
    return this.#listeners.size;
  }
}

export function pair(): { readonly host: End; readonly webview: End } {
  const host = new End();
  const webview = new End();
  host.other = webview;
  webview.other = host;
  return { host, webview };
}

/** A callback that must not be called. */
export function unexpected(): never {
  throw new Error('This must not be called');
}
