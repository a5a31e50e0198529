import assert from 'node:assert/strict';
import { all, clientOf, useEmulator } from './support/emulator.mjs';

const MODEL = 'gemini-3.8-flash';

// Every method is called in v1, by `v1.test.mjs`.
describe('@google/genai: interactions in v1beta', () => {
  const emulator = useEmulator();
  // What is read of the answers has no types here: the package is installed by the run itself.
  /** @returns {any} */
  const interactions = () => /** @type {any} */ (clientOf(emulator())).interactions;

  it('put long answers together by themselves, whole and in events', async () => {
    const input = 'Tell me a long story [[continuation:3]]';
    const whole = await interactions().create({ model: MODEL, input: 'Tell me a long story' });
    const made = await interactions().create({ model: MODEL, input });
    assert.equal(made.status, 'completed');
    assert.equal(made.output_text, whole.output_text);
    assert.equal(made.continuation_ids.length, 3);
    const events = await all(await interactions().create({ model: MODEL, input, stream: true }));
    const text = events
      .filter(({ delta }) => delta?.type === 'text')
      .map(({ delta }) => delta.text)
      .join('');
    assert.equal(text, whole.output_text);
  });

  it('are refused with a status and a text', async () => {
    await assert.rejects(interactions().create({ model: 'nothing', input: 'Hi' }), /404 /);
    await assert.rejects(
      interactions().create({ agent: 'deep-research-preview-04-2026', input: 'Hi' }),
      /400 background=true is required for agent interactions\./,
    );
  });
});
