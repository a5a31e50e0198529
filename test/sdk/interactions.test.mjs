import assert from 'node:assert/strict';
import { all, clientOf, useEmulator } from './support/emulator.mjs';

const MODEL = 'gemini-3.8-flash';
const WEATHER = {
  type: 'function',
  name: 'get_weather',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};

// Every method is called in v1, by `v1.test.mjs`.
describe('@google/genai: interactions in v1beta', () => {
  const emulator = useEmulator();
  // What is read of the answers has no types here: the package is installed by the run itself.
  /** @returns {any} */
  const interactions = () => /** @type {any} */ (clientOf(emulator())).interactions;

  it('call functions, and go on with their results', async () => {
    const asked = { model: MODEL, tools: [WEATHER] };
    const made = await interactions().create({ ...asked, input: 'The weather in Oslo?' });
    assert.equal(made.status, 'requires_action');
    const call = made.steps.find((/** @type {any} */ step) => step.type === 'function_call');
    const input = [
      { type: 'function_result', call_id: call.id, name: call.name, result: { celsius: -7 } },
    ];
    const told = await interactions().create({
      ...asked,
      previous_interaction_id: made.id,
      input,
    });
    assert.match(told.output_text, /-7/);
  });

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

  it('run in the background, and are cancelled', async () => {
    await emulator().control('interactions', { tokensPerSecond: 0 });
    const asked = { agent: 'deep-research-preview-04-2026', input: 'Tides', background: true };
    const made = await interactions().create(asked);
    assert.equal(made.status, 'in_progress');
    assert.equal((await interactions().cancel(made.id)).status, 'cancelled');
    await emulator().control('interactions', { tokensPerSecond: 100_000 });
    const next = await interactions().create(asked);
    const events = await all(await interactions().get(next.id, { stream: true }));
    assert.equal(events.at(-1).interaction.status, 'completed');
    assert.match((await interactions().get(next.id)).output_text, /^# Report/);
  });

  it('are refused with a status and a text', async () => {
    await assert.rejects(interactions().create({ model: 'nothing', input: 'Hi' }), /404 /);
    await assert.rejects(
      interactions().create({ agent: 'deep-research-preview-04-2026', input: 'Hi' }),
      /400 background=true is required for agent interactions\./,
    );
  });
});
