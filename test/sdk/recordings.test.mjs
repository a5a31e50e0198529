import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requirePeer } from '../bench/peers.mjs';
import { startEmulator } from '../ui/support/emulator.mjs';
import { agentCalls, environmentCalls, triggerCalls } from './calls/agents.mjs';
import { interactionCalls } from './calls/interactions.mjs';
import { modelCalls } from './calls/models.mjs';
import { batchCalls, cacheCalls, fileCalls } from './calls/resources.mjs';
import { storeCalls } from './calls/stores.mjs';
import { all, clientOf } from './support/emulator.mjs';

/** @typedef {import('../ui/support/emulator.mjs').RunningEmulator} RunningEmulator */

const MODEL = 'gemini-3.8-flash';
const KEY = 'a-key-that-is-written-nowhere';

/** All that answers with no secret, which would not be recorded. @type {import('./support/methods.mjs').Calls} */
const calls = {
  ...modelCalls,
  ...cacheCalls,
  ...fileCalls,
  ...batchCalls,
  ...storeCalls,
  ...interactionCalls,
  ...agentCalls,
  ...environmentCalls,
  ...triggerCalls,
};

/**
 * @param {string} folder
 * @returns {Promise<{ readonly [path: string]: string }>}
 */
async function contentsOf(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const contents = files.map(async (entry) => {
    const path = join(entry.parentPath, entry.name);
    return /** @type {const} */ ([path.slice(folder.length + 1), await readFile(path, 'latin1')]);
  });
  return Object.fromEntries((await Promise.all(contents)).sort());
}

describe('recordings of @google/genai', () => {
  const FAST = ['--latency', '0', '--rate', '0', '--batch-speed', '1000'];
  // Counts of tokens depend on the length of names.
  const SAME = ['--random-seed', 'recorded'];
  const UPSTREAM = [
    ...FAST,
    ...SAME,
    '--interaction-speed',
    '100000',
    '--tuned-models-accept-keys',
  ];
  /** @type {string} */
  let folder;
  /** @type {readonly string[]} */
  let recorded;
  /** @type {RunningEmulator} */
  let replay;

  /** @param {RunningEmulator} emulator @returns {any} */
  const clientFor = ({ baseUrl }) =>
    clientOf(/** @type {RunningEmulator} */ ({ baseUrl, apiKey: KEY }), { apiVersion: 'v1' });

  /**
   * What a call gives, or what goes wrong with it.
   * @param {string} method
   * @param {RunningEmulator} emulator
   * @param {RunningEmulator['control']} control Moves the time of whoever has one.
   */
  async function outcomeOf(method, emulator, control) {
    try {
      await calls[method]?.({
        ai: clientFor(emulator),
        emulator: { ...emulator, control },
        folder,
      });
      return `${method}: done`;
    } catch (error) {
      return `${method}: ${error}`;
    }
  }

  /** Runs all calls against another emulator through one that records. */
  async function record() {
    const upstream = await startEmulator(UPSTREAM);
    const options = ['--mode', 'record', '--upstream', upstream.baseUrl];
    const recorder = await startEmulator([...options, '--recordings', join(folder, 'recordings')]);
    const outcomes = [];
    for (const method of Object.keys(calls)) {
      const { accessToken, control } = upstream;
      outcomes.push(await outcomeOf(method, { ...recorder, accessToken }, control));
    }
    await recorder.stop();
    await upstream.stop();
    return outcomes;
  }

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sdk-recordings-'));
    recorded = await record();
    replay = await startEmulator(['--mode', 'replay', '--recordings', join(folder, 'recordings')]);
  });
  after(async () => {
    await replay?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('goes through a recorder as it does without one', () => {
    assert.deepEqual(
      recorded,
      Object.keys(calls).map((method) => `${method}: done`),
    );
  });

  it('has every call answered with the service gone', async () => {
    const outcomes = [];
    for (const method of Object.keys(calls)) {
      outcomes.push(await outcomeOf(method, replay, async () => ({ entries: [] })));
    }
    assert.deepEqual(outcomes, recorded);
    const { sessions } = await replay.control('sessions');
    const [{ misses, unused, hits }] = sessions;
    assert.deepEqual({ misses, unused }, { misses: 0, unused: 0 });
    assert.ok(hits > 100, `${hits}`);
  });

  it('leaves files that are small and have no credential, and the same ones when it is recorded anew', async () => {
    const place = join(folder, 'recordings', 'main');
    const before = await contentsOf(place);
    const sizes = await Promise.all(Object.keys(before).map((path) => stat(join(place, path))));
    const sorted = sizes.map(({ size }) => size).sort((one, other) => one - other);
    const median = sorted[Math.floor(sorted.length / 2)] ?? Infinity;
    assert.ok(median <= 4096, `${median} bytes`);
    assert.equal(JSON.stringify(before).includes(KEY), false);
    await record();
    assert.deepEqual(await contentsOf(place), before);
  });
});

