import assert from 'node:assert/strict';
import { packedModels } from '../../../src/api/modelPack';
import type { JsonObject } from '../../../src/api/schema/row';
import type { Emulator } from '../../../src/emulator/options';
import { model, user } from './asking';
import { ask, control, errorOf, generate, json, useEmulator } from './wire';

const BODY = { contents: [user('Say hello.')] };
/** The day the pack was gone through. */
const TODAY = Date.UTC(2026, 10, 22, 12);

/** Status and message of an answer to a call of a model. */
async function answered(
  emulator: Emulator,
  name: string,
  { method = 'generateContent', version = 'v1beta', body = BODY as JsonObject } = {},
): Promise<readonly [status: number, message: string]> {
  const answer = await ask(emulator, `/${version}/models/${name}:${method}`, { body });
  return [answer.status, answer.status === 200 ? '' : errorOf(answer).message];
}

async function listed(emulator: Emulator, version = 'v1beta'): Promise<readonly string[]> {
  const { models } = await json(emulator, `/${version}/models?pageSize=1000`);
  return (models as { name: string }[]).map(({ name }) => name.replace('models/', ''));
}

describe('emulator: models of the live service', () => {
  const emulator = useEmulator({ seed: 'empty', fixedTime: TODAY });

  it('answer by their real names, with their real limits, whatever the seed', async () => {
    const found = await json(emulator(), '/v1/models/gemini-3.8-flash');
    assert.deepEqual([found.inputTokenLimit, found.outputTokenLimit], [1_048_576, 65_536]);
    assert.equal(found.displayName, 'Gemini 3.8 Flash');
    assert.equal(found.thinking, true);
    for (const version of ['v1', 'v1beta']) {
      const answer = await generate(emulator(), BODY, 'gemini-3.8-flash', version);
      assert.equal(answer.modelVersion, 'gemini-3.8-flash');
      assert.ok(answer.candidates?.[0]?.content?.parts?.[0]?.text);
    }
  });

  it('are listed behind the emulator’s own as long as they are served', async () => {
    const names = await listed(emulator());
    assert.equal(names[0], 'emulator-flash');
    const first = names.indexOf('gemini-3.8-flash');
    assert.ok(first > 0 && names.slice(0, first).every((name) => /^(emulator-|aqa)/.test(name)));
    for (const name of [
      'gemini-4-carbon',
      'gemini-3.1-pro-preview',
      'gemini-2.5-flash',
      'gemini-embedding-2',
    ])
      assert.ok(names.includes(name), name);
    // Shut down, from before, and of another API.
    for (const name of ['gemini-2.0-flash', 'gemini-1.5-pro-001', 'antigravity-preview-09-2026'])
      assert.ok(!names.includes(name), name);
  });

  it('answer for every method that is listed of one', async () => {
    const bodies: { readonly [method: string]: JsonObject } = {
      generateContent: BODY,
      countTokens: BODY,
      embedContent: { content: user('Hello') },
    };
    for (const { id } of packedModels()) {
      const got = await ask(emulator(), `/v1beta/models/${id}`);
      if (got.status === 404) continue;
      const { supportedGenerationMethods: methods = [] } = JSON.parse(got.text) as {
        supportedGenerationMethods?: readonly string[];
      };
      for (const [method, body] of Object.entries(bodies)) {
        const [status] = await answered(emulator(), id, { method, body });
        assert.equal(status, methods.includes(method) ? 200 : 404, `${id}:${method}`);
      }
    }
  });

  it('insist on the signatures of their function calls from the third generation on', async () => {
    const turns = [
      user('Hi'),
      { role: 'model', parts: [{ functionCall: { name: 'f', args: {} } }] },
      { role: 'user', parts: [{ functionResponse: { name: 'f', response: {} } }] },
    ];
    const tools = [{ functionDeclarations: [{ name: 'f', description: 'Does it.' }] }];
    const body = { contents: turns, tools };
    const [status, message] = await answered(emulator(), 'gemini-3.8-flash', { body });
    assert.equal(status, 400);
    assert.match(message, /^Function call is missing a thought_signature in functionCall parts\./);
    assert.equal((await answered(emulator(), 'gemini-2.5-flash', { body }))[0], 200);
  });

  it('answer with what they are for, and refuse what they are not', async () => {
    const kinds = async (name: string, config: JsonObject = {}): Promise<readonly unknown[]> => {
      const body = { contents: [user('A kite.'), model('Yes?'), user('Go.')] };
      const request = { ...body, generationConfig: config };
      const answer = await generate(emulator(), request, name);
      const parts = answer.candidates?.[0]?.content?.parts ?? [];
      return parts.map((part) => (part.inlineData as JsonObject | undefined)?.mimeType ?? 'text');
    };
    assert.deepEqual(await kinds('gemini-3-pro-image'), ['text', 'image/png']);
    const [speech, ...others] = await kinds('gemini-3.8-flash-tts');
    assert.match(String(speech), /^audio\//);
    assert.deepEqual(others, []);
    const text = { contents: BODY.contents, generationConfig: { responseModalities: ['TEXT'] } };
    const [status, message] = await answered(emulator(), 'gemini-3.8-flash-tts', { body: text });
    assert.equal(status, 400);
    assert.match(message, /response modalities \(TEXT\) is not supported/);
  });
});

describe('emulator: a new project', () => {
  const emulator = useEmulator({ fixedTime: TODAY, newProject: true });

  it('is refused the models that only earlier users may use, which are still listed', async () => {
    const [status, message] = await answered(emulator(), 'gemini-2.5-flash');
    assert.equal(status, 404);
    assert.match(
      message,
      /^This model models\/gemini-2\.5-flash is no longer available to new users\./,
    );
    assert.ok((await listed(emulator())).includes('gemini-2.5-flash'));
    assert.equal((await answered(emulator(), 'gemini-3.8-flash'))[0], 200);
    await control(emulator(), 'POST', 'clock', { set: '2026-09-17T12:00:00Z' });
    assert.equal((await answered(emulator(), 'gemini-2.5-flash'))[0], 200);
    const state = await control(emulator(), 'POST', 'project', { isNew: false });
    assert.equal(state.isNewProject, false);
    assert.equal((await answered(emulator(), 'gemini-2.5-flash'))[0], 200);
  });
});
