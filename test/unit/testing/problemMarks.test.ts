import assert from 'node:assert/strict';
import { problemMarks } from '../../../src/testing/problemMarks';
import { PROMPT, promptText } from './world';

/** Only `/prompts/kite.png` is there, and what begins with `../` is outside. */
const files = {
  async resolve(_from: string, path: string): Promise<string | undefined> {
    return path.startsWith('../') ? undefined : `file:///prompts/${path.replace('./', '')}`;
  },
  async *open(uri: string): AsyncGenerator<Uint8Array> {
    await Promise.resolve();
    if (!uri.endsWith('/kite.png')) throw new Error('It doesn’t exist.');
    yield Buffer.from('png');
  },
};

async function marked(
  uri: string,
  text: string,
  signal = new AbortController().signal,
): Promise<readonly (readonly [string, string])[]> {
  const found = await problemMarks(text, uri, { files, signal });
  return found.map(
    ({ offset, length, message }) => [text.slice(offset, offset + length), message] as const,
  );
}

describe('what is marked in tests of prompts while they are written', () => {
  it('are cases and a matrix that can’t be read, at what is wrong in them', async () => {
    const text = promptText({
      cases: [
        { expect: [{ type: 'matches', pattern: '(' }] },
        { expect: [], passAt: 2 },
        { expect: [{ type: 'contains', value: 'fine' }] },
      ],
      matrix: { models: ['flash'] },
    });
    assert.deepEqual(await marked(PROMPT, text), [
      ['"pattern": "("', '“cases[0].expect[0].pattern” must be a JavaScript regular expression.'],
      ['"passAt": 2', '“cases[1].passAt” must be a number from 0.001 to 1.'],
      ['"flash"', '“matrix.models[0]” must be a name such as models/my-model.'],
    ]);
  });

  it('are files that are not there, outside, or of another kind', async () => {
    const text = promptText({
      cases: [
        {
          attachments: [{ path: './kite.png' }, { path: './gull.png' }],
          expect: [{ type: 'judge', prompt: '../polite.prompt.json' }],
        },
      ],
      casesFiles: ['kite.txt', 'gone.cases.csv', '/absolute.cases.csv'],
      matrix: { prompts: ['other.prompt.json'] },
    });
    assert.deepEqual(await marked(PROMPT, text), [
      [
        '"/absolute.cases.csv"',
        '“casesFiles[2]” must be a path relative to this file’s folder, such as ./kite.png.',
      ],
      [
        '"kite.txt"',
        '“kite.txt” must end with one of these: .cases.jsonl, .cases.csv, .cases.tsv.',
      ],
      ['"gone.cases.csv"', 'Couldn’t read “gone.cases.csv”: It doesn’t exist.'],
      ['"other.prompt.json"', 'Couldn’t read “other.prompt.json”: It doesn’t exist.'],
      ['"path": "./gull.png"', 'Couldn’t read “./gull.png”: It doesn’t exist.'],
      ['"prompt": "../polite.prompt.json"', '“../polite.prompt.json” is outside the workspace.'],
    ]);
  });
});
