import assert from 'node:assert/strict';
import { operationIds, operationRow } from '../../../src/api/operations';
import { generateExamples } from './generateExamples';
import { legacyExamples } from './legacyExamples';
import { modelsExamples } from './modelsExamples';

const examples = [...modelsExamples, ...generateExamples, ...legacyExamples];

describe('on the wire', () => {
  for (const example of examples) it(example.name, () => example.run());

  it('every operation has an example in each of its versions', () => {
    const rows = operationIds().flatMap((id) =>
      operationRow(id).versions.map((version) => `${id} in ${version}`),
    );
    assert.deepEqual(examples.map(({ name }) => name).sort(), rows.sort());
  });
});
