import type { Client } from '../../../src/api/call';
import type { Clock } from '../../../src/base/clock';
import type { Emulator } from '../../../src/emulator/options';
import { startEmulator } from '../../../src/emulator/server';
import type { ResourceRef } from '../../../src/catalog/ref';
import { createCalls } from '../../../src/service/calls';
import {
  bytesSource,
  entryRef,
  openEntry,
  writeEntry,
} from '../../../src/service/environmentFiles';
import { ResourceStore } from '../../../src/service/resourceStore';
import { clientOf } from '../console/sending';
import { FakeClock } from '../../fakes/clock';
import { MINE } from '../../fakes/room';

/** An environment of an emulator, as this machine's services reach it. */
export class EnvironmentWorld {
  readonly clock = new FakeClock();
  readonly services;
  readonly environment: ResourceRef;
  readonly client: Client;
  readonly #emulator: Emulator;

  private constructor(emulator: Emulator, client: Client, id: string, clock: FakeClock) {
    this.clock = clock;
    this.#emulator = emulator;
    this.client = client;
    const clients = { get: () => Promise.resolve(client) };
    const calls = createCalls(clients);
    this.services = { clients, calls, store: new ResourceStore(calls) };
    const name = `environments/${id}`;
    this.environment = { connection: MINE.id, version: 'v1beta', kind: 'environment', name };
  }

  /** @param files texts by their paths. */
  static async open(files: { readonly [path: string]: string }): Promise<EnvironmentWorld> {
    const clock = new FakeClock();
    const speed = { latency: 0, rate: 0 };
    const emulator = await startEmulator({ clock: clock as Clock, speed });
    const client = await clientOf(emulator);
    const sources = Object.entries(files).map(([target, content]) => {
      return { type: 'inline', target, content } as const;
    });
    const made = await client.call('environments.create', { body: { sources } });
    return new EnvironmentWorld(emulator, client, made.id ?? '', clock);
  }

  entry(path: string): ResourceRef {
    return entryRef(this.environment, path);
  }

  async text(path: string): Promise<string> {
    const pieces: Uint8Array[] = [];
    const bytes = await openEntry(this.client, this.entry(path), { clock: this.clock });
    for await (const piece of bytes) pieces.push(Uint8Array.from(piece));
    return Buffer.concat(pieces).toString();
  }

  /** Writes a file as the agent does, a moment later. */
  async write(path: string, text: string): Promise<void> {
    this.clock.advance(2000);
    const source = bytesSource(Buffer.from(text));
    const entry = { source, mimeType: 'text/plain', isReplacing: true };
    await writeEntry(this.client, this.entry(path), entry, {});
    this.clock.advance(2000);
  }

  async close(): Promise<void> {
    await this.client.close();
    await this.#emulator.close();
  }
}
