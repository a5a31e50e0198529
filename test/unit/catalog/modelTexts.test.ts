import { localizedText } from '../../../src/base/format';
import assert from 'node:assert/strict';
import { PACK_DATE, packedModel } from '../../../src/api/modelPack';
import { priceEstimateText, stageText } from '../../../src/catalog/modelTexts';
import type { Text } from '../../../src/catalog/text';

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
    assert.equal(words('gemini-3.8-flash', '2026-11-22'), undefined);
    assert.equal(words('gemini-3.1-pro-preview', '2026-11-22'), 'preview');
    assert.equal(words('gemini-3.7-flash', '2026-11-22'), 'deprecated');
    assert.equal(words('gemini-pro', '2026-11-22'), 'shut down on 2025-02-18');
    assert.equal(words('gemini-1.5-pro-001', '2026-11-22'), 'legacy');
    assert.equal(words('gemini-2.5-flash-image', '2026-11-22'), 'until 2027-03-15');
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
