import assert from 'node:assert/strict';
import {
  answeringModel,
  isShutDown,
  outdatedSince,
  PACK_DATE,
  packedModel,
  packedModels,
  successorModel,
} from '../../../src/api/modelPack';
import pack from '../../../src/api/models.json';

const at = (day: string): number => Date.parse(`${day}T12:00:00Z`);
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A model of the pack by its id; a failure where it has none. */
function known(id: string) {
  const model = packedModel(id);
  assert.ok(model, id);
  return model;
}

describe('the pack of facts about models', () => {
  it('has each model once, with facts of known shapes and sources', () => {
    const ids = packedModels().map(({ id }) => id);
    assert.equal(new Set(ids).size, pack.models.length);
    assert.ok(ids.length > 100);
    assert.match(PACK_DATE, DAY);
    const stages = ['stable', 'preview', 'deprecated', 'shut down', 'legacy'];
    const uses = 'text embedding image tts audio live video music agent decision legacy'.split(' ');
    for (const model of packedModels()) {
      const { id, kind, stage, released, shutdown, thinking, prices = {} } = model;
      assert.match(id, /^[a-z0-9][a-z0-9.-]*$/);
      assert.ok(stages.includes(stage), id);
      assert.ok(uses.includes(kind), id);
      for (const limit of [model.inputTokenLimit, model.outputTokenLimit])
        assert.ok(limit === undefined || limit > 0, id);
      if (typeof thinking === 'object') assert.ok(thinking.levels ?? thinking.budget, id);
      // Some are known by their month only.
      for (const date of [released, shutdown]) assert.match(date ?? '2026-01', /^\d{4}-\d{2}/, id);
      if (shutdown !== undefined) assert.match(shutdown, DAY, id);
      for (const price of [prices.input, prices.output, prices.cached])
        assert.ok(price === undefined || price >= 0, id);
    }
    for (const { id, sources } of pack.models) {
      assert.ok(sources.length > 0, id);
      for (const source of sources) {
        const [name = '', date = ''] = source.split(' ');
        assert.ok(Object.hasOwn(pack.sources, name), `${id}: ${source}`);
        assert.match(date, /^\d{4}(-\d{2}){0,2}$/, `${id}: ${source}`);
      }
    }
  });

  it('says when facts were last checked, once they may be outdated', () => {
    const later = Date.parse(PACK_DATE) + 62 * 24 * 60 * 60 * 1000;
    assert.equal(outdatedSince('models/gemini-3.8-flash', at(PACK_DATE)), undefined);
    assert.equal(outdatedSince('models/gemini-3.8-flash', later), PACK_DATE);
    assert.equal(outdatedSince('models/unknown', later), undefined);
    assert.equal(known('gemini-2.5-pro').shutdown, '2026-12-01');
    assert.equal(outdatedSince('models/gemini-2.5-pro', at('2026-12-01')), undefined);
    assert.equal(outdatedSince('models/gemini-2.5-pro', at('2026-12-02')), PACK_DATE);
  });

  it('names successors that it knows', () => {
    for (const { id, successor, standsFor } of packedModels()) {
      if (successor !== undefined) assert.ok(packedModel(successor), `${id}: ${successor}`);
      if (standsFor) assert.ok(packedModel(standsFor.model), `${id}: ${standsFor.model}`);
    }
  });

  it('is asked by resource names and by ids, and knows nothing of those that users made', () => {
    assert.equal(packedModel('models/gemini-2.5-pro')?.id, 'gemini-2.5-pro');
    assert.equal(packedModel('gemini-2.5-flash-lite')?.stage, 'stable');
    assert.equal(packedModel('tunedModels/gemini-2.5-pro'), undefined);
    assert.equal(packedModel('models/constructor'), undefined);
  });

  it('knows whose name another model answers from a day on', () => {
    const answering = (id: string, time: string) => answeringModel(known(id), Date.parse(time)).id;
    for (const [id, next] of [
      ['gemini-2.5-pro', 'gemini-3.8-flash'],
      ['gemini-2.5-flash', 'gemini-3.5-flash-lite'],
    ] as const) {
      assert.equal(answering(id, '2026-11-30T23:59:59Z'), id);
      assert.equal(answering(id, '2026-12-01T00:00:00Z'), next);
    }
  });

  it('leads to a successor that is still served', () => {
    assert.equal(successorModel('gemini-3.7-flash', at('2026-11-22')), 'gemini-3.8-flash');
    for (const { id } of packedModels()) {
      const next = successorModel(id, at('2026-11-22'));
      if (next !== undefined) assert.ok(!isShutDown(known(next), at('2026-11-22')), id);
    }
    assert.equal(successorModel('nothing', 0), undefined);
  });
});
