import assert from 'node:assert/strict';
import { all, clientOf, useEmulator } from './support/emulator.mjs';

const MODEL = 'gemini-3.8-flash';
const WEATHER = {
  type: 'function',
  name: 'get_weather',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};

for (const apiVersion of ['v1', 'v1beta']) {
  describe(`@google/genai: interactions in ${apiVersion}`, () => {
    const emulator = useEmulator();
    // What is read of the answers has no types here: the package is installed by the run itself.
    /** @returns {any} */
    const interactions = () =>
      /** @type {any} */ (clientOf(emulator(), { apiVersion })).interactions;

    it('are created, read and deleted', async () => {
      const made = await interactions().create({ model: MODEL, input: 'Why is the sea salty?' });
      assert.equal(made.status, 'completed');
      assert.match(made.output_text, /Why is the sea salty\?/);
      const got = await interactions().get(made.id);
      assert.equal(got.output_text, made.output_text);
      const asked = await interactions().get(made.id, { include_input: true });
      assert.equal(asked.steps[0].type, 'user_input');
      await interactions().delete(made.id);
      await assert.rejects(interactions().get(made.id), /404/);
    });

    it('come in events, and again from any of them on', async () => {
      const asked = { model: MODEL, input: 'Tell me a story.' };
      const events = await all(await interactions().create({ ...asked, stream: true }));
      const [created] = events;
      assert.equal(created.event_type, 'interaction.created');
      assert.equal(events.at(-1).event_type, 'interaction.completed');
      const text = events
        .filter(({ delta }) => delta?.type === 'text')
        .map(({ delta }) => delta.text)
        .join('');
      const { id } = created.interaction;
      assert.equal((await interactions().get(id)).output_text, text);
      const { event_id: last_event_id } = events[3];
      const rest = await interactions().get(id, { stream: true, last_event_id });
      assert.deepEqual(await all(rest), events.slice(4));
    });

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
}
