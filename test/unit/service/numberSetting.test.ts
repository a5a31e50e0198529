import assert from 'node:assert/strict';
import { callLimits, outOfRange } from '../../../src/service/numberSetting';

function limits(user: { readonly [name: string]: unknown }) {
  return callLimits({ read: (name) => user[name] });
}

describe('the limits of calls', () => {
  it("are four attempts in the operation's own time where nothing is set", () => {
    assert.deepEqual(limits({}), { maxAttempts: 4 });
  });

  it('are what the user set', () => {
    const user = { 'retry.maxAttempts': 0, timeoutSeconds: 90 };
    assert.deepEqual(limits(user), { maxAttempts: 0, timeoutMs: 90_000 });
  });

  it('take what is out of range as the nearest, and what is no whole number as not set', () => {
    assert.deepEqual(limits({ 'retry.maxAttempts': 99, timeoutSeconds: -1 }), { maxAttempts: 10 });
    assert.deepEqual(limits({ 'retry.maxAttempts': -3, timeoutSeconds: 1e9 }), {
      maxAttempts: 0,
      timeoutMs: 3_600_000,
    });
    for (const wrong of ['2', 1.5, null, [3], NaN, Infinity]) {
      assert.deepEqual(limits({ 'retry.maxAttempts': wrong, timeoutSeconds: wrong }), {
        maxAttempts: 4,
      });
    }
  });
});

describe('a number out of range', () => {
  it('is told from one in range and from what is no number', () => {
    const port = (value: unknown) => outOfRange('emulator.port', { read: () => value });
    assert.deepEqual([65_536, -1].map(port), [65_536, -1]);
    for (const fine of [0, 65_535, undefined, '70000', NaN]) assert.equal(port(fine), undefined);
  });
});
