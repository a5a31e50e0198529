import assert from 'node:assert/strict';
import { findIn, replaceIn, SlowPatternError, estimateSteps } from '../../../src/base/patterns';

const SLOW = `${'a'.repeat(40)}!`;

describe('patterns of users', () => {
  for (const pattern of [/(a+)+$/u, /(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)x/]) {
    it(`${pattern} is stopped where it would not end`, () => {
      const text = pattern.source.endsWith('x') ? 'a'.repeat(2000) : SLOW;
      assert.throws(
        () => findIn(text, pattern),
        (error: unknown) =>
          error instanceof SlowPatternError &&
          error.message.includes(`${pattern} takes too long for a string of ${text.length} char`) &&
          error.hint !== undefined,
      );
    });
  }

  it('are stopped in what they replace too, and work on afterwards', () => {
    assert.throws(() => replaceIn(SLOW, /(a+)+$/g, 'b'), SlowPatternError);
    assert.equal(replaceIn('aa!aa', /(a+)+$/g, 'b'), 'aa!b');
    assert.equal(findIn('x aa', /(a+)+$/)?.index, 2);
    assert.equal(findIn('x', /(a+)+$/), null);
  });

  /** Ways and steps that no backtracking can exceed, on a text of nine characters. */
  const ways: readonly (readonly [pattern: RegExp, most: number])[] = [
    [/^sum/, 4],
    [/\d+/, 10 * 3 * 10],
    [/a{2,5}b/, 10 * 7 * 6],
    [/(a)\1/, 10 * 5 * 10],
    [/(?:ab)+/, Infinity],
    [/^(a|a)*$/i, Infinity],
  ];
  for (const [pattern, most] of ways) {
    it(`${pattern} has ${most} at most, on nine characters`, () => {
      assert.equal(estimateSteps(pattern, 9), most);
    });
  }
});