describe('a request that was not recorded', () => {
  /** @type {string} */
  let folder;
  /** @type {RunningEmulator} */
  let replay;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sdk-misses-'));
    replay = await startEmulator(['--mode', 'replay', '--recordings', folder]);
  });
  after(async () => {
    await replay.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** How each asks, with all the tries that it makes by default. @type {{ readonly [client: string]: (base: string) => Promise<unknown> }} */
  const clients = {
    '@google/genai': async (baseUrl) => {
      const { models } = clientOf(/** @type {RunningEmulator} */ ({ baseUrl, apiKey: KEY }));
      await models.generateContent({ model: MODEL, contents: 'Hi' });
    },
    '@google/genai, in a stream': async (baseUrl) => {
      const { models } = clientOf(/** @type {RunningEmulator} */ ({ baseUrl, apiKey: KEY }));
      await all(await models.generateContentStream({ model: MODEL, contents: 'Hi' }));
    },
    '@google/generative-ai': async (baseUrl) => {
      const { GoogleGenerativeAI } = requirePeer('@google/generative-ai');
      const model = new GoogleGenerativeAI(KEY).getGenerativeModel({ model: MODEL }, { baseUrl });
      await model.generateContent('Hi');
    },
    openai: async (baseUrl) => {
      const { OpenAI } = requirePeer('openai');
      const client = new OpenAI({ apiKey: KEY, baseURL: `${baseUrl}/v1beta/openai/` });
      const messages = [{ role: 'user', content: 'Hi' }];
      await client.chat.completions.create({ model: MODEL, messages });
    },
    '@ai-sdk/google': async (baseUrl) => {
      const { createGoogle } = requirePeer('@ai-sdk/google');
      const google = createGoogle({ apiKey: KEY, baseURL: `${baseUrl}/v1beta` });
      await requirePeer('ai').generateText({ model: google(MODEL), prompt: 'Hi' });
    },
    '@langchain/google-genai': async (baseUrl) => {
      const { ChatGoogleGenerativeAI } = requirePeer('@langchain/google-genai');
      await new ChatGoogleGenerativeAI({ apiKey: KEY, baseUrl, model: MODEL }).invoke('Hi');
    },
    '@langchain/google': async (baseUrl) => {
      const { ChatGoogle } = requirePeer('@langchain/google');
      const chat = new ChatGoogle({ apiKey: KEY, endpoint: new URL(baseUrl).href, model: MODEL });
      await chat.invoke('Hi');
    },
  };
  for (const [client, ask] of Object.entries(clients)) {
    it(`is sent once by ${client}, which says what is wrong`, async () => {
      const session = client.replaceAll(/[^a-z]/g, '');
      await assert.rejects(ask(`${replay.baseUrl}/s/${session}`), /no recording matches/i);
      const { sessions } = await replay.control('sessions');
      const found = sessions.find((/** @type {{ name: string }} */ { name }) => name === session);
      assert.deepEqual([found.requests, found.misses], [1, 1]);
    });
  }
});
