import assert from 'node:assert/strict';
import { fits, fitsEvent } from '../support/answers.mjs';
import { all } from '../support/emulator.mjs';

/** @typedef {import('../support/methods.mjs').Given} Given */
/** @typedef {import('../support/methods.mjs').Calls} Calls */

const MODEL = 'gemini-3.8-flash';
const DEEP = 'deep-research-preview-04-2026';

/** Requests that let every kind of step appear that a model or an agent makes. */
const ASKED = [
  { model: MODEL, input: 'Tell me a story.', generation_config: { thinking_summaries: 'auto' } },
  { model: MODEL, input: '[[code:plot]] [[cite]]', tools: [{ type: 'code_execution' }] },
  { model: MODEL, input: 'Where is the harbour?', tools: [{ type: 'google_search' }] },
  { model: MODEL, input: 'Where is the harbour?', tools: [{ type: 'google_maps' }] },
  { model: MODEL, input: 'Read https://tides.example/', tools: [{ type: 'url_context' }] },
  {
    model: 'emulator-flash',
    input: '[[mcp]]',
    tools: [{ type: 'mcp_server', name: 'harbour', url: 'https://mcp.example/' }],
  },
  { model: MODEL, input: '[[call:pay]]', tools: [{ type: 'function', name: 'pay' }] },
  { model: MODEL, input: 'A list', response_format: { type: 'text', schema: { type: 'array' } } },
  { model: MODEL, input: '[[image]] [[safety:HARASSMENT]]' },
  { agent: DEEP, input: 'Tides', background: true },
  { agent: 'antigravity-preview-09-2026', input: 'Count to 3', background: true },
];

/** Interactions. @type {Calls} */
export const interactionCalls = {
  'interactions.create': async ({ ai }) => {
    for (const asked of ASKED) {
      const made = await fits('interactions.create', await ai.interactions.create(asked));
      assert.match(made.id, /^v1_/);
      const events = await all(await ai.interactions.create({ ...asked, stream: true }));
      for (const event of events) await fitsEvent(event);
      const [first] = events;
      const got = await ai.interactions.get(first.interaction.id);
      await fits('interactions.get', got);
    }
  },
  'interactions.get': async ({ ai }) => {
    const { id } = await ai.interactions.create(ASKED[0]);
    const got = await fits('interactions.get', await ai.interactions.get(id));
    const asked = await ai.interactions.get(id, { include_input: true });
    await fits('interactions.get', asked);
    assert.equal(asked.steps.length, got.steps.length + 1);
    const events = await all(await ai.interactions.get(id, { stream: true }));
    for (const event of events) await fitsEvent(event);
    const { event_id: last_event_id } = events[1];
    const rest = await ai.interactions.get(id, { stream: true, last_event_id });
    assert.deepEqual(await all(rest), events.slice(2));
  },
  'interactions.cancel': async ({ ai, emulator }) => {
    await emulator.control('interactions', { tokensPerSecond: 0 });
    const { id } = await ai.interactions.create({ agent: DEEP, input: 'Tides', background: true });
    const told = await fits('interactions.cancel', await ai.interactions.cancel(id));
    assert.equal(told.status, 'cancelled');
    await emulator.control('interactions', { tokensPerSecond: 100_000 });
  },
  'interactions.delete': async ({ ai }) => {
    const { id } = await ai.interactions.create({ model: MODEL, input: 'Hi' });
    await ai.interactions.delete(id);
    await assert.rejects(ai.interactions.get(id), /404/);
  },
};
