import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { Disposable } from '../base/disposable';
import { AppError } from '../base/errors';
import { Emitter, type Event } from '../base/event';
import { isObject, tryParse } from '../base/json';
import type { AllowedOrigins } from './originConsent';

interface StoredKey extends AllowedOrigins {
  readonly key: string;
}

interface KeyVaultDeps extends SecretEntriesDeps {
  readonly onSecret: (secret: string) => void;
  /** Called if secret storage failed and the key is in memory only. */
  readonly onStorageFailed: (error: unknown) => void;
}

/** API keys by connection id, one secret storage entry each. */
export class KeyVault implements Disposable {
  readonly #entries: SecretEntries<StoredKey>;
  readonly #onSecret: (secret: string) => void;
  readonly onDidChange: Event<string>;

  constructor(deps: KeyVaultDeps) {
    this.#entries = new SecretEntries(deps, 'apiKey.', parseStored, {
      unlock: l10n.t(
        'Unlock or install a keyring, or add the API key again to use it until this window closes.',
      ),
      undeleted: l10n.t('Couldn’t delete the API key from this system’s secret storage.'),
    });
    this.#onSecret = deps.onSecret;
    this.onDidChange = this.#entries.onDidChange;
    this.#entries.onDidFail(deps.onStorageFailed);
  }

  /** Undefined if no key is stored. Throws `AppError` (`secretStorage`) if storage can’t be read. */
  async read(id: string): Promise<StoredKey | undefined> {
    const stored = await this.#entries.read(id);
    if (stored) this.#onSecret(stored.key);
    return stored;
  }

  async write(id: string, stored: StoredKey): Promise<void> {
    this.#onSecret(stored.key);
    await this.#entries.write(id, stored);
  }

  /** Throws `AppError` (`secretStorage`) if the key may still be stored. */
  delete(id: string): Promise<void> {
    return this.#entries.delete(id);
  }

  dispose(): void {
    this.#entries.dispose();
  }
}

function parseStored(value: unknown): StoredKey | undefined {
  if (!isObject(value)) return undefined;
  const { origin, key, uploadOrigin } = value;
  if (typeof origin !== 'string' || typeof key !== 'string') return undefined;
  return { origin, key, ...(typeof uploadOrigin === 'string' && { uploadOrigin }) };
}

export interface SecretEntriesDeps {
  readonly secrets: vscode.SecretStorage;
}

interface EntryTexts {
  readonly unlock: string;
  readonly undeleted: string;
}

/**
 * JSON values by id in VS Code’s secret storage. If storage fails, values stay in memory until the window
 * closes, and `onDidFail` fires. Never written elsewhere.
 */
export class SecretEntries<T> implements Disposable {
  readonly #deps: SecretEntriesDeps;
  readonly #start: string;
  readonly #parse: (value: unknown) => T | undefined;
  readonly #texts: EntryTexts;
  readonly #memory = new Map<string, T>();
  readonly #changed = new Emitter<string>();
  readonly #failed = new Emitter<unknown>();
  readonly #subscription: Disposable;
  // Ids that this window is writing, whose change events are ignored.
  readonly #writing = new Map<string, number>();
  readonly onDidChange = this.#changed.event;
  /** Fires with the error if storage failed and a value is only in memory. */
  readonly onDidFail = this.#failed.event;

  /**
   * @param start prefix of entry names.
   * @param parse returns undefined for damaged values or those of a later release.
   */
  constructor(
    deps: SecretEntriesDeps,
    start: string,
    parse: (value: unknown) => T | undefined,
    texts: EntryTexts,
  ) {
    this.#deps = deps;
    this.#texts = texts;
    this.#start = start;
    this.#parse = parse;
    this.#subscription = deps.secrets.onDidChange(({ key }) => {
      if (!key.startsWith(start)) return;
      const id = key.slice(start.length);
      if (!this.#writing.has(id)) this.#memory.delete(id);
      this.#changed.fire(id);
    });
  }

  /** Reads storage each time. Throws `AppError` (`secretStorage`) if that fails. */
  async read(id: string): Promise<T | undefined> {
    const held = this.#memory.get(id);
    if (held !== undefined) return held;
    const { secrets } = this.#deps;
    try {
      const text = await secrets.get(this.#start + id);
      return text === undefined ? undefined : this.#parse(tryParse(text));
    } catch (error) {
      throw new AppError('secretStorage', l10n.t('Couldn’t read this system’s secret storage.'), {
        hint: this.#texts.unlock,
        cause: error,
      });
    }
  }

  async write(id: string, value: T): Promise<void> {
    this.#writing.set(id, (this.#writing.get(id) ?? 0) + 1);
    // Set before writing, so that readers don’t get the old value.
    this.#memory.set(id, value);
    try {
      await this.#deps.secrets.store(this.#start + id, JSON.stringify(value));
      if (this.#memory.get(id) === value) this.#memory.delete(id);
    } catch (error) {
      this.#failed.fire(error);
      this.#changed.fire(id);
    } finally {
      const left = (this.#writing.get(id) ?? 1) - 1;
      if (left === 0) this.#writing.delete(id);
      else this.#writing.set(id, left);
    }
  }

  /** Throws `AppError` (`secretStorage`) if the entry may still be stored. */
  async delete(id: string): Promise<void> {
    this.#memory.delete(id);
    const { secrets } = this.#deps;
    try {
      await secrets.delete(this.#start + id);
    } catch (error) {
      this.#changed.fire(id);
      const hint = l10n.t('Unlock or install a keyring, then try again.');
      throw new AppError('secretStorage', this.#texts.undeleted, { hint, cause: error });
    }
  }

  /** Returns all ids. Throws `AppError` (`secretStorage`) if they can’t be read. */
  async ids(): Promise<readonly string[]> {
    const { secrets } = this.#deps;
    try {
      const names = (await secrets.keys()).filter((name) => name.startsWith(this.#start));
      const stored = names.map((name) => name.slice(this.#start.length));
      return [...new Set([...stored, ...this.#memory.keys()])];
    } catch (error) {
      if (this.#memory.size > 0) return [...this.#memory.keys()];
      throw new AppError('secretStorage', l10n.t('Couldn’t read this system’s secret storage.'), {
        hint: l10n.t('Unlock or install a keyring, then try again.'),
        cause: error,
      });
    }
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
    this.#failed.dispose();
    this.#memory.clear();
  }
}
