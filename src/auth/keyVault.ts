import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { Disposable } from '../base/disposable';
import { AppError } from '../base/errors';
import { Emitter } from '../base/event';
import type { AllowedOrigins } from './originConsent';

/** A key and the only origins it may be sent to. */
interface StoredKey extends AllowedOrigins {
  readonly key: string;
}

interface KeyVaultDeps {
  readonly secrets: vscode.SecretStorage;
  /** Learns every key, so that none reaches a log. */
  readonly onSecret: (secret: string) => void;
  /** Takes that the secret storage failed, and the key is in memory only. */
  readonly onStorageFailed: (error: unknown) => void;
}

/**
 * API keys by connection id, in the secret storage of VS Code. Where that fails, a key stays in memory
 * until the window closes; it is never written anywhere else.
 */
export class KeyVault implements Disposable {
  readonly #deps: KeyVaultDeps;
  // What was read or written in this window, until the storage says that it changed.
  readonly #known = new Map<string, StoredKey>();
  // Grows with every change, so that a read which was overtaken is not kept.
  #changes = 0;
  readonly #changed = new Emitter<string>();
  readonly #subscription: Disposable;
  /** Id of a connection whose key changed, in this window or another. */
  readonly onDidChange = this.#changed.event;

  constructor(deps: KeyVaultDeps) {
    this.#deps = deps;
    this.#subscription = deps.secrets.onDidChange(({ key }) => {
      const id = idOf(key);
      if (id === undefined) return;
      this.#forget(id);
      this.#changed.fire(id);
    });
  }

  /** Undefined where none is stored. Throws `AppError` (`secretStorage`) where that can't be known. */
  async read(id: string): Promise<StoredKey | undefined> {
    const known = this.#known.get(id);
    if (known) return known;
    const changes = this.#changes;
    const stored = parseStored(await this.#readText(id));
    if (!stored) return undefined;
    this.#deps.onSecret(stored.key);
    if (changes === this.#changes) this.#known.set(id, stored);
    return stored;
  }

  async write(id: string, stored: StoredKey): Promise<void> {
    this.#deps.onSecret(stored.key);
    try {
      await this.#deps.secrets.store(nameOf(id), JSON.stringify(stored));
    } catch (error) {
      this.#deps.onStorageFailed(error);
    }
    // After the storage told of the change, which forgets what was known.
    this.#forget(id);
    this.#known.set(id, stored);
    this.#changed.fire(id);
  }

  /** Throws `AppError` (`secretStorage`) where a stored key may still be there. */
  async delete(id: string): Promise<void> {
    this.#forget(id);
    try {
      await this.#deps.secrets.delete(nameOf(id));
    } catch (error) {
      throw new AppError(
        'secretStorage',
        l10n.t('The API key could not be deleted from the secret storage of this system.'),
        { hint: l10n.t('Unlock or install a keyring, then try again.'), cause: error },
      );
    }
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
    this.#known.clear();
  }

  #forget(id: string): void {
    this.#changes += 1;
    this.#known.delete(id);
  }

  async #readText(id: string): Promise<string | undefined> {
    try {
      return await this.#deps.secrets.get(nameOf(id));
    } catch (error) {
      throw new AppError(
        'secretStorage',
        l10n.t('The secret storage of this system could not be read.'),
        {
          hint: l10n.t(
            'Unlock or install a keyring, or add the API key again: it is then kept until this window closes.',
          ),
          cause: error,
        },
      );
    }
  }
}

const START = 'apiKey.';

function nameOf(id: string): string {
  return START + id;
}

function idOf(name: string): string | undefined {
  return name.startsWith(START) ? name.slice(START.length) : undefined;
}

function parseStored(text: string | undefined): StoredKey | undefined {
  if (text === undefined) return undefined;
  try {
    const { origin, key, uploadOrigin } = JSON.parse(text) as { readonly [name: string]: unknown };
    if (typeof origin !== 'string' || typeof key !== 'string') return undefined;
    return { origin, key, ...(typeof uploadOrigin === 'string' && { uploadOrigin }) };
  } catch {
    // Not ours, or damaged: as good as none, and the next key replaces it.
    return undefined;
  }
}
