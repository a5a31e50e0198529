import assert from 'node:assert/strict';
import { environmentKey } from '../../../src/auth/environmentKey';
import { manifest } from '../../../src/catalog/manifest';

const { contributes, nls } = manifest();
const TEXTS: { readonly [key: string]: string } = nls;

/** The buttons of the welcome for a variable: what it contributes for the value that its context key has then. */
function linksFor(key: string): readonly string[] {
  const welcome = contributes.viewsWelcome.filter(({ when = '' }) =>
    when.endsWith(`generativeLanguage.environmentKey == ${key}`),
  );
  return welcome.map(({ contents }) => {
    const text = TEXTS[contents.slice(1, -1)] ?? '';
    return /\[([^\]]+)\]\(command:generativeLanguage\.importEnvironment\)/.exec(text)?.[1] ?? '';
  });
}

describe('the welcome’s link for a key of the environment', () => {
  for (const [environment, links] of [
    [{ GEMINI_API_KEY: 'k' }, ['Use GEMINI_API_KEY']],
    [{ GOOGLE_API_KEY: 'k', GEMINI_API_KEY: 'k' }, ['Use GEMINI_API_KEY']],
    [{ GEMINI_API_KEY: ' ', GOOGLE_API_KEY: 'k' }, ['Use GOOGLE_API_KEY']],
    [{}, []],
  ] as const) {
    it(`is ${links.join() || 'not there'} with ${JSON.stringify(environment)}`, () => {
      assert.deepEqual(linksFor(environmentKey(environment)), links);
    });
  }
});
