import type * as vscode from 'vscode';
import { Emitter } from '../../src/base/event';

/** A secret storage that several windows share: every call takes a while, and events come later still. */
export class SharedSecrets {
  readonly stored = new Map<string, string>();
  readonly #windows: Window[] = [];
  readonly #turns: number;

  /** @param turns rounds of the event loop that a call takes, and an event after it. */
  constructor(turns = 3) {
    this.#turns = turns;
  }

  /** The storage as one more window sees it. */
  window(): vscode.SecretStorage {
    const window = new Window(this.stored, () => this.#pause(), this.#tell);
    this.#windows.push(window);
    return window;
  }

  readonly #tell = (key: string): void => {
    void this.#pause().then(() => {
      for (const window of this.#windows) window.changed.fire({ key });
    });
  };

  async #pause(): Promise<void> {
    for (let turn = 0; turn < this.#turns; turn++) await new Promise(setImmediate);
  }
}

class Window implements vscode.SecretStorage {
  readonly changed = new Emitter<vscode.SecretStorageChangeEvent>();
  readonly onDidChange = this.changed.event as vscode.Event<vscode.SecretStorageChangeEvent>;
  readonly #stored: Map<string, string>;
  readonly #pause: () => Promise<void>;
  readonly #tell: (key: string) => void;

  constructor(
    stored: Map<string, string>,
    pause: () => Promise<void>,
    tell: (key: string) => void,
  ) {
    this.#stored = stored;
    this.#pause = pause;
    this.#tell = tell;
  }

  async get(key: string): Promise<string | undefined> {
    await this.#pause();
    return this.#stored.get(key);
  }

  async store(key: string, value: string): Promise<void> {
    await this.#pause();
    this.#stored.set(key, value);
    this.#tell(key);
  }

  async delete(key: string): Promise<void> {
    await this.#pause();
    this.#stored.delete(key);
    this.#tell(key);
  }

  async keys(): Promise<string[]> {
    await this.#pause();
    return [...this.#stored.keys()];
  }
}
