import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import { accumulateInteraction } from '../../../../src/api/interactions/accumulate';
import { user } from '../asking';
import { generate, textOf, useEmulator } from '../wire';
import { Interacting, said, types } from './interacting';

describe('emulator: interactions', () => {
  const emulator = useEmulator();
  const on = new Interacting(emulator);

  it('say what the same conversation gets from generateContent', async () => {
    const input = 'Why is the sea salty?';
    const made = await on.create({ input, system_instruction: 'Be brief.' });
    const plain = await generate(emulator(), {
      contents: [user(input)],
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
    });
    assert.equal(said(made), textOf(plain));
    assert.match(made.id ?? '', /^v1_[\w-]+$/);
    assert.deepEqual(
      [made.object, made.status, made.model, made.service_tier],
      ['interaction', 'completed', 'emulator-flash', 'standard'],
    );
    assert.equal(made.usage?.total_output_tokens, plain.usageMetadata?.candidatesTokenCount);
    assert.equal(made.usage?.total_tokens, plain.usageMetadata?.totalTokenCount);
    assert.deepEqual(await on.get(made.id), made);
  });

  it('come in events that add up to what is read afterwards, from any of them on', async () => {
    const body = {
      model: 'emulator-pro',
      input: 'What is 2 + 3? Read https://example.com/a too. [[think]]',
      tools: [{ type: 'code_execution' }, { type: 'google_search' }, { type: 'url_context' }],
      generation_config: { thinking_summaries: 'auto' },
    };
    const events = await on.stream(body);
    const { id } = (events[0]?.interaction ?? {}) as { id: string };
    const got = await on.get(id);
    const last = events.at(-1) as { readonly interaction: JsonObject };
    assert.deepEqual(
      { ...last.interaction, steps: accumulateInteraction(events as never).steps },
      got,
    );
    assert.deepEqual(types(got), [
      'thought',
      'thought',
      'google_search_call',
      'google_search_result',
      'url_context_call',
      'url_context_result',
      'code_execution_call',
      'code_execution_result',
      'model_output',
    ]);
    assert.deepEqual(await on.follow(id), events);
    for (const [at, { event_id }] of events.entries()) {
      assert.deepEqual(await on.follow(id, String(event_id)), events.slice(at + 1));
    }
  });
});
