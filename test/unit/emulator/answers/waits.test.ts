import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/base/json';
import { FakeClock } from '../../../fakes/clock';
import { setupOf, textOf, useLive } from '../../live/liveClient';
import { said as saidLive } from '../../live/liveClient';
import { type Answer, ask, control, useEmulator } from '../wire';
import { MODEL, said } from './scripted';
import { until } from '../../../fakes/until';

const PIECES = [{ text: 'a' }, { after: 80, text: 'b' }, { after: 20, text: 'c' }];

describe('emulator: waits of rules', () => {
  const clock = new FakeClock();
  // Of its own speed nothing is to be seen.
  const emulator = useEmulator({ clock, speed: { latency: 5000, rate: 1 } });

  const rule = (answer: object, waits = 1): Promise<unknown> =>
    control(emulator(), 'POST', 'mocks', { mocks: [{ response: answer }], waits, replace: true });

  /** Moves the clock from wait to wait. What it was moved by, and the answer. */
  async function waited(answer: Promise<Answer>): Promise<readonly [number, Answer]> {
    const start = clock.monotonic();
    let isOver = false;
    const end = answer.then(() => void (isOver = true));
    while (!isOver) {
      await new Promise((resolve) => setImmediate(resolve));
      if (clock.pending > 0) clock.advance(10);
    }
    await end;
    return [clock.monotonic() - start, await answer];
  }

  const generate = (method: string): Promise<Answer> =>
    ask(emulator(), `/v1beta/models/${MODEL}:${method}`, { body: said('Hi') });
  const interact = (stream: boolean): Promise<Answer> =>
    ask(emulator(), '/v1beta/interactions', { body: { model: MODEL, input: 'Hi', stream } });

  it('are those between the pieces of a stream, and their sum before a whole answer', async () => {
    await rule({ pieces: PIECES });
    for (const way of [
      () => generate('streamGenerateContent?alt=sse'),
      () => generate('streamGenerateContent'),
      () => generate('generateContent'),
      () => interact(true),
      () => interact(false),
    ]) {
      const [time, { text }] = await waited(way());
      assert.equal(time, 100);
      assert.match(text, /"c"|abc/);
    }
  });

  it('come before the first piece, and with each token, where a rule says so', async () => {
    await rule({ text: 'a', latency: 300 });
    assert.equal((await waited(generate('generateContent')))[0], 300);
    await rule({ pieces: [{ text: 'a' }, { text: 'b' }], rate: 10 });
    assert.equal((await waited(generate('generateContent')))[0], 200);
  });

  it('are the emulator’s own where there is no rule, with another speed at once', async () => {
    await control(emulator(), 'DELETE', 'mocks');
    const stream = (text = 'Hi'): Promise<Answer> =>
      ask(emulator(), `/v1beta/models/${MODEL}:streamGenerateContent`, { body: said(text) });
    await control(emulator(), 'POST', 'speed', { latency: 300, rate: 0 });
    assert.equal((await waited(stream()))[0], 300);
    await control(emulator(), 'POST', 'speed', { latency: 0, rate: 10 });
    const [time, { text }] = await waited(stream());
    const { usageMetadata } = (JSON.parse(text) as JsonObject[]).at(-1) ?? {};
    const { candidatesTokenCount, thoughtsTokenCount } = usageMetadata as JsonObject;
    const wanted = 100 * (Number(candidatesTokenCount) + Number(thoughtsTokenCount));
    assert.equal(time, wanted);
    await control(emulator(), 'POST', 'speed', { latency: 0, rate: 0 });
    assert.ok((await waited(stream('Hi [[slow]]')))[0] >= 2000);
  });
});

describe('live sessions: waits of rules', () => {
  const clock = new FakeClock();
  const live = useLive({ clock });

  it('are those between their pieces', async () => {
    const rules = [{ response: { pieces: PIECES } }];
    await control(live.emulator(), 'POST', 'mocks', { mocks: rules });
    const client = await live.talk(setupOf());
    await client.send(saidLive('Hi'));
    const first = await client.next();
    assert.equal(textOf([first]), 'a');
    await until(() => clock.pending > 0);
    clock.advance(80);
    assert.equal(textOf([await client.next()]), 'b');
    await until(() => clock.pending > 0);
    clock.advance(20);
    assert.equal(textOf(await client.turn()), 'c');
    await client.close();
  });
});
