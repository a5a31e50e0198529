import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/api/schema/row';
import { control } from '../emulator/wire';
import { contentOf, said, useLive } from './liveClient';

describe('live sessions: rules that answer', () => {
  const live = useLive();
  const rules = (...all: readonly JsonObject[]): Promise<JsonObject> =>
    control(live.emulator(), 'POST', 'mocks', { mocks: all, replace: true });

  it('give messages of sessions as they are', async () => {
    const modelTurn = { role: 'model', parts: [{ text: 'As it is.' }] };
    const raw = [{ serverContent: { modelTurn } }, { serverContent: { turnComplete: true } }];
    await rules({ when: {}, response: { raw } });
    const client = await live.talk();
    await client.send(said('Hello.'));
    const turn = await client.turn();
    assert.deepEqual(turn.map(contentOf), [{ modelTurn }, { turnComplete: true }]);
    await client.close();
  });
});
