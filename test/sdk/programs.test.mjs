import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aiSdkProgram } from './programs/aiSdk.mjs';
import { genaiProgram } from './programs/genai.mjs';
import { langChainGenaiProgram, langChainGoogleProgram } from './programs/langChain.mjs';
import { useEmulator } from './support/emulator.mjs';
import { inEnvironment, inSession } from './support/environment.mjs';

/**
 * What somebody does with a client, by name. It has no types here: the packages are installed by the run itself.
 * @typedef {() => { [action: string]: (given: { file: string }) => Promise<void> }} Program
 */

/** By the name of the package. @type {{ [name: string]: Program }} */
const programs = {
  '@google/genai': genaiProgram('@google/genai'),
  '@google/genai 2.32': genaiProgram('genai2'),
  '@ai-sdk/google': aiSdkProgram,
  '@langchain/google-genai': langChainGenaiProgram,
  '@langchain/google': langChainGoogleProgram,
};

describe('programs, unchanged but for their environment', () => {
  const emulator = useEmulator();
  /** @type {string} */
  let folder;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sdk-programs-'));
    await writeFile(join(folder, 'notes.txt'), 'The geese left in May.\n');
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const [name, program] of Object.entries(programs)) {
    describe(name, () => {
      // LangChain reads no other name, so that whoever uses it has set it.
      if (name.startsWith('@langchain/'))
        inEnvironment(() => ({ GOOGLE_API_KEY: 'of-the-caller' }));
      inSession(emulator, name.replaceAll(/\W+/g, '-'));
      it('are answered in all that they do', async () => {
        const given = { file: join(folder, 'notes.txt') };
        /** @type {{ [action: string]: unknown }} */
        const failed = {};
        for (const [action, run] of Object.entries(program())) {
          await run(given).catch((error) => (failed[action] = error));
        }
        assert.deepEqual(failed, {});
      });
    });
  }

  // The older one reads no version from its environment; the default of this one is v1.
  describe('@google/genai in v1beta', () => {
    inSession(emulator, undefined, 'v1beta');
    it('asks in the version that the environment names', async () => {
      /** @returns {Promise<readonly { target: string }[]>} */
      const log = async () => (await emulator().control('log')).entries;
      const { length } = await log();
      const { generate, upload } = genaiProgram('@google/genai')();
      const given = { file: join(folder, 'notes.txt') };
      await generate?.(given);
      await upload?.(given);
      const targets = (await log()).slice(length).map(({ target }) => target);
      assert.ok(targets.length > 2);
      for (const target of targets) assert.ok(target.includes('/v1beta/'), target);
    });
  });
});
