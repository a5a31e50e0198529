import assert from 'node:assert/strict';
import { packedModels } from '../../../../src/api/modelPack';
import { retiredPackages } from '../../../../src/catalog/sourceMarks';
import { mayHaveMarks } from '../../../../src/lens/host/mentions';

describe('documents that the lens loads for', () => {
  it('are those with any model ID of the pack, or any retired SDK', () => {
    const names = [...packedModels().map(({ id }) => id), ...retiredPackages.map((p) => p.name)];
    assert.deepEqual(
      names.filter((name) => !mayHaveMarks(`model = "${name}"`)),
      [],
    );
  });

  it('are those with a Java import of a retired SDK, or an API key', () => {
    assert.ok(mayHaveMarks('import com.google.cloud.vertexai.VertexAI;'));
    assert.ok(mayHaveMarks(`key = "${'AI'}zaSy"`));
  });

  it('are no others', () => {
    assert.equal(mayHaveMarks('import google.auth\nprint("Hello")\n'), false);
  });
});
