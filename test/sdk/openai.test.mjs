import assert from 'node:assert/strict';
import { requirePeer } from '../bench/peers.mjs';
import { all, useEmulator } from './support/emulator.mjs';
import { inEnvironment } from './support/environment.mjs';

// What the tests use of the types of `openai`, by hand.
/**
 * @typedef {{ id: string, type: 'function', function: { name: string, arguments: string } }} Call
 * @typedef {{ role: string, content: string | null, tool_calls?: Call[] }} Message
 * @typedef {{ choices: { message: Message, finish_reason: string }[], usage: { total_tokens: number } }} Completion
 * @typedef {{ choices: { delta: { content?: string } }[], usage?: { total_tokens: number } }} Chunk
 * @typedef {object} Client
 * @property {{ completions: { create: (body: object) => Promise<Completion & AsyncIterable<Chunk>> } }} chat
 * @property {{ create: (body: object) => Promise<{ data: { embedding: number[] }[] }> }} embeddings
 * @property {{ list: () => Promise<AsyncIterable<{ id: string }>> }} models
 */

const MODEL = 'gemini-3.8-flash';

/** @type {readonly object[]} */
const MESSAGES = [{ role: 'user', content: 'Name three rivers.' }];

describe('openai', () => {
  const emulator = useEmulator();

  /** As its users set it up, in a session of its own. */
  const client = () => {
    /** @type {{ OpenAI: new (options: object) => Client }} */
    const { OpenAI } = requirePeer('openai');
    const baseURL = `${emulator().baseUrl}/s/openai/v1beta/openai/`;
    return new OpenAI({ apiKey: 'any', baseURL, maxRetries: 0 });
  };

  it('chats, whole and in a stream', async () => {
    const { completions } = client().chat;
    const { choices, usage } = await completions.create({ model: MODEL, messages: MESSAGES });
    assert.equal(choices[0]?.finish_reason, 'stop');
    const body = { model: MODEL, messages: MESSAGES, stream: true };
    const chunks = await all(
      await completions.create({ ...body, stream_options: { include_usage: true } }),
    );
    const text = chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('');
    assert.equal(text, choices[0]?.message.content);
    assert.equal(chunks.at(-1)?.usage?.total_tokens, usage.total_tokens);
  });

  it('calls a function and goes on with its result', async () => {
    const { completions } = client().chat;
    const parameters = { type: 'object', properties: { city: { type: 'string' } } };
    const tools = [{ type: 'function', function: { name: 'get_weather', parameters } }];
    const asked = await completions.create({
      model: MODEL,
      messages: MESSAGES,
      tools,
      tool_choice: 'required',
    });
    const message = asked.choices[0]?.message;
    const id = message?.tool_calls?.[0]?.id;
    assert.ok(id);
    const result = { role: 'tool', tool_call_id: id, content: 'Rain' };
    const told = await completions.create({
      model: MODEL,
      messages: [...MESSAGES, message, result],
      tools,
    });
    assert.equal(told.choices[0]?.finish_reason, 'stop');
  });

  it('is told of an error by its status', async () => {
    const body = { model: 'nothing', messages: MESSAGES };
    await assert.rejects(client().chat.completions.create(body), { status: 404 });
  });

  describe('in a program that is unchanged but for its environment', () => {
    inEnvironment(() => ({
      OPENAI_BASE_URL: `${emulator().baseUrl}/s/openai-program/v1beta/openai/`,
      OPENAI_API_KEY: 'any',
    }));

    it('is answered by the emulator', async () => {
      /** @type {{ OpenAI: new () => Client }} */
      const { OpenAI } = requirePeer('openai');
      const program = new OpenAI();
      const { choices } = await program.chat.completions.create({
        model: MODEL,
        messages: MESSAGES,
      });
      assert.ok(choices[0]?.message.content);
      const body = { model: MODEL, messages: MESSAGES, stream: true };
      const chunks = await all(await program.chat.completions.create(body));
      assert.ok(chunks.some(({ choices: [choice] }) => choice?.delta.content));
      const { data } = await program.embeddings.create({
        model: 'gemini-embedding-001',
        input: 'a',
      });
      assert.equal(data.length, 1);
      const models = await all(await program.models.list());
      assert.ok(models.some(({ id }) => id === `models/${MODEL}`));
    });
  });
});
