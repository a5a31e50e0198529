import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requirePeer } from '../bench/peers.mjs';
import { all, useEmulator } from './support/emulator.mjs';

// What the tests use of the deprecated SDK, by hand.
/**
 * @typedef {{ text: () => string }} Answer
 * @typedef {object} Model
 * @property {(input: unknown) => Promise<{ response: Answer }>} generateContent
 * @property {(input: unknown) => Promise<{ stream: AsyncIterable<Answer>, response: Promise<Answer> }>} generateContentStream
 * @property {(input: unknown) => Promise<{ totalTokens: number }>} countTokens
 * @property {(input: unknown) => Promise<{ embedding: { values: number[] } }>} embedContent
 * @property {() => { sendMessage: (text: string) => Promise<{ response: Answer }>, getHistory: () => Promise<object[]> }} startChat
 * @typedef {object} Files
 * @property {(path: string, metadata: object) => Promise<{ file: { name: string, sizeBytes: string } }>} uploadFile
 * @property {() => Promise<{ files: { name: string }[] }>} listFiles
 * @property {(name: string) => Promise<void>} deleteFile
 */

/**
 * @returns {{
 *   GoogleGenerativeAI: new (key: string) => { getGenerativeModel: (model: object, options: object) => Model },
 *   GoogleAIFileManager: new (key: string, options: object) => Files,
 * }}
 */
const load = () => ({
  ...requirePeer('@google/generative-ai'),
  ...requirePeer('@google/generative-ai/server'),
});

describe('@google/generative-ai', () => {
  const emulator = useEmulator();
  const modelOf = (/** @type {string} */ model) => {
    const { baseUrl, apiKey } = emulator();
    const { GoogleGenerativeAI } = load();
    return new GoogleGenerativeAI(apiKey).getGenerativeModel({ model }, { baseUrl });
  };

  it('generates, streams and counts', async () => {
    const model = modelOf('emulator-flash');
    const prompt = 'Tell me a story of the sea – auf Deutsch.';
    const { response } = await model.generateContent(prompt);
    const { stream } = await model.generateContentStream(prompt);
    const pieces = await all(stream);
    assert.ok(pieces.length > 1);
    assert.equal(pieces.map((piece) => piece.text()).join(''), response.text());
    assert.ok((await model.countTokens(prompt)).totalTokens > 5);
  });

  it('embeds', async () => {
    const { embedding } = await modelOf('emulator-embedding').embedContent('The geese left in May');
    assert.ok(embedding.values.length >= 128);
  });

  it('uploads, lists and deletes a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sdk-files-'));
    try {
      const path = join(folder, 'notes.txt');
      await writeFile(path, 'The geese left in May.\n');
      const { baseUrl, apiKey } = emulator();
      const { GoogleAIFileManager } = load();
      const files = new GoogleAIFileManager(apiKey, { baseUrl });
      const { file } = await files.uploadFile(path, {
        mimeType: 'text/plain',
        displayName: 'Notes',
      });
      assert.equal(file.sizeBytes, '23');
      const listed = await files.listFiles();
      assert.ok(listed.files.some(({ name }) => name === file.name));
      await files.deleteFile(file.name);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
