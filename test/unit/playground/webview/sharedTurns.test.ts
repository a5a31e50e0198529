import assert from 'node:assert/strict';
import { sharedTurns } from '../../../../src/playground/webview/reducer';
import { model, user } from '../host/samples';

const before = [user('Hello', 'u1'), model([{ text: 'Hi' }], {}, 'm1')];

describe('turns of a newer snapshot', () => {
  it('are the same list where nothing changed', () => {
    assert.equal(sharedTurns(before, structuredClone(before)), before);
  });

  it('are the earlier objects but for those that changed', () => {
    const now = structuredClone([...before, user('More?', 'u2')]);
    now[1] = model([{ text: 'Hi there' }], {}, 'm1');
    const shared = sharedTurns(before, now);
    assert.equal(shared[0], before[0]);
    assert.equal(shared[1], now[1]);
    assert.equal(shared[2], now[2]);
  });

  it('are the earlier objects at other places too', () => {
    const shared = sharedTurns(before, structuredClone([user('New', 'u0'), ...before]));
    assert.equal(shared[1], before[0]);
  });

  it('are others where a field came or went', () => {
    const [, answer] = before;
    const edited = { ...model([{ text: 'Hi' }], {}, 'm1'), edited: true };
    assert.equal(sharedTurns([answer!], [edited])[0], edited);
    assert.equal(sharedTurns([edited], [answer!])[0], answer);
  });
});
