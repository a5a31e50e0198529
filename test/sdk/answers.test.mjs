import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmulator } from '../ui/support/emulator.mjs';
import { all, clientOf } from './support/emulator.mjs';

const MODEL = 'gemini-3.8-flash';
const PARAMETERS = { type: 'object', properties: { city: { type: 'string' } } };
const RULES = {
  mocks: [
    {
      when: { tools: ['forecast'], hasResult: false },
      response: { calls: [{ name: 'forecast', args: { city: 'Oslo' } }] },
    },
    {
      when: { result: 'forecast' },
      response: { pieces: [{ thought: 'Rain?' }, { text: '12 °C' }, { text: ' and dry' }] },
    },
    { response: { text: 'You say: {{user}}' } },
  ],
};

describe('@google/genai: answered by rules, in v1 as it has by default', () => {
  /** @type {import('../ui/support/emulator.mjs').RunningEmulator} */
  let emulator;
  /** @type {string} */
  let folder;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sdk-answers-'));
    const file = join(folder, 'sdk.mocks.jsonc');
    await writeFile(file, JSON.stringify(RULES));
    emulator = await startEmulator(['--mocks', file]);
  });
  after(async () => {
    await emulator.stop();
    await rm(folder, { recursive: true });
  });

  /**
   * A client in a session of its own.
   * @param {string} session
   * @returns {any}
   */
  const client = (session) => {
    const { baseUrl } = emulator;
    const place = { ...emulator, baseUrl: `${baseUrl}/s/${session}` };
    return clientOf(place, /** @type {any} */ ({ apiVersion: undefined }));
  };

  it('calls a function in a chat, which goes on with its result', async () => {
    const tools = [
      { functionDeclarations: [{ name: 'forecast', parametersJsonSchema: PARAMETERS }] },
    ];
    const chat = client('chat').chats.create({ model: MODEL, config: { tools } });
    const { functionCalls } = await chat.sendMessage({ message: 'Rain?' });
    const [{ id, name, args }] = functionCalls;
    assert.deepEqual([name, args], ['forecast', { city: 'Oslo' }]);
    const result = { functionResponse: { id, name, response: { output: 'dry' } } };
    const told = await chat.sendMessage({ message: [result] });
    assert.equal(told.text, '12 °C and dry');
  });

  it('answers interactions, whole and in events, and goes on after them', async () => {
    const { interactions } = client('interactions');
    const tools = [{ type: 'function', name: 'forecast', parameters: PARAMETERS }];
    const asked = await interactions.create({ model: MODEL, input: 'Rain?', tools });
    const call = asked.steps.find((/** @type {any} */ step) => step.type === 'function_call');
    assert.deepEqual(call.arguments, { city: 'Oslo' });
    const result = { type: 'function_result', call_id: call.id, name: 'forecast', result: 'dry' };
    const told = await interactions.create({
      model: MODEL,
      tools,
      input: [result],
      previous_interaction_id: asked.id,
    });
    assert.equal(told.output_text, '12 °C and dry');
    const events = await all(
      await interactions.create({ model: MODEL, input: 'Hi', stream: true }),
    );
    const text = events.map(({ delta }) => (delta?.type === 'text' ? delta.text : '')).join('');
    assert.equal(text, 'You say: Hi');
  });
});
