import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { JsonObject } from '../../../src/base/json';
import type { RecordedFrame, RecordedSession } from '../../../src/recordings/exchange';
import { isClosedWithError, sessionDifferences } from '../../../src/recordings/host/rerunSession';
import { rerunWebSocket } from '../../../src/recordings/webSocketRerun';
import { FakeClock } from '../../fakes/clock';

const READY: JsonObject = { setupComplete: {} };
const END: JsonObject = { serverContent: { turnComplete: true } };
const client = (ms: number, text: string): RecordedFrame => {
  return { from: 'client', ms, data: { json: { realtimeInput: { text } } } };
};
const server = (ms: number, json: JsonObject): RecordedFrame => ({
  from: 'server',
  ms,
  data: { json },
});

const TALK: RecordedSession = {
  frames: [
    client(0, 'setup at {{cwd}}'),
    server(10, READY),
    client(20, 'one'),
    client(520, 'two'),
    server(600, END),
    client(700, 'three'),
    server(800, END),
  ],
  closed: { from: 'client', code: 1000, reason: '' },
};

describe('a session that is spoken again', () => {
  /** Speaks it to somebody who answers by hand. */
  async function speaking(isPaced: boolean, signal = new AbortController().signal) {
    const clock = new FakeClock();
    const told: string[] = [];
    const frames: RecordedFrame[] = [];
    let other = {
      send: (_text: string): void => undefined,
      close: (_code: number, _reason: string): void => undefined,
    };
    const ended = rerunWebSocket(TALK, {
      open: (listening) => {
        other = listening;
        return {
          send: (text) => void told.push(/"text":"(.*?)"/.exec(text)?.[1] ?? text),
          close: (code) => void told.push(`closed ${code}`),
        };
      },
      sent: (text) => text.replaceAll('{{cwd}}', '/here'),
      onFrame: (frame) => frames.push(frame),
      clock,
      isPaced,
      signal,
    });
    await setImmediate();
    const answer = async (json: JsonObject): Promise<void> => {
      other.send(JSON.stringify(json));
      await setImmediate();
    };
    const wait = async (ms: number): Promise<void> => {
      clock.advance(ms);
      await setImmediate();
    };
    return {
      told,
      frames,
      ended,
      answer,
      wait,
      close: (code: number) => other.close(code, 'Why.'),
    };
  }

  it('waits for what the program had waited for, and keeps its distances where somebody listens', async () => {
    const on = await speaking(true);
    assert.deepEqual(on.told, ['setup at /here']);
    await on.answer(READY);
    assert.deepEqual(on.told.slice(1), ['one']);
    await on.wait(499);
    assert.equal(on.told.length, 2);
    await on.wait(1);
    assert.deepEqual(on.told.slice(2), ['two']);
    await on.answer({ serverContent: {} });
    assert.equal(on.told.length, 3);
    await on.answer(END);
    assert.deepEqual(on.told.slice(3), ['three']);
    await on.answer(END);
    assert.deepEqual(await on.ended, TALK.closed);
    assert.deepEqual(on.told.slice(4), ['closed 1000']);
    assert.deepEqual(on.frames[0], { ...TALK.frames[0] });
  });

  it('ends with the other side, and with whoever leaves', async () => {
    const on = await speaking(false);
    on.close(1008);
    assert.deepEqual(await on.ended, { from: 'server', code: 1008, reason: 'Why.' });
    assert.deepEqual(on.told, ['setup at /here']);
    const gone = new AbortController();
    const left = await speaking(false, gone.signal);
    gone.abort();
    assert.equal((await left.ended).from, 'client');
    assert.deepEqual(left.told.slice(1), ['closed 1000']);
  });
});

describe('two sessions', () => {
  const now = (...frames: readonly RecordedFrame[]): RecordedSession => ({ ...TALK, frames });

  it('differ in what the service has said, how much of it, and how they ended', () => {
    assert.deepEqual(sessionDifferences(TALK, TALK), []);
    const [setup = client(0, ''), , ...rest] = TALK.frames;
    assert.deepEqual(
      sessionDifferences(TALK, now(setup, server(99, { setupComplete: { a: 1 } }), ...rest)),
      [
        'Message 1, setupComplete: recorded {}, now nothing',
        'Message 1, setupComplete.a: recorded nothing, now 1',
      ],
    );
    const closed = { from: 'server', code: 1011, reason: 'Too much.' } as const;
    const cut = { frames: [setup, server(3, READY)], closed };
    assert.deepEqual(sessionDifferences(TALK, cut), [
      'Server messages: recorded 3, now 1',
      'Close code: recorded 1000, now 1011 Too much.',
    ]);
    assert.deepEqual([isClosedWithError(cut), isClosedWithError(TALK)], [true, false]);
  });
});
