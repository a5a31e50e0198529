import assert from 'node:assert/strict';
import type { ModelTurn } from '../../../../src/conversation/model/conversation';
import { spendingOf, turnPrices } from '../../../../src/conversation/request/modelFacts';
import { PACK_DATE } from '../../../../src/api/modelPack';

const NOW = Date.parse('2026-11-22T12:00:00Z');

function answer(id: string, over: Partial<ModelTurn> = {}): ModelTurn {
  return {
    id,
    role: 'model',
    model: 'models/gemini-2.5-flash',
    version: 'v1beta',
    content: { role: 'model', parts: [{ text: 'A kite' }] },
    outcome: {
      verdict: 'complete',
      durationMs: 1,
      usage: { promptTokenCount: 1000, candidatesTokenCount: 1000 },
    },
    ...over,
  };
}

const totals = (...turns: readonly ModelTurn[]) =>
  Object.entries(turnPrices(turns, NOW)?.estimates ?? {}).map(([id, { total }]) => [
    id,
    Math.round(total * 1e6),
  ]);

describe('what the answers of a conversation cost', () => {
  it('is told for those whose prices are known, with the day of these', () => {
    const unknown = answer('b', { model: 'models/emulator-flash' });
    assert.deepEqual(totals(answer('a'), unknown), [['a', 2800]]);
    assert.equal(turnPrices([answer('a')], NOW)?.asOf, PACK_DATE);
    assert.equal(turnPrices([unknown], NOW), undefined);
  });

  it('is nothing for an answer of the emulator or of a recording', () => {
    assert.deepEqual(totals(answer('a', { free: true })), []);
  });

  it('says so where the prices may have changed since', () => {
    const later = NOW + 120 * 24 * 60 * 60 * 1000;
    const outdated = (id: string, now: number) =>
      turnPrices([answer(id, { model: 'models/gemini-3.5-flash' })], now)?.estimates[id]?.outdated;
    assert.equal(outdated('a', NOW), undefined);
    assert.equal(outdated('b', later), PACK_DATE);
  });

  it('adds up with all branches, and counts those whose price is unknown', () => {
    const unknown = { model: 'models/tuned', answer: {} };
    const { outcome } = answer('x');
    const failed = {
      ...unknown,
      content: {},
      outcome: { verdict: 'failed', durationMs: 1 },
    } as const;
    const imported = {
      model: 'models/tuned',
      outcome: { verdict: 'complete', durationMs: 1 },
    } as const;
    const total = (...turns: readonly ModelTurn[]) => spendingOf({ turns }, NOW);
    const facts = { asOf: PACK_DATE, isOutdated: false };
    assert.deepEqual(total(), undefined);
    assert.deepEqual(total(answer('a', imported), answer('b', failed)), undefined);
    assert.deepEqual(total(answer('a', { free: true })), { tokens: 2000, unknown: 0, ...facts });
    const lost = { ...outcome, usage: undefined, verdict: 'lost' };
    const branches = [{ after: 'a', turns: [answer('b'), answer('c', unknown)] }];
    const turns = [answer('a'), answer('d', { ...unknown, outcome: lost as never })];
    const { price = 0, ...spent } = spendingOf({ turns, branches }, NOW) ?? {};
    assert.deepEqual(spent, { tokens: 6000, unknown: 2, ...facts });
    assert.equal(Math.round(price * 1e6), 5600);
  });

  it('goes by the model and the tier that the service names, else by what was asked for', () => {
    const renamed = answer('a', {
      model: 'models/gemini-flash-latest',
      answer: { modelVersion: 'gemini-3.8-flash' },
    });
    assert.deepEqual(totals(renamed), [['a', 4500]]);
    const flex = { ...renamed, sent: { serviceTier: 'flex' } };
    assert.deepEqual(totals(flex), [['a', 2250]]);
    const served = {
      modelVersion: 'gemini-3.8-flash',
      usageMetadata: { serviceTier: 'standard' },
    };
    assert.deepEqual(totals({ ...flex, answer: served }), [['a', 4500]]);
  });
});
