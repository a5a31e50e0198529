import assert from 'node:assert/strict';
import { modelLifecycle } from '../../../src/catalog/modelLifecycle';
import { modelInfo } from '../../../src/conversation/request/modelFacts';
import { chatModel, isChatModel, type ListedModel } from '../../../src/languageModel/chatModels';

const now = Date.parse('2026-11-28');

function listed(id: string, methods: readonly string[] = ['generateContent']): ListedModel {
  const name = `models/${id}`;
  const info = modelInfo({
    name,
    displayName: id,
    thinking: true,
    inputTokenLimit: 1_048_576,
    outputTokenLimit: 65_536,
    supportedGenerationMethods: methods,
  });
  return { info, standing: modelLifecycle(name, now), lacking: [] };
}

describe('the models in the picker of chat', () => {
  const options = { cap: 200_000, detail: 'Work', now };

  it('generate text, and aren’t retired or rejected', () => {
    const served = listed('gemini-3.8-flash');
    assert.ok(isChatModel(served));
    assert.ok(isChatModel(listed('unknown')));
    const refused = { by: 'refusal', why: 'notServed', day: '2026-11-01' } as const;
    const standing = modelLifecycle(served.info.name, now, refused);
    assert.ok(!isChatModel({ ...served, standing }));
    for (const other of [
      listed('gemini-1.5-pro'),
      listed('gemini-2.5-flash-image'),
      listed('embedder', ['embedContent']),
    ]) {
      assert.ok(!isChatModel(other), other.info.name);
    }
  });

  it('say what they can, what they cost, and how hard they can think', () => {
    const { tooltip, configurationSchema, ...rest } = chatModel(
      listed('gemini-3.8-flash'),
      options,
    );
    assert.deepEqual([rest.id, rest.maxInputTokens], ['gemini-3.8-flash', 200_000]);
    assert.deepEqual(rest.capabilities, { toolCalling: true, imageInput: true });
    assert.match(
      tooltip,
      /^gemini-3\.8-flash\n[^]*Tokens: 1\.0M in · 66k out[^]*\$0\.75 in, \$3\.75/,
    );
    const { default: usual, enum: efforts } = configurationSchema?.properties.reasoningEffort ?? {};
    assert.deepEqual([efforts, usual], [['low', 'medium', 'high'], 'medium']);
  });

  it('have a family that begins with gemini, and no tools if the API rejected them', () => {
    const { family, capabilities } = chatModel(
      { ...listed('gemma-x'), lacking: ['functions'] },
      options,
    );
    assert.deepEqual([family, capabilities.toolCalling], ['gemini-gemma-x', false]);
  });
});
