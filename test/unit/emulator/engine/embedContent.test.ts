import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import { ask, errorOf, json, useEmulator } from '../wire';

const MODEL = 'models/emulator-embedding';

describe('emulator: embeddings', () => {
  const emulator = useEmulator();
  const embed = async (text: string, extra: JsonObject = {}): Promise<readonly number[]> => {
    const content = { parts: [{ text }] };
    const answer = await json(emulator(), `/v1beta/${MODEL}:embedContent`, { content, ...extra });
    return (answer.embedding as { values: number[] }).values;
  };
  const batch = async (version: string, requests: readonly object[]): Promise<number[][]> => {
    const path = `/${version}/${MODEL}:batchEmbedContents`;
    const { embeddings } = await json(emulator(), path, { requests });
    return (embeddings as { values: number[] }[]).map(({ values }) => values);
  };
  const refusal = async (path: string, body: unknown): Promise<string> => {
    const answer = await ask(emulator(), path, { body });
    assert.equal(answer.status, 400, answer.text);
    return errorOf(answer).message;
  };

  it('take their settings in a message of their own, and tell their tokens', async () => {
    const path = `/v1beta/${MODEL}:embedContent`;
    const content = { parts: [{ text: 'Kites need wind.' }] };
    const embedContentConfig = {
      taskType: 'RETRIEVAL_DOCUMENT',
      title: 'Kites',
      outputDimensionality: 3,
    };
    const { embedding, usageMetadata } = await json(emulator(), path, {
      content,
      embedContentConfig,
    });
    const { taskType, title, outputDimensionality } = embedContentConfig;
    assert.deepEqual(
      (embedding as { values: number[] }).values,
      await embed('Kites need wind.', { taskType, title, outputDimensionality }),
    );
    const { promptTokenCount, promptTokenDetails } = usageMetadata as JsonObject;
    assert.deepEqual(promptTokenDetails, [{ modality: 'TEXT', tokenCount: promptTokenCount }]);
    assert.match(
      await refusal(path, { content, embedContentConfig: { outputDimensionality: 0 } }),
      /embed_content_config\.output_dimensionality/,
    );
  });

  it('come in batches of one model, at most 100, in their order', async () => {
    const request = (text: string, model = MODEL): object => ({
      model,
      content: { parts: [{ text }] },
      outputDimensionality: 8,
    });
    for (const version of ['v1beta', 'v1']) {
      const values = await batch(version, [request('one'), request('two')]);
      assert.deepEqual(values, [
        await embed('one', { outputDimensionality: 8 }),
        await embed('two', { outputDimensionality: 8 }),
      ]);
    }
    const path = `/v1beta/${MODEL}:batchEmbedContents`;
    const other = [request('one'), request('two', 'models/aqa')];
    assert.match(
      await refusal(path, { requests: other }),
      /requests\[1\]\.model: must be models\/e/,
    );
    const many = (count: number): object[] => Array.from({ length: count }, () => request('x'));
    assert.equal((await batch('v1beta', many(100))).length, 100);
    assert.match(await refusal(path, { requests: many(101) }), /at most 100 requests/);
  });
});
