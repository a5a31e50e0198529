import type * as vscode from 'vscode';
import { Emitter } from '../../src/base/event';

/** Secret storage in memory; with `failure` set, every call fails as where there is no keyring. */
export class FakeSecretStorage implements vscode.SecretStorage {
  readonly stored = new Map<string, string>();
  failure: Error | undefined;
  readonly #changed = new Emitter<vscode.SecretStorageChangeEvent>();
  readonly onDidChange = this.#changed.event as vscode.Event<vscode.SecretStorageChangeEvent>;

  async get(key: string): Promise<string | undefined> {
    this.#check();
    return this.stored.get(key);
  }

  async store(key: string, value: string): Promise<void> {
    this.#check();
    this.stored.set(key, value);
    this.#changed.fire({ key });
  }

  async delete(key: string): Promise<void> {
    this.#check();
    this.stored.delete(key);
    this.#changed.fire({ key });
  }

  async keys(): Promise<string[]> {
    this.#check();
    return [...this.stored.keys()];
  }

  /** As when another window stored it: only the event tells. */
  changeElsewhere(key: string, value: string): void {
    this.stored.set(key, value);
    this.#changed.fire({ key });
  }

  #check(): void {
    if (this.failure) throw this.failure;
  }
}
