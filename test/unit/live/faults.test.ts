import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { JsonObject } from '../../../src/api/schema/row';
import { startEmulator } from '../../../src/emulator/server';
import { LiveServer } from '../../../src/live/liveServer';
import { FakeClock } from '../../fakes/clock';
import { control } from '../emulator/wire';
import { LiveClient, PATH, said, setupOf, useLive } from './liveClient';

describe('live sessions: what goes wrong on demand', () => {
  const clock = new FakeClock();
  const live = useLive({ clock });
  const fault = (body: JsonObject): Promise<JsonObject> =>
    control(live.emulator(), 'POST', 'faults', {
      operation: 'live.bidiGenerateContent',
      ...body,
    });

  it('closes the connection in place of an error, at once or after some messages', async () => {
    await fault({ kind: 'status', status: 503 });
    const reason = 'The model is overloaded. Please try again later.';
    assert.deepEqual(await live.connect().ended, { code: 1011, reason });
    await fault({ kind: 'quota', after: 3 });
    const client = await live.talk();
    await client.send(said('Write a story.'));
    const { code, reason: why } = await client.ended;
    assert.equal(code, 1011);
    assert.match(why, /^You exceeded your current quota/);
    assert.equal(client.came.length, 3);
  });

  it('breaks it without a word', async () => {
    await fault({ kind: 'reset' });
    assert.equal((await live.connect().ended).code, 1006);
    await fault({ kind: 'reset', after: 2 });
    const client = await live.talk();
    await client.send(said('Write a story.'));
    assert.equal((await client.ended).code, 1006);
    assert.equal(client.came.length, 2);
  });

  it('leaves it open and silent', async () => {
    await fault({ kind: 'stall', after: 2 });
    const client = await live.talk();
    await client.send(said('Write a story.'), said('Hello?'));
    await client.isRead();
    assert.equal(client.came.length, 2);
    await client.close();
  });

  it('answers the handshake with something else', async () => {
    await fault({ kind: 'html', status: 502 });
    const client = live.connect();
    const [, answer] = (await once(client.socket, 'unexpected-response')) as [
      unknown,
      { readonly statusCode: number },
    ];
    assert.equal(answer.statusCode, 502);
    assert.equal(live.emulator().served()[0]?.refused['502'], 1);
  });

  it('is an error of the client’s where its last message has one', async () => {
    const client = await live.talk();
    await client.send({ clientContent: { turns: [{ role: 'robot' }], turnComplete: true } });
    const reason = 'Please use a valid role: user, model.';
    assert.deepEqual(await client.ended, { code: 1007, reason });
  });
});

describe('live sessions: the end of the emulator', () => {
  it('ends them too, in the middle of an answer', async () => {
    const clock = new FakeClock();
    const emulator = await startEmulator(
      { clock, speed: { latency: 0, rate: 1 } },
      new LiveServer(),
    );
    const url = `${emulator.baseUrl.replace('http', 'ws')}${PATH}?key=${emulator.apiKey}`;
    const client = new LiveClient(url);
    await client.send(setupOf(), said('Write a story.'));
    await client.next();
    await client.next();
    await emulator.close();
    assert.deepEqual(await client.ended, { code: 1001, reason: 'The emulator is stopping.' });
  });
});
