import assert from 'node:assert/strict';
import type { ModelTurn } from '../../../../src/conversation/model/conversation';
import { turnPrices } from '../../../../src/conversation/request/modelFacts';
import { PACK_DATE } from '../../../../src/api/modelPack';

const NOW = Date.parse('2026-11-22T12:00:00Z');

function answer(id: string, over: Partial<ModelTurn> = {}): ModelTurn {
  return {
    ...{ id, role: 'model', model: 'models/gemini-2.5-flash', version: 'v1beta' },
    content: { role: 'model', parts: [{ text: 'A kite' }] },
    outcome: {
      ...{ verdict: 'complete', durationMs: 1 },
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
