import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import { useEmulator } from '../wire';
import { Interacting, type Interaction, said, types } from './interacting';

const WEATHER = {
  type: 'function',
  name: 'get_weather',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};
const TIDES = { type: 'function', name: 'get_tides', parameters: { type: 'object' } };

describe('emulator: turns of interactions', () => {
  const emulator = useEmulator();
  const on = new Interacting(emulator);

  const calls = ({ steps = [] }: Interaction) =>
    steps.flatMap((step) => (step.type === 'function_call' ? [step] : []));
  const resultOf = (call: { readonly id?: string; readonly name?: string }): JsonObject => ({
    type: 'function_result',
    call_id: call.id ?? '',
    name: call.name ?? '',
    result: { celsius: -7 },
  });

  it('carry on what was said before, and not how', async () => {
    const first = await on.create({ input: 'I keep two tortoises.', system_instruction: 'Bark.' });
    const second = await on.create({ input: 'Which?', previous_interaction_id: first.id ?? '' });
    assert.match(said(second), /turn 2/);
    assert.match(said(second), /I keep two tortoises\./);
    assert.doesNotMatch(said(second), /Bark/);
    assert.equal((await on.get(second.id)).previous_interaction_id, first.id);
  });

  it('wait for all results of their calls, in one turn', async () => {
    const tools = [WEATHER, TIDES];
    const made = await on.create({ input: 'Run get_weather and get_tides', tools });
    assert.equal(made.status, 'requires_action');
    const [weather, tides] = calls(made);
    assert.equal(weather?.name, 'get_weather');
    assert.equal(typeof weather.arguments?.city, 'string');
    const next = { tools, previous_interaction_id: made.id ?? '' };
    assert.match(
      await on.refusal({ ...next, input: [resultOf(weather)] }),
      /^400 invalid_request: Please ensure that the number of function response parts is equal/,
    );
    const { call_id: _id, ...lost } = resultOf(weather);
    assert.match(
      await on.refusal({ ...next, input: [lost] }),
      /Missing call_id in content of type function_result/,
    );
    assert.match(
      await on.refusal({ ...next, input: [{ ...resultOf(weather), call_id: 'call-other' }] }),
      /call-other/,
    );
    const results = [resultOf(weather), resultOf(tides ?? {})];
    const told = await on.create({ ...next, input: results });
    assert.equal(told.status, 'completed');
    assert.match(said(told), /-7/);
    // Google's Agent Development Kit sends the calls again with them.
    const again = (made.steps ?? []) as unknown as JsonObject[];
    assert.equal(said(await on.create({ ...next, input: [...again, ...results] })), said(told));
  });

  it('forget what is not to be kept, and what was deleted', async () => {
    const made = await on.create({ input: 'Hi', store: false });
    assert.match(await on.refusalOf('GET', made.id ?? ''), /^404 not_found/);
    const kept = await on.create({ input: 'Hi' });
    assert.deepEqual(
      await on.refusalOf('GET', `${kept.id ?? ''}?last_event_id=x`).catch(String),
      '400 invalid_request: last_event_id is only allowed with stream=true.',
    );
    assert.match(
      await on.refusal({ input: 'Go on', previous_interaction_id: made.id ?? '' }),
      /^404/,
    );
  });

  it('use tools: places, files, servers, screens and programs', async () => {
    const maps = await on.create({ input: 'A café', tools: [{ type: 'google_maps' }] });
    assert.deepEqual(types(maps), ['google_maps_call', 'google_maps_result', 'model_output']);
    const output = maps.steps?.at(-1);
    const [content] = output?.type === 'model_output' ? (output.content ?? []) : [];
    const annotations = content && 'annotations' in content ? (content.annotations ?? []) : [];
    assert.ok(annotations.some(({ type }) => type === 'place_citation'));
    assert.deepEqual(maps.usage?.grounding_tool_count, [{ type: 'google_maps', count: 1 }]);
    const server = { type: 'mcp_server', name: 'harbour', url: 'https://mcp.example' };
    const mcp = await on.create({ input: 'Ask harbour for a lookup', tools: [server] });
    assert.deepEqual(types(mcp), [
      'mcp_server_tool_call',
      'mcp_server_tool_result',
      'model_output',
    ]);
    const screen = await on.create({ input: 'Please navigate', tools: [{ type: 'computer_use' }] });
    assert.equal(calls(screen)[0]?.name, 'navigate');
    assert.equal(screen.status, 'requires_action');
    const shape = { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] };
    const format = { type: 'text', mime_type: 'application/json', schema: shape };
    const made = await on.create({ input: 'A number', response_format: format });
    assert.equal(typeof (JSON.parse(said(made)) as JsonObject).a, 'number');
  });
});
