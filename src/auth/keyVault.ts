import * as l10n from '@vscode/l10n';
import type { Disposable } from '../base/disposable';
import type { Event } from '../base/event';
import { isObject } from '../base/json';
import type { AllowedOrigins } from './originConsent';
import { SecretEntries, type SecretEntriesDeps } from './secretEntries';

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
