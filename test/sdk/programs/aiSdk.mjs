import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { requirePeer } from '../../bench/peers.mjs';
import { all } from '../support/emulator.mjs';

/** @typedef {import('../programs.test.mjs').Program} Program */

const MODEL = 'gemini-3.8-flash';
const prompt = 'Name three rivers.';

/** What programs do with Vercel's SDK, which reads no address from the environment. @type {Program} */
export const aiSdkProgram = () => {
  const { createGoogle } = requirePeer('@ai-sdk/google');
  const sdk = requirePeer('ai');
  const { z } = requirePeer('zod');
  const google = createGoogle({ baseURL: `${process.env['GOOGLE_GEMINI_BASE_URL']}/v1beta` });
  const forecast = sdk.tool({
    description: 'The weather of a city.',
    inputSchema: z.object({ city: z.string() }),
    execute: async () => 'Rain',
  });
  const withTools = {
    prompt: 'Call forecast for Oslo.',
    tools: { forecast },
    stopWhen: sdk.isStepCount(3),
  };
  const usesTools = async (/** @type {any} */ model) => {
    const { steps, text } = await sdk.generateText({ ...withTools, model });
    assert.deepEqual(
      steps.map((/** @type {any} */ step) => step.finishReason),
      ['tool-calls', 'stop'],
    );
    assert.match(text, /Rain/);
  };
  const streams = async (/** @type {any} */ model) => {
    const pieces = await all(sdk.streamText({ model, prompt }).textStream);
    assert.ok(pieces.length > 1);
  };
  return {
    generate: async () =>
      assert.ok((await sdk.generateText({ model: google(MODEL), prompt })).text),
    'generate with an instruction': async () => {
      const { text, reasoningText } = await sdk.generateText({
        model: google(MODEL),
        instructions: 'Be brief.',
        prompt,
        providerOptions: {
          google: { thinkingConfig: { thinkingLevel: 'low', includeThoughts: true } },
        },
      });
      assert.match(text, /Be brief/);
      assert.ok(reasoningText);
    },
    stream: () => streams(google(MODEL)),
    'call tools': () => usesTools(google(MODEL)),
    'stream with tools': async () => {
      const parts = await all(sdk.streamText({ ...withTools, model: google(MODEL) }).fullStream);
      const types = new Set(parts.map((part) => part.type));
      for (const type of ['tool-call', 'tool-result', 'text-delta', 'finish']) {
        assert.ok(types.has(type), type);
      }
      assert.ok(!types.has('error'));
    },
    'make objects': async () => {
      const schema = z.object({ name: z.string(), lengths: z.array(z.number()) });
      const output = sdk.Output.object({ schema });
      const made = await sdk.generateText({ model: google(MODEL), prompt, output });
      assert.deepEqual(schema.parse(made.output), made.output);
    },
    search: async () => {
      const tools = { google_search: google.tools.googleSearch({}) };
      const { sources } = await sdk.generateText({ model: google(MODEL), prompt, tools });
      assert.ok(sources.length > 0);
    },
    embed: async () => {
      const model = google.embeddingModel('gemini-embedding-001');
      assert.equal((await sdk.embed({ model, value: 'one' })).embedding.length, 3072);
      const data = Buffer.from('picture').toString('base64');
      const content = [[{ inlineData: { mimeType: 'image/png', data } }]];
      const picture = await sdk.embed({
        model: google.embeddingModel('gemini-embedding-2'),
        value: 'one',
        providerOptions: { google: { content } },
      });
      assert.equal(picture.embedding.length, 3072);
      const { embeddings } = await sdk.embedMany({ model, values: ['one', 'two'] });
      assert.equal(embeddings.length, 2);
    },
    upload: async ({ file }) => {
      // It goes to the address that it was given, as it is.
      const { providerReference } = await sdk.uploadFile({
        api: google.files(),
        data: await readFile(file),
        mediaType: 'text/plain',
      });
      const base = String(process.env['GOOGLE_GEMINI_BASE_URL']);
      assert.ok(providerReference.google.startsWith(`${base}/v1beta/files/`));
    },
    picture: async () => {
      const model = google.image('gemini-3-pro-image');
      assert.equal((await sdk.generateImage({ model, prompt })).images.length, 1);
    },
    interactions: () => usesTools(google.interactions(MODEL)),
    'stream interactions': () => streams(google.interactions(MODEL)),
    agents: async () => {
      const agent = google.interactions({ agent: 'antigravity-preview-09-2026' });
      assert.ok((await sdk.generateText({ model: agent, prompt })).text);
      const model = google.interactions({ agent: 'deep-research-preview-04-2026' });
      const providerOptions = { google: { background: true } };
      assert.match((await sdk.generateText({ model, prompt, providerOptions })).text, /^# Report/);
    },
  };
};
