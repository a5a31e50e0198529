import { localizedText } from '../../../src/base/format';
import assert from 'node:assert/strict';
import { PACK_DATE, packedModel } from '../../../src/api/modelPack';
import { modelLifecycle, priceEstimateText, stageText } from '../../../src/catalog/modelLifecycle';
import { parseModelStatus, type ReportedStatus } from '../../../src/catalog/modelStatus';
import type { Text } from '../../../src/catalog/text';

const NOW = Date.parse('2026-11-22T12:00:00Z');

/** In words; whether it is gone, its end and its successor after it. */
function standing(name: string, told?: ReportedStatus): readonly (string | boolean | undefined)[] {
  const { words, isGone, end, successor } = modelLifecycle(name, NOW, told);
  return [words && localizedText(words), isGone, end, successor];
}

const said = (stage: string, end?: string): ReportedStatus => ({
  by: 'answer',
  stage,
  ...(end !== undefined && { end }),
});

describe('how the service stands behind a model', () => {
  it('is what documents say, where the service said nothing itself', () => {
    assert.deepEqual(standing('models/gemini-2.0-flash'), [
      'shut down on 2026-06-01',
      true,
      '2026-06-01',
      'gemini-3.6-flash',
    ]);
    assert.deepEqual(standing('models/gemini-3.8-flash'), [undefined, false, undefined, undefined]);
    assert.deepEqual(standing('tunedModels/mine'), [undefined, false, undefined, undefined]);
  });

  it('is what an answer said, whatever documents say', () => {
    assert.deepEqual(standing('models/gemini-2.0-flash', said('STABLE')), [
      undefined,
      false,
      undefined,
      undefined,
    ]);
    assert.deepEqual(standing('models/gemini-3.7-flash', said('DEPRECATED', '2027-01-15')), [
      'until 2027-01-15',
      false,
      '2027-01-15',
      'gemini-3.8-flash',
    ]);
    assert.deepEqual(standing('models/x', said('RETIRED')), [
      'shut down',
      true,
      undefined,
      undefined,
    ]);
    assert.deepEqual(standing('models/x', said('DEPRECATED', '2026-11-01')).slice(0, 2), [
      'shut down on 2026-11-01',
      true,
    ]);
    const words = (stage: string) => standing('models/x', said(stage))[0];
    assert.deepEqual(
      ['UNSTABLE_EXPERIMENTAL', 'EXPERIMENTAL', 'PREVIEW', 'LEGACY', 'DEPRECATED'].map(words),
      ['experimental', 'experimental', 'preview', 'existing users only', 'deprecated'],
    );
  });

  it('is that it is refused, where the service lists it and does not answer', () => {
    const refused: ReportedStatus = { by: 'refusal', why: 'earlierUsers', day: '2026-11-22' };
    assert.deepEqual(standing('models/gemini-2.5-pro', refused).slice(0, 2), [
      'not available to new users',
      true,
    ]);
    const listed = standing('models/gemini-3.7-flash', { ...refused, why: 'notServed' });
    assert.deepEqual(listed, ['listed, but not available', true, undefined, 'gemini-3.8-flash']);
  });

  it('is read from what an answer has, and from nothing else', () => {
    const status = {
      modelStage: 'DEPRECATED',
      message: 'Move on.',
      retirementTime: '2026-12-31T00:00:00Z',
    };
    assert.deepEqual(parseModelStatus(status), {
      by: 'answer',
      stage: 'DEPRECATED',
      end: '2026-12-31',
      message: 'Move on.',
    });
    for (const other of [undefined, null, 'RETIRED', {}, { modelStage: 7 }, { message: 'Hi' }]) {
      assert.equal(parseModelStatus(other), undefined);
    }
  });
});

const at = (day: string): number => Date.parse(`${day}T12:00:00Z`);
const shown = (text: Text | undefined) => text && localizedText(text);

/** A model of the pack by its id; a failure where it has none. */
function known(id: string) {
  const model = packedModel(id);
  assert.ok(model, id);
  return model;
}

describe('what is said of models from the pack', () => {
  it('says how long the service still has a model', () => {
    const words = (id: string, day: string) => shown(stageText(known(id), at(day)));
    assert.equal(words('gemini-2.0-flash', '2026-11-22'), 'shut down on 2026-06-01');
    assert.equal(words('gemini-embedding-001', '2026-11-22'), undefined);
    assert.equal(words('gemini-embedding-001', '2028-05-01'), 'until 2028-05-14');
    assert.equal(words('gemini-embedding-001', '2028-05-15'), 'shut down on 2028-05-14');
  });

  it('states no firm price once it is old', () => {
    const words = (day: string) => shown(priceEstimateText('models/gemini-3.8-flash', at(day)));
    assert.match(words(PACK_DATE) ?? '', new RegExp(`^Estimate: .* as of ${PACK_DATE}\\)$`));
    assert.match(
      words('2027-03-01') ?? '',
      new RegExp(`^Last known price: .* as of ${PACK_DATE}\\)$`),
    );
    assert.equal(shown(priceEstimateText('models/unknown', at(PACK_DATE))), undefined);
  });
});
