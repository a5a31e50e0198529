import assert from 'node:assert/strict';
import { throwsByItself } from '../support/methods.mjs';

/** @typedef {import('../support/methods.mjs').Given} Given */
/** @typedef {import('../support/methods.mjs').Calls} Calls */

const examples = Array.from({ length: 20 }, (_, index) => ({
  textInput: String(index),
  output: String(index + 1),
}));

/** @param {Given} given */
const training = ({ ai }) =>
  ai.tunings.tune({
    baseModel: 'models/emulator-flash-tuning',
    trainingDataset: { examples },
    config: {
      tunedModelDisplayName: 'Successors',
      // This version of the SDK forgets to send the data set it is given.
      httpOptions: { extraBody: { tuningTask: { trainingData: { examples: { examples } } } } },
    },
  });

/** Tuned models, which v1 has by the SDK alone. @type {Calls} */
export const tuningCalls = {
  'tunings.tune': async (given) => {
    const { name, state } = await training(given);
    assert.match(name, /^tunedModels\/successors-/);
    assert.equal(state, 'JOB_STATE_QUEUED');
  },
  'tunings.get': async (given) => {
    const { name } = await training(given);
    await given.emulator.control('clock', { advanceSeconds: 3600 });
    const { state, tunedModel } = await given.ai.tunings.get({ name });
    assert.deepEqual([state, tunedModel.model], ['JOB_STATE_SUCCEEDED', name]);
    assert.equal((await given.ai.models.generateContent({ model: name, contents: '7' })).text, '8');
  },
  'tunings.cancel': async (given) => {
    const { name } = await training(given);
    await given.ai.tunings.cancel({ name });
    assert.equal((await given.ai.tunings.get({ name })).state, 'JOB_STATE_FAILED');
  },
  'models.update': async (given) => {
    const { name: model } = await training(given);
    const config = { displayName: 'Next dimensions', description: 'Adds one.' };
    const changed = await given.ai.models.update({ model, config });
    assert.deepEqual([changed.displayName, changed.description], ['Next dimensions', 'Adds one.']);
  },
  'models.delete': async (given) => {
    const { name: model } = await training(given);
    await given.ai.models.delete({ model });
    await assert.rejects(given.ai.models.get({ model }), { status: 403 });
  },
  'tunings.list': throwsByItself((ai) => ai.tunings.list()),
  'tunings.validateReward': throwsByItself((ai) => ai.tunings.validateReward({})),
};

/** Live sessions and what opens them. @type {Calls} */
export const liveCalls = {
  'authTokens.create': async ({ ai }) => {
    const { name } = await ai.authTokens.create({ config: { uses: 1 } });
    assert.match(name, /^auth_tokens\//);
  },
  'live.connect': async ({ ai }) => {
    const model = 'gemini-3.8-live';
    const config = { responseModalities: ['TEXT'] };
    const said = await new Promise((resolve, reject) => {
      let text = '';
      const onmessage = (/** @type {any} */ { serverContent }) => {
        text += serverContent?.modelTurn?.parts[0].text ?? '';
        if (serverContent?.turnComplete) resolve(text);
      };
      const callbacks = { onmessage, onerror: reject };
      ai.live.connect({ model, config, callbacks }).then((/** @type {any} */ session) => {
        session.sendClientContent({ turns: '[[echo]]Ahoy.' });
      }, reject);
    });
    assert.equal(said, 'Ahoy.');
  },
  'live.music.connect': async ({ ai }) => {
    const heard = await new Promise((resolve, reject) => {
      const onmessage = (/** @type {any} */ { serverContent }) => {
        if (serverContent) resolve(serverContent.audioChunks[0].mimeType);
      };
      const callbacks = { onmessage, onerror: reject };
      const model = 'models/lyria-realtime-exp';
      ai.live.music.connect({ model, callbacks }).then(async (/** @type {any} */ session) => {
        await session.setWeightedPrompts({ weightedPrompts: [{ text: 'harp', weight: 1 }] });
        await session.setMusicGenerationConfig({ musicGenerationConfig: { bpm: 90 } });
        session.play();
      }, reject);
    });
    assert.equal(heard, 'audio/l16;rate=48000;channels=2');
  },
};
