import { localizedText } from '../../../src/base/format';
import assert from 'node:assert/strict';
import { PACK_DATE } from '../../../src/api/modelPack';
import { kindRow } from '../../../src/catalog/kinds';
import { modelLifecycle } from '../../../src/catalog/modelLifecycle';
import { parseModelStatus, type ReportedStatus } from '../../../src/catalog/modelStatus';

const NOW = Date.parse('2026-11-22T12:00:00Z');

/** In words; whether it is gone, its end and its successor after it. */
function standing(name: string, told?: ReportedStatus): readonly (string | boolean | undefined)[] {
  const { words, isGone, end, successor } = modelLifecycle(name, NOW, told);
  return [words && localizedText(words), isGone, end, successor];
}

const said = (stage: string, end?: string): ReportedStatus => ({
  ...{ by: 'answer', stage },
  ...(end !== undefined && { end }),
});

describe('how the service stands behind a model', () => {
  it('is what documents say, where the service said nothing itself', () => {
    assert.deepEqual(standing('models/gemini-2.0-flash'), [
      ...['shut down on 2026-06-01', true, '2026-06-01', 'gemini-3.6-flash'],
    ]);
    assert.deepEqual(standing('models/gemini-3.8-flash'), [undefined, false, undefined, undefined]);
    assert.deepEqual(standing('tunedModels/mine'), [undefined, false, undefined, undefined]);
  });

  it('is what an answer said, whatever documents say', () => {
    assert.deepEqual(standing('models/gemini-2.0-flash', said('STABLE')), [
      ...[undefined, false, undefined, undefined],
    ]);
    assert.deepEqual(standing('models/gemini-3.7-flash', said('DEPRECATED', '2027-01-15')), [
      ...['until 2027-01-15', false, '2027-01-15', 'gemini-3.8-flash'],
    ]);
    assert.deepEqual(standing('models/x', said('RETIRED')), [
      'shut down',
      true,
      undefined,
      undefined,
    ]);
    assert.deepEqual(standing('models/x', said('DEPRECATED', '2026-11-01')).slice(0, 2), [
      ...['shut down on 2026-11-01', true],
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
      ...['not available to new users', true],
    ]);
    const listed = standing('models/gemini-3.7-flash', { ...refused, why: 'notServed' });
    assert.deepEqual(listed, ['listed, but not available', true, undefined, 'gemini-3.8-flash']);
  });

  it('is read from what an answer has, and from nothing else', () => {
    const status = {
      ...{ modelStage: 'DEPRECATED', message: 'Move on.' },
      retirementTime: '2026-12-31T00:00:00Z',
    };
    assert.deepEqual(parseModelStatus(status), {
      ...{ by: 'answer', stage: 'DEPRECATED', end: '2026-12-31', message: 'Move on.' },
    });
    for (const other of [undefined, null, 'RETIRED', {}, { modelStage: 7 }, { message: 'Hi' }]) {
      assert.equal(parseModelStatus(other), undefined);
    }
  });

  it('is in the row of a model and its tooltip, in the service’s own words', () => {
    const model = kindRow('model');
    const resource = { name: 'models/gemini-3.8-flash' };
    const told: ReportedStatus = {
      ...said('DEPRECATED', '2026-12-31'),
      message: 'Move on.',
    } as never;
    assert.equal(model.stage?.(resource, NOW, told)?.message, 'until {0}');
    const lines = model
      .tooltip(resource, NOW, told)
      .map(({ label, value }) => [label.message, localizedText(value)]);
    const { Stage, 'API message': words, 'Shutdown date': end } = Object.fromEntries(lines);
    assert.deepEqual([Stage, words, end], ['until 2026-12-31', 'Move on.', '2026-12-31']);
  });

  it('has a firm price while it was checked of late, and the day of the check later', () => {
    const DAY = 24 * 60 * 60 * 1000;
    const facts = (days: number): { readonly [label: string]: string } => {
      const now = Date.parse(PACK_DATE) + days * DAY;
      const rows = kindRow('model').tooltip({ name: 'models/gemini-decision-1' }, now);
      return Object.fromEntries(
        rows.map(({ label, value }) => [label.message, localizedText(value) ?? '']),
      );
    };
    const price = 'Estimated price';
    assert.match(facts(60)[price] ?? '', /^\$0\.10 in, .*as of/);
    assert.equal(facts(60)['Last checked'], undefined);
    assert.match(facts(62)[price] ?? '', /^was \$0\.10 in, .*may have changed\)$/);
    assert.equal(facts(62)['Last checked'], PACK_DATE);
  });
});
