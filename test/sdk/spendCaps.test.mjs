import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requirePeer } from '../bench/peers.mjs';
import { startEmulator } from '../ui/support/emulator.mjs';
import { aiSdkProgram } from './programs/aiSdk.mjs';
import { genaiProgram } from './programs/genai.mjs';
import { langChainGenaiProgram, langChainGoogleProgram } from './programs/langChain.mjs';
import { inEnvironment, inSession } from './support/environment.mjs';

const MODEL = 'gemini-3.8-flash';

const ACTIONS = ['generate', 'stream', 'interactions', 'stream interactions'];

const base = () => String(process.env['GOOGLE_GEMINI_BASE_URL']);

/** A program of a package, with the retries that the package has by default. @type {{ [name: string]: () => { [action: string]: any } }} */
const programs = {
  '@google/genai': genaiProgram('@google/genai'),
  '@google/genai that retries': () => {
    const { GoogleGenAI } = requirePeer('@google/genai');
    const httpOptions = { retryOptions: { attempts: 4 } };
    const { models } = new GoogleGenAI({ apiKey: 'a-key', httpOptions });
    return {
      generate: () => models.generateContent({ model: MODEL, contents: 'Hi' }),
      stream: () => models.generateContentStream({ model: MODEL, contents: 'Hi' }),
    };
  },
  '@google/generative-ai': () => {
    const { GoogleGenerativeAI } = requirePeer('@google/generative-ai');
    const client = new GoogleGenerativeAI('a-key');
    const model = client.getGenerativeModel({ model: MODEL }, { baseUrl: base() });
    return {
      generate: () => model.generateContent('Hi'),
      stream: () => model.generateContentStream('Hi'),
    };
  },
  '@ai-sdk/google': aiSdkProgram,
  openai: () => {
    const { OpenAI } = requirePeer('openai');
    const { chat } = new OpenAI({ apiKey: 'a-key', baseURL: `${base()}/v1beta/openai/` });
    const messages = [{ role: 'user', content: 'Hi' }];
    return {
      generate: () => chat.completions.create({ model: MODEL, messages }),
      stream: () => chat.completions.create({ model: MODEL, messages, stream: true }),
    };
  },
  '@langchain/google-genai': langChainGenaiProgram,
  '@langchain/google': langChainGoogleProgram,
};

describe('requests beyond a budget', () => {
  /** @type {import('../ui/support/emulator.mjs').RunningEmulator} */
  let emulator;
  /** @type {string} */
  let folder;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sdk-budget-'));
    // Nothing listens there, so that a request that isn't refused fails otherwise.
    const upstream = ['--upstream', 'http://127.0.0.1:9'];
    const mode = ['--mode', 'record', '--recordings', folder];
    emulator = await startEmulator([...mode, ...upstream, '--budget', '1']);
  });
  after(async () => {
    await emulator.stop();
    await rm(folder, { recursive: true });
  });

  for (const [name, program] of Object.entries(programs)) {
    describe(name, () => {
      inEnvironment(() => ({ GOOGLE_API_KEY: 'of-the-caller' }));
      inSession(() => emulator, name.replaceAll(/\W+/g, '-'));
      it('are sent once', async () => {
        /** @returns {Promise<readonly { status: number }[]>} */
        const log = async () => {
          const headers = { 'x-emulator-control': emulator.controlToken };
          return (await (await fetch(`${base()}/$emulator/log`, { headers })).json()).entries;
        };
        const actions = Object.entries(program()).filter(([action]) => ACTIONS.includes(action));
        assert.ok(actions.length >= 2);
        for (const [action, run] of actions) {
          const { length } = await log();
          await assert.rejects(Promise.resolve().then(() => run({ file: '' })));
          const statuses = (await log()).slice(length).map(({ status }) => status);
          assert.deepEqual(statuses, [402], action);
        }
      });
    });
  }
});
