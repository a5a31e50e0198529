import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '../../../src/api/schema/row';
import { toGenerateRequest } from '../../../src/emulator/openai/chatRequest';
import { ask, errorOf, json, useEmulator } from './wire';

const CHAT = '/v1beta/openai/chat/completions';
const MODEL = 'gemini-3.8-flash';

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

  it('gives what a schema asks for', async () => {
    const schema = { type: 'object', properties: { total: { type: 'integer' } } };
    const format = { type: 'json_schema', json_schema: { name: 'sum', schema } };
    const answer = await chat({ messages: [user('Add 1 and 2')], response_format: format });
    const given = JSON.parse(String(choiceOf(answer).message?.content)) as JsonObject;
    assert.equal(typeof given.total, 'number');
  });

  it('knows each model', async () => {
    const model = await json(emulator(), `/v1beta/openai/models/${MODEL}`);
    assert.equal(model.object, 'model');
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
    assert.deepEqual(all('models/gemini-3.1-pro-preview'), ['LOW', 'LOW', 'LOW', 'MEDIUM', 'HIGH']);
    assert.deepEqual(all('gemini-3.1-flash-lite'), ['MINIMAL', 'MINIMAL', 'LOW', 'MEDIUM', 'HIGH']);
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
