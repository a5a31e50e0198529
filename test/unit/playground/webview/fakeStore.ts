import { signal } from '@preact/signals';
import type { Disposable } from '../../../../src/base/disposable';
import type { PlaygroundState } from '../../../../src/conversation/model/protocol';
import type { StoreAccess } from '../../../../src/playground/webview/state/context';
import { FrameQueue } from '../../../../src/playground/webview/dom';
import { createFormat } from '../../../../src/playground/webview/format';
import { UnsavedEdits } from '../../../../src/playground/webview/state/unsavedEdits';
import { panelState } from './panelState';

/** What parts of a store need of the rest, with a host that notes what it is asked and takes it. */
export class FakeStore implements StoreAccess {
  readonly panel = signal<PlaygroundState | undefined>(undefined);
  readonly asked: { readonly name: string; readonly input: unknown }[] = [];
  readonly format = createFormat('en');
  readonly frames = new FrameQueue(() => undefined);
  readonly unsavedEdits = new UnsavedEdits([], () => undefined);
  readonly told: string[] = [];
  /** What the host answers to everything. */
  takes = true;
  readonly #listeners = new Set<(panel: PlaygroundState) => void>();

  constructor(panel: Partial<PlaygroundState> = {}) {
    this.say(panel);
  }

  /** The host says how things are. */
  say(panel: Partial<PlaygroundState>): void {
    const state = panelState(panel);
    for (const listener of this.#listeners) listener(state);
    this.panel.value = state;
  }

  readonly ask = (name: string, input: unknown): Promise<boolean> => {
    this.asked.push({ name, input });
    return Promise.resolve(this.takes);
  };

  readonly call = (name: string, input: unknown): Promise<never> => {
    this.asked.push({ name, input });
    return Promise.reject(new Error('Nobody answers.'));
  };

  readonly onSnapshot = (listener: (panel: PlaygroundState) => void): Disposable => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };

  readonly tell = (problem: string): void => void this.told.push(problem);
  readonly announce = this.tell;
  readonly edit = (): void => undefined;
}
