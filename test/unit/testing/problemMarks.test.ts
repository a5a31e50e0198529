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
