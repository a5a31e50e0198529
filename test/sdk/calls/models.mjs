import assert from 'node:assert/strict';
import { all } from '../support/emulator.mjs';
import { throwsByItself } from '../support/methods.mjs';

/** @typedef {import('../support/methods.mjs').Calls} Calls */

const MODEL = 'gemini-3.8-flash';
const asked = { model: MODEL, contents: 'Say hello.' };
const IMAGEN = 'imagen-4.0-generate-001';
const picture = { imageBytes: 'iVBORw0KGgo=', mimeType: 'image/png' };

/** Models, and talking with them. @type {Calls} */
export const modelCalls = {
  'models.list': async ({ ai }) => {
    const models = await all(await ai.models.list({ config: { pageSize: 20 } }));
    // More than one page.
    assert.ok(models.length > 20);
    assert.ok(models.some(({ name }) => name === `models/${MODEL}`));
    const tuned = await all(await ai.models.list({ config: { queryBase: false } }));
    assert.ok(tuned.every(({ name }) => name.startsWith('tunedModels/')));
  },
  'models.get': async ({ ai }) => {
    const found = await ai.models.get({ model: MODEL });
    assert.deepEqual([found.inputTokenLimit, found.outputTokenLimit], [1_048_576, 65_536]);
  },
  'models.generateContent': async ({ ai }) => {
    const answer = await ai.models.generateContent(asked);
    assert.equal(answer.modelVersion, MODEL);
    assert.ok(answer.text);
  },
  'models.generateContentStream': async ({ ai }) => {
    const { text } = await ai.models.generateContent(asked);
    const pieces = await all(await ai.models.generateContentStream(asked));
    assert.ok(pieces.length > 1);
    assert.equal(pieces.map((one) => one.text ?? '').join(''), text);
  },
  'models.countTokens': async ({ ai }) => {
    assert.ok((await ai.models.countTokens(asked)).totalTokens > 0);
  },
  'models.embedContent': async ({ ai }) => {
    const lengths = async (/** @type {string} */ model) =>
      (await ai.models.embedContent({ model, contents: ['a', 'b'] })).embeddings.map(
        (/** @type {any} */ { values }) => values.length,
      );
    assert.deepEqual(await lengths('gemini-embedding-001'), [3072, 3072]);
    // The SDK makes one content of the list.
    assert.deepEqual(await lengths('gemini-embedding-2'), [3072]);
  },
  'models.computeTokens': throwsByItself((ai) => ai.models.computeTokens(asked)),
  'models.generateImages': throwsByItself((ai) =>
    ai.models.generateImages({ model: IMAGEN, prompt: 'A kite' }),
  ),
  'models.editImage': throwsByItself((ai) =>
    ai.models.editImage({ model: IMAGEN, prompt: 'A kite', referenceImages: [] }),
  ),
  'models.upscaleImage': throwsByItself((ai) =>
    ai.models.upscaleImage({ model: IMAGEN, image: picture, upscaleFactor: 'x2' }),
  ),
  'models.recontextImage': throwsByItself((ai) =>
    ai.models.recontextImage({ model: IMAGEN, source: { prompt: 'A kite' } }),
  ),
  'models.segmentImage': throwsByItself((ai) =>
    ai.models.segmentImage({ model: IMAGEN, source: { image: picture } }),
  ),
  'models.generateVideos': throwsByItself((ai) =>
    ai.models.generateVideos({ model: 'veo-3.1', source: { prompt: 'A kite' } }),
  ),
  'chats.create': async ({ ai }) => {
    assert.deepEqual(ai.chats.create({ model: MODEL }).getHistory(), []);
  },
  'chat.sendMessage': async ({ ai }) => {
    const chat = ai.chats.create({ model: MODEL });
    await chat.sendMessage({ message: 'I keep two tortoises.' });
    const { usageMetadata } = await chat.sendMessage({ message: 'Which animals do I keep?' });
    // What was said before is sent too.
    assert.ok(usageMetadata.promptTokenCount > 20);
  },
  'chat.sendMessageStream': async ({ ai }) => {
    const chat = ai.chats.create({ model: MODEL });
    const pieces = await all(await chat.sendMessageStream({ message: 'Say hello.' }));
    assert.ok(pieces.some(({ text }) => text));
  },
  'chat.getHistory': async ({ ai }) => {
    const history = [
      { role: 'user', parts: [{ text: 'Remember 4711.' }] },
      { role: 'model', parts: [{ text: 'I will.' }] },
    ];
    const chat = ai.chats.create({ model: MODEL, history });
    await chat.sendMessage({ message: 'Which number?' });
    assert.deepEqual(
      chat.getHistory(true).map((/** @type {any} */ { role }) => role),
      ['user', 'model', 'user', 'model'],
    );
  },
};
