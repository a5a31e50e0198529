import assert from 'node:assert/strict';
import { requirePeer } from '../../bench/peers.mjs';
import { all } from '../support/emulator.mjs';

/** @typedef {import('../programs.test.mjs').Program} Program */

const MODEL = 'gemini-3.8-flash';
const asked = { model: MODEL, contents: 'Name three rivers.' };

/**
 * What programs do with Google's SDK, in its own default version.
 * @param {string} peer
 * @returns {Program}
 */
export const genaiProgram = (peer) => () => {
  const { GoogleGenAI } = requirePeer(peer);
  const ai = new GoogleGenAI({});
  return {
    generate: async () => assert.ok((await ai.models.generateContent(asked)).text),
    'generate with an instruction': async () => {
      const config = { systemInstruction: 'Be brief.', thinkingConfig: { thinkingLevel: 'low' } };
      assert.match((await ai.models.generateContent({ ...asked, config })).text, /Be brief/);
    },
    stream: async () => {
      const pieces = await all(await ai.models.generateContentStream(asked));
      assert.ok(pieces.length > 1);
    },
    count: async () => assert.ok((await ai.models.countTokens(asked)).totalTokens > 0),
    embed: async () => {
      const { embeddings } = await ai.models.embedContent({
        model: 'gemini-embedding-001',
        contents: ['one', 'two'],
      });
      assert.equal(embeddings.length, 2);
    },
    list: async () => {
      const models = await all(await ai.models.list());
      assert.ok(models.some(({ name }) => name === `models/${MODEL}`));
    },
    upload: async ({ file }) => {
      const { name, uri: fileUri, mimeType } = await ai.files.upload({ file });
      assert.equal((await ai.files.get({ name })).state, 'ACTIVE');
      const contents = [{ fileData: { fileUri, mimeType } }, 'What does it say?'];
      assert.ok((await ai.models.generateContent({ model: MODEL, contents })).text);
    },
    cache: async () => {
      const contents = 'word '.repeat(5000);
      const { name } = await ai.caches.create({ model: MODEL, config: { contents, ttl: '300s' } });
      const config = { cachedContent: name };
      const { usageMetadata } = await ai.models.generateContent({ ...asked, config });
      assert.ok(usageMetadata.cachedContentTokenCount > 4000);
    },
    batch: async () => {
      const src = [{ contents: 'Name three rivers.' }];
      const { name } = await ai.batches.create({ model: MODEL, src });
      assert.match((await ai.batches.get({ name })).state, /^JOB_STATE_/);
    },
    live: async () => {
      const config = { responseModalities: ['TEXT'] };
      /** @type {string} */
      const said = await new Promise((resolve, reject) => {
        let text = '';
        const onmessage = (/** @type {any} */ { serverContent }) => {
          text += serverContent?.modelTurn?.parts[0].text ?? '';
          if (serverContent?.turnComplete) resolve(text);
        };
        const callbacks = { onmessage, onerror: reject };
        ai.live
          .connect({ model: 'gemini-3.8-live', config, callbacks })
          .then((/** @type {any} */ session) => session.sendClientContent({ turns: '[[echo]]Hi' }))
          .catch(reject);
      });
      assert.equal(said, 'Hi');
    },
    interactions: async () => {
      const { id, status } = await ai.interactions.create({ model: MODEL, input: 'Hello' });
      assert.equal(status, 'completed');
      assert.equal((await ai.interactions.get(id)).id, id);
    },
  };
};
