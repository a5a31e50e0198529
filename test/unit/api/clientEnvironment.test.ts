import assert from 'node:assert/strict';
import { environmentOf } from '../../../src/api/clientEnvironment';

const place = { baseUrl: 'http://127.0.0.1:4000', apiKey: 'emulator' };
const AI_SDK = { GOOGLE_GENERATIVE_AI_API_KEY: 'emulator' };

function keys(caller: NodeJS.ProcessEnv) {
  const all = Object.entries(environmentOf(place, caller));
  return Object.fromEntries(all.filter(([name]) => name.endsWith('_API_KEY')));
}

describe('the environment of programs', () => {
  it('has the key under the one name that copied code reads, so that no SDK warns of two', () => {
    assert.deepEqual(keys({}), { ...AI_SDK, GEMINI_API_KEY: 'emulator' });
    assert.deepEqual(keys({ GOOGLE_API_KEY: '' }), { ...AI_SDK, GEMINI_API_KEY: 'emulator' });
  });

  it('leaves no key of the caller, under whichever name it is set', () => {
    const names = ['GOOGLE_API_KEY', 'GEMINI_API_KEY'];
    for (const set of [['GEMINI_API_KEY'], ['GOOGLE_API_KEY'], names]) {
      const caller = Object.fromEntries(set.map((name) => [name, 'real']));
      const ours = Object.fromEntries(set.map((name) => [name, 'emulator']));
      assert.deepEqual(keys(caller), { ...AI_SDK, ...ours });
    }
  });
});
