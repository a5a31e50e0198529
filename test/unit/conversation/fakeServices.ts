import type { JsonObject } from '../../../src/api/schema/row';
import { AppError } from '../../../src/base/errors';
import { Emitter } from '../../../src/base/event';
import type { ResourceRef } from '../../../src/catalog/ref';
import type { Connection, Connections } from '../../../src/service/connection';
import type { Emulator, EmulatorState } from '../../../src/service/emulator';
import type { ModelStore } from '../../../src/conversation/request/models';
import type { LoadedList, StoreChange } from '../../../src/service/store';

export const EMULATOR: Connection = {
  id: 'emulator',
  name: 'Emulator',
  endpoint: '',
  auth: 'apiKey',
};
export const REMOTE: Connection = {
  id: 'remote01',
  name: 'Remote',
  endpoint: 'https://example.test:8443',
  auth: 'apiKey',
};

const CAN = { supportedGenerationMethods: ['generateContent'] };
export const EMBEDDER = { name: 'models/embed', supportedGenerationMethods: ['embedContent'] };
export const SMALL = { ...CAN, name: 'models/small', displayName: 'Small', inputTokenLimit: 100 };
export const LARGE = { ...CAN, name: 'models/large', displayName: 'Large', thinking: true };
export const EMULATED = { ...CAN, name: 'models/emulated', displayName: 'Emulated' };

export class FakeConnections implements Connections {
  readonly #changed = new Emitter<void>();
  all: readonly Connection[] = [REMOTE, EMULATOR];
  active: Connection | undefined = REMOTE;
  readonly onDidChange = this.#changed.event;

  list(): readonly Connection[] {
    return this.all;
  }

  find(id: string): Connection | undefined {
    return this.all.find((connection) => connection.id === id);
  }

  async activate(id: string): Promise<void> {
    this.set(this.all, id);
  }

  set(all: readonly Connection[], active?: string): void {
    this.all = all;
    this.active = active === undefined ? undefined : this.find(active);
    this.#changed.fire();
  }
}

export class FakeEmulator implements Emulator {
  readonly #changed = new Emitter<EmulatorState>();
  state: EmulatorState = { status: 'stopped' };
  readonly onDidChangeState = this.#changed.event;

  async start(): Promise<never> {
    throw new Error('Asked for through the clients only');
  }

  async stop(): Promise<void> {
    this.set({ status: 'stopped' });
  }

  set(state: EmulatorState): void {
    this.state = state;
    this.#changed.fire(state);
  }
}

/** Lists of models, a page at a time. */
export class FakeStore implements ModelStore {
  readonly #changed = new Emitter<StoreChange>();
  readonly #loaded = new Map<string, LoadedList>();
  readonly onDidChange = this.#changed.event;
  /** By connection. */
  pages: { [connection: string]: readonly (readonly JsonObject[])[] } = {
    [REMOTE.id]: [[EMBEDDER, SMALL, LARGE]],
    [EMULATOR.id]: [[EMULATED]],
  };
  /** Thrown by every look at the service. */
  failure: Error | undefined;
  /** What every look waits for. */
  gate: Promise<void> = Promise.resolve();

  list(collection: ResourceRef): Promise<LoadedList> {
    return this.#load(collection, 1);
  }

  loadMore(collection: ResourceRef): Promise<LoadedList> {
    return this.#load(collection, Number(this.peek(collection)?.nextPageToken ?? 1));
  }

  peek({ connection }: ResourceRef): LoadedList | undefined {
    return this.#loaded.get(connection);
  }

  async get({ connection, name }: ResourceRef): Promise<JsonObject> {
    await this.gate;
    if (this.failure) throw this.failure;
    const found = (this.pages[connection] ?? []).flat().find((item) => item.name === name);
    if (!found) throw new AppError('modelNotFound', `${name} doesn’t exist.`);
    return found;
  }

  invalidate(): void {
    this.#loaded.clear();
  }

  async #load({ connection }: ResourceRef, count: number): Promise<LoadedList> {
    await this.gate;
    if (this.failure) throw this.failure;
    const pages = this.pages[connection] ?? [];
    const more = count < pages.length;
    const loaded = {
      items: pages.slice(0, count).flat(),
      ...(more && { nextPageToken: String(count + 1) }),
    };
    this.#loaded.set(connection, loaded);
    return loaded;
  }
}
