import assert from 'node:assert/strict';
import { LocalEdits } from '../../../../src/webview/kit/localEdits';
import { FakeClock } from '../../../fakes/clock';
import { settled } from '../../../fakes/settle';

const PAUSE = 250;

interface Sent {
  readonly edits: object;
  readonly answer: (isTaken: boolean) => void;
}

describe('what is edited in a panel', () => {
  let clock: FakeClock;
  let sent: Sent[];
  let wrong: readonly string[];
  let edits: LocalEdits<string>;

  beforeEach(() => {
    clock = new FakeClock();
    sent = [];
    wrong = [];
    edits = new LocalEdits<string>({
      clock,
      pauseMs: PAUSE,
      canSend: (_key, value) => !wrong.includes(value),
      send: (all) => new Promise((answer) => sent.push({ edits: Object.fromEntries(all), answer })),
    });
    edits.onSnapshot('one');
  });

  it('is sent a moment after the last key, all that changed together', () => {
    edits.put('a', '1');
    clock.advance(PAUSE - 1);
    edits.put('b', '2');
    clock.advance(PAUSE - 1);
    assert.equal(sent.length, 0);
    clock.advance(1);
    assert.deepEqual(sent[0]?.edits, { a: '1', b: '2' });
  });

  it('is on top of what the host says until the host has taken it', async () => {
    edits.put('a', '1');
    void edits.flush();
    edits.onSnapshot('one');
    assert.equal(edits.get('a'), '1');
    await settled(sent[0]?.answer(true));
    assert.equal(edits.get('a'), undefined);
  });

  it('is sent again with the next edit where that failed', async () => {
    edits.put('a', '1');
    const flushed = edits.flush();
    sent[0]?.answer(false);
    assert.equal(await flushed, false);
    edits.onSnapshot('one');
    assert.equal(edits.get('a'), '1');
    edits.put('b', '2');
    clock.advance(PAUSE);
    assert.deepEqual(sent[1]?.edits, { a: '1', b: '2' });
  });

  it('stays here while it may not be sent, and keeps no other edit here', async () => {
    wrong = ['x'];
    edits.put('a', 'x');
    assert.equal(await edits.flush(), false);
    assert.equal(sent.length, 0);
    edits.put('b', '2');
    edits.put('a', 'x');
    const flushed = edits.flush();
    assert.deepEqual(sent[0]?.edits, { b: '2' });
    sent[0]?.answer(true);
    assert.equal(await flushed, false);
    edits.onSnapshot('one');
    assert.deepEqual([...edits.all], [['a', 'x']]);
    wrong = [];
    void edits.flush();
    assert.deepEqual(sent[1]?.edits, { a: 'x' });
  });

  it('comes back after a reload with what it belongs to, and is sent then', () => {
    wrong = ['x'];
    edits.put('a', 'x');
    edits.put('b', '2');
    const { kept } = edits;
    assert.deepEqual(kept, {
      owner: 'one',
      edits: [
        ['a', 'x'],
        ['b', '2'],
      ],
    });
    edits.clear();
    assert.equal(edits.kept, undefined);
    edits.restore(kept);
    edits.onSnapshot('other');
    assert.deepEqual([edits.has('a'), edits.kept], [false, kept]);
    edits.onSnapshot('one');
    assert.deepEqual([edits.get('a'), edits.kept], ['x', kept]);
    clock.advance(PAUSE);
    assert.deepEqual(sent[0]?.edits, { b: '2' });
  });

  it('is gone with what it belonged to', () => {
    edits.put('a', '1');
    edits.onSnapshot('other');
    assert.equal(edits.has('a'), false);
    clock.advance(PAUSE);
    assert.equal(sent.length, 0);
  });
});
