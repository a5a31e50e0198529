import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

type Bound = { readonly most: number } | { readonly least: number };

/** What the benchmarks judge with: a plain module of scripts, which the type check of the tests does not read. */
interface Arithmetic {
  readonly verdictOf: (figure: number | undefined, bound: Bound, voided?: boolean) => string;
  readonly isVoid: (limitCpu: number, parserCpu: number) => boolean;
  readonly isRestless: (best: number, worst: number) => boolean;
  readonly exitCodeOf: (verdicts: readonly string[]) => number;
  readonly growthExponent: (
    small: readonly [number, number],
    large: readonly [number, number],
  ) => number;
  readonly median: (values: readonly number[]) => number;
}

describe('the verdicts of the benchmarks', () => {
  let arithmetic: Arithmetic;

  before(async () => {
    const { href } = pathToFileURL(resolve('test/bench/verdict.mjs'));
    arithmetic = (await import(href)) as Arithmetic;
  });

  it('meet a bound that is reached exactly, from either side', () => {
    const { verdictOf } = arithmetic;
    assert.equal(verdictOf(1.15, { most: 1.15 }), 'met');
    assert.equal(verdictOf(1.16, { most: 1.15 }), 'not met');
    assert.equal(verdictOf(6, { least: 6 }), 'met');
    assert.equal(verdictOf(5.9, { least: 6 }), 'not met');
  });

  it('say when there is nothing to judge', () => {
    const { verdictOf } = arithmetic;
    assert.equal(verdictOf(undefined, { most: 1 }), 'no figure');
    assert.equal(verdictOf(NaN, { least: 1 }), 'no figure');
    assert.equal(verdictOf(Infinity, { least: 1 }), 'no figure');
  });

  it('are void where a real parser undercuts the limit, also when the bound is met', () => {
    const { isVoid, verdictOf } = arithmetic;
    assert.equal(isVoid(9.6, 9.5), true);
    assert.equal(isVoid(9.5, 9.5), false);
    assert.equal(verdictOf(1, { most: 1.15 }, isVoid(9.6, 9.5)), 'void');
  });

  it('say nothing of times where one client took two and a half times as long in one round as in another', () => {
    const { isRestless } = arithmetic;
    assert.equal(isRestless(200, 501), true);
    assert.equal(isRestless(200, 500), false);
  });

  it('end the run well only when every goal is met', () => {
    const { exitCodeOf } = arithmetic;
    assert.equal(exitCodeOf(['met', 'met']), 0);
    for (const bad of ['not met', 'void', 'no figure']) assert.equal(exitCodeOf(['met', bad]), 1);
    assert.equal(exitCodeOf([]), 1);
  });

  it('tell growth in proportion from growth with the square', () => {
    const { growthExponent } = arithmetic;
    assert.equal(growthExponent([5, 10], [20, 40]), 1);
    assert.equal(growthExponent([5, 10], [20, 160]), 2);
  });

  it('take the middle of the runs', () => {
    assert.equal(arithmetic.median([9, 1, 2]), 2);
    assert.equal(arithmetic.median([4, 1, 2, 9]), 3);
  });
});
