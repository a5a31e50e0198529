import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '../../../src/api/schema/row';
import { toGenerateRequest } from '../../../src/emulator/openai/chatRequest';
import { ask, errorOf, json, useEmulator } from './wire';

const CHAT = '/v1beta/openai/chat/completions';
const MODEL = 'gemini-3.8-flash';
const WEATHER = {
  type: 'function',
  function: {
    name: 'get_weather',
    description: 'The weather in a city',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
};

interface Choice {
  readonly index: number;
  readonly message?: JsonObject;
  readonly delta?: JsonObject;
  readonly finish_reason: string | null;
}

describe('emulator: in the form of OpenAI’s API', () => {
  const emulator = useEmulator();

  const chat = (body: JsonObject): Promise<JsonObject> =>
    json(emulator(), CHAT, { model: MODEL, ...body });

  const choiceOf = ({ choices }: JsonObject): Choice =>
    (choices as unknown as readonly Choice[])[0]!;

  const user = (content: unknown): JsonObject => ({ role: 'user', content }) as JsonObject;

  it('answers a chat with the text and the counts of generateContent', async () => {
    const answer = await chat({
      messages: [{ role: 'system', content: 'Be brief.' }, user('Name three rivers.')],
      max_completion_tokens: 4000,
      temperature: 0,
    });
    const plain = await json(emulator(), `/v1beta/models/${MODEL}:generateContent`, {
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      contents: [{ role: 'user', parts: [{ text: 'Name three rivers.' }] }],
      generationConfig: { temperature: 0, maxOutputTokens: 4000 },
    });
    const { candidates, usageMetadata } = plain as unknown as {
      readonly candidates: readonly {
        content: { parts: readonly { text?: string; thought?: boolean }[] };
      }[];
      readonly usageMetadata: { readonly [name: string]: number };
    };
    const text = candidates[0]?.content.parts
      .map((part) => (part.thought ? '' : part.text))
      .join('');
    const { message, finish_reason: finish } = choiceOf(answer);
    assert.deepEqual(message, { role: 'assistant', content: text });
    assert.equal(finish, 'stop');
    assert.equal(answer.object, 'chat.completion');
    const usage = answer.usage as { readonly [name: string]: number };
    assert.equal(usage.prompt_tokens, usageMetadata.promptTokenCount);
    assert.equal(usage.total_tokens, usageMetadata.totalTokenCount);
  });

  it('streams the same text in pieces, with the usage where it is asked for', async () => {
    const body = { model: MODEL, messages: [user('Name three rivers.')] };
    const whole = choiceOf(await json(emulator(), CHAT, body)).message?.content;
    const { text, headers } = await ask(emulator(), CHAT, {
      body: { ...body, stream: true, stream_options: { include_usage: true } },
    });
    assert.match(String(headers['content-type']), /^text\/event-stream/);
    const lines = text.split('\n\n').filter((line) => line !== '');
    assert.equal(lines.at(-1), 'data: [DONE]');
    const chunks = lines.slice(0, -1).map((line) => JSON.parse(line.slice(6)) as JsonObject);
    const choices = chunks.flatMap((chunk) => chunk.choices as unknown as readonly Choice[]);
    assert.ok(choices.length > 2);
    assert.equal(choices.map(({ delta }) => delta?.content ?? '').join(''), whole);
    assert.equal(choices[0]?.delta?.role, 'assistant');
    assert.equal(choices.at(-1)?.finish_reason, 'stop');
    assert.deepEqual(chunks.at(-1)?.choices, []);
    assert.ok(chunks.at(-1)?.usage);
  });

  it('calls functions, and goes on with their results', async () => {
    const messages = [user('What is the weather in Oslo? [[call get_weather]]')];
    const asked = choiceOf(await chat({ messages, tools: [WEATHER], tool_choice: 'required' }));
    assert.equal(asked.finish_reason, 'tool_calls');
    const [call] = asked.message?.tool_calls as unknown as readonly {
      readonly id: string;
      readonly function: { readonly name: string; readonly arguments: string };
    }[];
    assert.equal(call?.function.name, 'get_weather');
    assert.ok('city' in (JSON.parse(call.function.arguments) as JsonObject));
    const result = { role: 'tool', tool_call_id: call.id, content: '{"degrees":12}' };
    const told = choiceOf(
      await chat({ messages: [...messages, asked.message ?? {}, result], tools: [WEATHER] }),
    );
    assert.equal(told.finish_reason, 'stop');
    assert.match(String(told.message?.content), /\S/);
  });

  it('gives what a schema asks for', async () => {
    const schema = {
      type: 'object',
      properties: { total: { type: 'integer' } },
      required: ['total'],
    };
    const { message } = choiceOf(
      await chat({
        messages: [user('Add 1 and 2')],
        response_format: { type: 'json_schema', json_schema: { name: 'sum', schema } },
      }),
    );
    const given = JSON.parse(String(message?.content)) as JsonObject;
    assert.equal(typeof given.total, 'number');
  });

  it('takes pictures as data, and fetches none', async () => {
    const picture = (url: string): JsonObject =>
      user([
        { type: 'text', text: 'What is this?' },
        { type: 'image_url', image_url: { url } },
      ]);
    const dot =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    await chat({ messages: [picture(`data:image/png;base64,${dot}`)] });
    const body = { model: MODEL, messages: [picture('https://example.com/a.png')] };
    const refused = await ask(emulator(), CHAT, { body });
    assert.equal(refused.status, 400);
    assert.match(refused.text, /the emulator fetches nothing/);
  });

  it('has vectors, as numbers or as base64', async () => {
    const path = '/v1beta/openai/embeddings';
    const body = { model: 'gemini-embedding-001', input: ['one', 'two'], dimensions: 256 };
    const { data } = (await json(emulator(), path, body)) as unknown as {
      readonly data: readonly { readonly embedding: readonly number[] }[];
    };
    assert.deepEqual(
      data.map(({ embedding }) => embedding.length),
      [256, 256],
    );
    const coded = (await json(emulator(), path, {
      ...body,
      encoding_format: 'base64',
    })) as unknown as {
      readonly data: readonly { readonly embedding: string }[];
    };
    const bytes = Buffer.from(coded.data[1]?.embedding ?? '', 'base64');
    const values = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
    assert.deepEqual([...values], [...Float32Array.from(data[1]?.embedding ?? [])]);
  });

  it('lists models, and knows each', async () => {
    const { data } = (await json(emulator(), '/v1beta/openai/models')) as unknown as {
      readonly data: readonly { readonly id: string }[];
    };
    assert.ok(data.some(({ id }) => id === `models/${MODEL}`));
    assert.equal((await json(emulator(), `/v1beta/openai/models/${MODEL}`)).object, 'model');
  });

  it('takes the key as a token, and refuses one that looks real before the body is read', async () => {
    const body = { model: MODEL, messages: [user('Hi')] };
    const sent = (authorization: string): ReturnType<typeof ask> =>
      ask(emulator(), CHAT, { anonymous: true, headers: { authorization }, body });
    assert.equal((await sent('Bearer any-key')).status, 200);
    const real = await sent(`Bearer AIza${'x'.repeat(35)}`);
    assert.equal(real.status, 400);
    assert.match(real.text, /rejects credentials that look real/);
    assert.equal((await ask(emulator(), CHAT, { anonymous: true, body })).status, 403);
  });

  it('thinks as hard as it is asked to, or as near to it as the model can', async () => {
    const now = Date.parse('2026-11-22');
    const of = (model: string, effort: string): JsonObject => {
      const body = { model, messages: [user('Hi')], reasoning_effort: effort };
      const { generationConfig } = toGenerateRequest(body, now);
      return (generationConfig as JsonObject).thinkingConfig as JsonObject;
    };
    const all = (model: string): readonly JsonValue[] =>
      ['none', 'minimal', 'low', 'medium', 'high'].map((effort) => {
        const { thinkingLevel, thinkingBudget } = of(model, effort);
        return thinkingLevel ?? thinkingBudget ?? null;
      });
    assert.deepEqual(all('gemini-2.5-flash'), [0, 1024, 1024, 8192, 24_576]);
    assert.deepEqual(all('gemini-2.5-pro'), [128, 1024, 1024, 8192, 24_576]);
    assert.deepEqual(all('models/gemini-3.1-pro-preview'), ['LOW', 'LOW', 'LOW', 'MEDIUM', 'HIGH']);
    assert.deepEqual(all('gemini-3.1-flash-lite'), ['MINIMAL', 'MINIMAL', 'LOW', 'MEDIUM', 'HIGH']);
    assert.deepEqual(all('gemini-nano-banana-2.1').slice(1, 4), ['MINIMAL', 'MEDIUM', 'MEDIUM']);
    for (const model of ['gemini-2.5-flash', 'gemini-3.8-flash', 'emulator-pro']) {
      assert.ok(choiceOf(await chat({ model, messages: [user('Hi')], reasoning_effort: 'none' })));
    }
    const body = { model: MODEL, messages: [user('Hi')], reasoning_effort: 'constructor' };
    assert.equal(
      errorOf(await ask(emulator(), CHAT, { body })).message,
      'Invalid reasoning_effort: constructor. Valid values are: high, low, medium, minimal, none',
    );
  });

  it('refuses in a list of one error, as the service does', async () => {
    const cases: readonly (readonly [JsonObject, number, RegExp])[] = [
      [{ model: 'nothing', messages: [user('Hi')] }, 404, /models\/nothing is not found/],
      [{ model: MODEL, messages: [] }, 400, /at least one message/],
      [{ model: MODEL, messages: [user('Hi')], fly: true }, 400, /Unknown name "fly"/],
      [{ model: MODEL, messages: [user('Hi')], temperature: 9 }, 400, /temperature/],
      [{ messages: [user('Hi')] }, 400, /model is required/],
    ];
    for (const [body, status, expected] of cases) {
      const refused = await ask(emulator(), CHAT, { body });
      assert.equal(refused.status, status, refused.text);
      const [first] = JSON.parse(refused.text) as readonly unknown[];
      const { message } = errorOf({ ...refused, text: JSON.stringify(first) });
      assert.match(message, expected);
    }
  });
});
