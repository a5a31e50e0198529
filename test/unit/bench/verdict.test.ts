import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

type Bound = { readonly most: number } | { readonly least: number };

/** What the benchmarks judge with: a plain module of scripts, which the type check of the tests does not read. */
interface Arithmetic {
  readonly verdictOf: (figure: number | undefined, bound: Bound, voided?: boolean) => string;
  readonly isVoid: (limitCpu: number, parserCpu: number) => boolean;
  readonly exitCodeOf: (verdicts: readonly string[]) => number;
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

  it('are void where a real parser undercuts the limit, also when the bound is met', () => {
    const { isVoid, verdictOf } = arithmetic;
    assert.equal(isVoid(9.6, 9.5), true);
    assert.equal(isVoid(9.5, 9.5), false);
    assert.equal(verdictOf(1, { most: 1.15 }, isVoid(9.6, 9.5)), 'void');
  });

  it('end the run well only when every goal is met', () => {
    const { exitCodeOf } = arithmetic;
    assert.equal(exitCodeOf(['met', 'met']), 0);
    for (const bad of ['not met', 'void', 'no figure']) assert.equal(exitCodeOf(['met', bad]), 1);
    assert.equal(exitCodeOf([]), 1);
  });
});
