import type { ConnectionSettings } from '../../src/auth/connectionList';
import { Emitter } from '../../src/base/event';
import type { SettingName } from '../../src/catalog/settings';

/** The user's settings in memory; a write tells of the change, as in VS Code. */
export class FakeConnectionSettings implements ConnectionSettings {
  readonly #values = new Map<SettingName, unknown>();
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  failure: Error | undefined;

  constructor(values: { readonly [N in SettingName]?: unknown } = {}) {
    for (const [name, value] of Object.entries(values))
      this.#values.set(name as SettingName, value);
  }

  read(name: SettingName): unknown {
    return this.#values.get(name);
  }

  async write(name: SettingName, value: unknown): Promise<void> {
    if (this.failure) throw this.failure;
    this.#values.set(name, value);
    this.#changed.fire();
  }
}
