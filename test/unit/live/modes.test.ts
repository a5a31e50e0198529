import assert from 'node:assert/strict';
import type { AnsweredBy } from '../../../src/emulator/requestLog';
import type { ResponseSource, WebSocketPeer } from '../../../src/emulator/responseSource';
import { control } from '../emulator/wire';
import { said, setupOf, textOf, useLive } from './liveClient';

describe('live sessions: where something stands in for the emulator', () => {
  const finished: (AnsweredBy | undefined)[] = [];
  const heard: string[] = [];
  const refuse = (): never => assert.fail('No request is to be answered.');
  const standIn: ResponseSource = {
    isOn: true,
    relays: false,
    actions: {},

    answer: refuse,
    relayUpload: refuse,
    uploaded: refuse,
    refused: () => undefined,
    close: () => undefined,
    openWebSocket: ({ client, answeredBy }): WebSocketPeer => ({
      send: (text) => {
        heard.push(text);
        answeredBy('recording');
        const isSetup = text.startsWith('{"setup"');
        client.send(JSON.stringify(isSetup ? { setupComplete: {} } : { serverContent: SAID }));
      },
      close: () => undefined,
    }),
    finished: (by) => finished.push(by),
  };
  const SAID = { modelTurn: { parts: [{ text: 'Not made here.' }] }, turnComplete: true };
  const live = useLive({ standIn: () => standIn });
  const rules = [
    { when: { user: { contains: 'weather' } }, response: { text: 'Dry.' } },
    { when: { user: 'And then?' }, response: 'generate' },
  ];

  it('have turns of rules answered here, and hand on all others', async () => {
    await control(live.emulator(), 'POST', 'mocks', { mocks: rules });
    const client = await live.talk();
    heard.length = 0;
    for (const [asked, answer] of [
      ['The weather?', 'Dry.'],
      ['And tomorrow?', 'Not made here.'],
      ['And then?', 'Not made here.'],
      ['The weather there?', 'Dry.'],
    ] as const) {
      await client.send(said(asked));
      assert.equal(textOf(await client.turn()), answer);
    }
    assert.deepEqual(
      heard,
      ['And tomorrow?', 'And then?'].map((text) => JSON.stringify(said(text))),
    );
    await client.close();
  });

  it('take no key that looks real where it would go nowhere', async () => {
    const key = `AIza${'Sy'.repeat(17)}A`;
    const path = '/ws/google.ai.generativelanguage.v1.GenerativeService.BidiGenerateContent';
    heard.length = 0;
    const client = live.connect(`${path}?key=${key}`);
    await client.send(setupOf()).catch(() => undefined);
    assert.equal((await client.ended).code, 1007);
    assert.deepEqual(heard, []);
  });
});
