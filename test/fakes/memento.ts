import type * as vscode from 'vscode';

/** State in memory. Values pass through JSON, as in VS Code. */
export class FakeMemento implements vscode.Memento {
  readonly #values = new Map<string, string>();

  keys(): readonly string[] {
    return [...this.#values.keys()];
  }

  get<T>(key: string): T | undefined;
  get<T>(key: string, defaultValue: T): T;
  get<T>(key: string, defaultValue?: T): T | undefined {
    const text = this.#values.get(key);
    return text === undefined ? defaultValue : (JSON.parse(text) as T);
  }

  async update(key: string, value: unknown): Promise<void> {
    if (value === undefined) this.#values.delete(key);
    else this.#values.set(key, JSON.stringify(value));
  }
}
