import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import type { Emulator } from '../../../../src/emulator/options';
import { ask, control, json } from '../wire';

/** The webhooks of an emulator, as a client and its controller see them. */
export class Hooks {
  readonly #emulator: () => Emulator;

  constructor(emulator: () => Emulator) {
    this.#emulator = emulator;
  }

  async create(uri: string, events: readonly string[]): Promise<JsonObject> {
    return await json(this.#emulator(), '/v1/webhooks', { uri, subscribed_events: events });
  }

  async get(id: unknown): Promise<JsonObject> {
    return await json(this.#emulator(), `/v1/webhooks/${String(id)}`);
  }

  async change(id: unknown, change: JsonObject): Promise<JsonObject> {
    const sent = { method: 'PATCH', body: change };
    const path = `/v1/webhooks/${String(id)}?update_mask=${Object.keys(change).join(',')}`;
    const answer = await ask(this.#emulator(), path, sent);
    assert.equal(answer.status, 200, answer.text);
    return JSON.parse(answer.text) as JsonObject;
  }

  async ping(id: unknown): Promise<void> {
    await json(this.#emulator(), `/v1/webhooks/${String(id)}:ping`, {});
  }

  /** Newest first. */
  async deliveries(): Promise<readonly JsonObject[]> {
    const { deliveries } = await control(this.#emulator(), 'GET', 'deliveries');
    return deliveries as readonly JsonObject[];
  }

  /** The newest one as soon as it is as expected. */
  async delivery(isReached: (delivery: JsonObject) => boolean): Promise<JsonObject> {
    for (;;) {
      const [first] = await this.deliveries();
      if (first && isReached(first)) return first;
    }
  }
}
