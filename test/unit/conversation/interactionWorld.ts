import assert from 'node:assert/strict';
import type { Client } from '../../../src/api/call';
import { createClient } from '../../../src/api/client';
import { parseEndpoint } from '../../../src/api/endpoint';
import { UndiciTransport } from '../../../src/api/undiciSenders';
import type { Emulator } from '../../../src/emulator/options';
import type { JsonObject } from '../../../src/api/schema/row';
import type { TurnInteraction } from '../../../src/conversation/model/conversation';
import type { InitialState } from '../../../src/conversation/store/transcript';
import { REMOTE } from './fakeServices';
import { described } from './modeWorld';
import { type TestSession, World } from './world';

/** A model of the emulator that answers at once. */
export const FLASH = 'models/emulator-flash';

/** A world whose one connection leads to an emulator in this process. */
export class InteractionWorld extends World {
  /** What was sent, in its order. */
  readonly sent: { readonly operation: string; readonly input: JsonObject }[] = [];
  readonly real: Client;

  constructor(emulator: Emulator) {
    super();
    this.store.pages[REMOTE.id] = [[described('emulator-flash', 'generateContent')]];
    const transport = new UndiciTransport({
      endpoint: parseEndpoint(emulator.baseUrl),
      credential: () => Promise.resolve({ kind: 'apiKey', key: emulator.apiKey }),
    });
    const real = createClient({ transport, preferredVersion: 'v1beta' });
    this.real = real;
    const note = (operation: string, input: object): void => {
      this.sent.push({ operation, input: input as JsonObject });
    };
    const client: Client = {
      preferredVersion: 'v1beta',
      call(id, input, options) {
        note(id, input);
        return real.call(id, input, options);
      },
      stream(id, input, options) {
        note(id, input);
        return real.stream(id, input, options);
      },
      pages: (id, input, options) => real.pages(id, input, options),
      upload: (id, input, options) => real.upload(id, input, options),
      exchange: (request, options) => real.exchange(request, options),
      close: () => real.close(),
    };
    Object.assign(this.services, { clients: { get: async () => client } });
  }

  /** A session in the mode of interactions. */
  begin(over: Partial<InitialState> = {}): Promise<TestSession> {
    return this.open({ model: FLASH, mode: 'interaction', ...over });
  }

  /** Sends a message, and waits until its answer has ended. */
  async asked(session: TestSession, text: string): Promise<TurnInteraction> {
    await session.send(text);
    return await ended(session);
  }

  /** The last body that was sent to begin an interaction. */
  get body(): JsonObject {
    const last = this.sent.findLast(({ operation }) => operation === 'interactions.create');
    assert.ok(last, 'nothing was asked');
    return last.input.body as JsonObject;
  }
}

/** Waits until no answer arrives any more; gives the last one as an interaction. */
export async function ended(session: TestSession): Promise<TurnInteraction> {
  await until(session, () => !session.isStreaming);
  const { interaction } = session.answer;
  assert.ok(interaction, 'the answer is no interaction');
  return interaction;
}

/** Waits until something is so, which it can become only with what a session tells. */
export async function until(session: TestSession, isSo: () => boolean): Promise<void> {
  if (isSo()) return;
  await new Promise<void>((resolve) => {
    const subscription = session.onDidEmit(() => {
      if (!isSo()) return;
      subscription.dispose();
      resolve();
    });
  });
}

/** The types of the steps of an interaction. */
export function typesOf({ steps }: Pick<TurnInteraction, 'steps'>): readonly unknown[] {
  return steps.map(({ type }) => type);
}
