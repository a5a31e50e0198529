import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/api/schema/row';
import { isObject, items } from '../../../src/base/json';
import { control } from '../emulator/wire';
import { contentOf, said, setupOf, textOf, useLive } from './liveClient';

describe('live sessions: rules that answer', () => {
  const live = useLive();
  const rules = (...all: readonly JsonObject[]): Promise<JsonObject> =>
    control(live.emulator(), 'POST', 'mocks', { mocks: all, replace: true });

  it('call functions, and answer what these gave back', async () => {
    const call = { name: 'forecast', args: { city: 'Oslo' } };
    await rules(
      { when: { result: 'forecast' }, response: { text: 'It is clear.' } },
      { when: {}, response: { calls: [call] } },
    );
    const functionDeclarations = [{ name: 'forecast', behavior: 'BLOCKING' }];
    const client = await live.talk(setupOf({ tools: [{ functionDeclarations }] }));
    await client.send(said('And?'));
    const { toolCall } = await client.next();
    const [called] = items((toolCall as JsonObject).functionCalls);
    assert.ok(isObject(called));
    assert.deepEqual([called.name, called.args], [call.name, call.args]);
    const functionResponses = [{ id: called.id, name: 'forecast', response: { sky: 'clear' } }];
    await client.send({ toolResponse: { functionResponses } });
    assert.equal(textOf(await client.turn()), 'It is clear.');
    await client.close();
  });

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
