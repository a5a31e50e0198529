import assert from 'node:assert/strict';
import { isObject } from '../../../src/base/json';
import { generate } from '../emulator/wire';
import { contentOf, partsOf, said, setupOf, textOf, useLive } from './liveClient';

describe('live sessions: turns in text', () => {
  const live = useLive();

  it('are answered in pieces, then said to be made, then to be over with their tokens', async () => {
    const client = await live.talk();
    await client.send(said('Name a harbour.'));
    const turn = await client.turn();
    const [done, over] = turn.slice(-2);
    assert.deepEqual(done, { serverContent: { generationComplete: true } });
    assert.deepEqual(contentOf(over ?? {}), { turnComplete: true });
    const usage = over?.usageMetadata;
    assert.ok(isObject(usage));
    const { promptTokenCount, responseTokenCount, totalTokenCount } = usage as {
      readonly [name: string]: number;
    };
    assert.ok(promptTokenCount && responseTokenCount);
    assert.equal(totalTokenCount, promptTokenCount + responseTokenCount);
    assert.equal(usage.candidatesTokenCount, undefined);
    const pieces = partsOf(turn);
    assert.ok(pieces.length > 5);
    assert.match(textOf(turn), /“Name a harbour\.”/);
    await client.close();
  });

  it('say what generateContent says to the same conversation', async () => {
    const client = await live.talk(setupOf({ model: 'models/emulator-flash' }));
    await client.send(said('Write a list of harbours.'));
    const first = textOf(await client.turn());
    await client.send(said('And a table, please.'));
    const second = textOf(await client.turn());
    const contents = [
      { role: 'user', parts: [{ text: 'Write a list of harbours.' }] },
      { role: 'model', parts: [{ text: first }] },
      { role: 'user', parts: [{ text: 'And a table, please.' }] },
    ];
    const whole = await generate(live.emulator(), { contents }, 'emulator-flash');
    const parts = whole.candidates?.[0]?.content?.parts ?? [];
    assert.equal(second, parts.map(({ text }) => text).join(''));
    await client.close();
  });
});
