import assert from 'node:assert/strict';
import type { CaseProblem, FoundCase } from '../../../src/testing/case';
import { cellsOf, planFile } from '../../../src/testing/planFile';
import { readCases } from '../../../src/testing/readCases';
import { PROMPT, promptText } from './world';

const LINES = 'file:///prompts/kite.cases.jsonl';
const TABLE = 'file:///prompts/kite.cases.csv';
const EXPECT = '[{"type":"contains","value":"kite"}]';

async function read(
  uri: string,
  text: string | Buffer,
): Promise<{ readonly cases: readonly FoundCase[]; readonly problems: readonly CaseProblem[] }> {
  const cases: FoundCase[] = [];
  const problems: CaseProblem[] = [];
  const source = { uri, read: () => piecesOf(text) };
  const onProblem = (problem: CaseProblem): unknown => problems.push(problem);
  for await (const found of readCases(source, { onProblem })) cases.push(found);
  return { cases, problems };
}

/** A few bytes at a time, so that lines and letters are cut. */
async function* piecesOf(text: string | Buffer): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 7) {
    await Promise.resolve();
    yield bytes.subarray(at, at + 7);
  }
}

describe('files of cases', () => {
  it('are read around a broken line, which is named with line and column', async () => {
    const good = `{"expect":${EXPECT}}`;
    const { cases, problems } = await read(
      LINES,
      [good, '{"expect": oh}', '{"expect":[{"type":"matches","pattern":"("}]}', '[]', good].join(
        '\n',
      ),
    );
    assert.equal(cases.length, 2);
    assert.deepEqual(
      problems.map(({ line, column, message }) => [line, column, message]),
      [
        [2, 12, 'This line isn’t valid JSON.'],
        [3, 30, '“expect[0].pattern” must be a JavaScript regular expression.'],
        [4, 1, '“value” must be an object.'],
      ],
    );
  });

  it('have a row for each case: columns by name, and all others are variables', async () => {
    const { cases, problems } = await read(
      TABLE,
      [
        'name,animal,tags,repeat,attachments,expect.contains,expect.length,expect',
        'a kite,"one, ""two""\nlines","x, y",3,./a.png,kite,280,"[{""type"":""blocked"",""value"":false}]"',
        'an owl,owl,,,,,,',
      ].join('\n'),
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(cases[0]?.case, {
      name: 'a kite',
      variables: { animal: 'one, "two"\nlines' },
      tags: ['x', 'y'],
      repeat: 3,
      attachments: [{ path: './a.png' }],
      expect: [
        { type: 'contains', value: ['kite'] },
        { type: 'length', max: 280 },
        { type: 'blocked', value: false },
      ],
    });
    assert.deepEqual(cases[1]?.case, { name: 'an owl', variables: { animal: 'owl' }, expect: [] });
    // The row before has two lines.
    assert.deepEqual(
      cases.map(({ place }) => place.line),
      [2, 4],
    );
  });

  it('say which row of a table is wrong', async () => {
    const { cases, problems } = await read(
      TABLE,
      ['animal,repeat,expect', 'a,many,', 'b,2,oh', 'c,,,,', 'd,,{"type":"no"}', 'e,1,'].join('\n'),
    );
    assert.deepEqual(
      cases.map(({ case: { variables } }) => variables?.animal),
      ['e'],
    );
    assert.deepEqual(
      problems.map(({ line }) => line),
      [2, 3, 4, 5],
    );
  });

  it('are planned with the prompt that names them, and what is missing is told', async () => {
    const texts = new Map([
      [
        PROMPT,
        promptText({
          casesFiles: ['./kite.cases.jsonl', './gone.cases.csv', '../out.cases.csv', './x.txt'],
        }),
      ],
      [LINES, `{"variables":{"animal":"x"},"expect":${EXPECT}}`],
    ]);
    const problems: CaseProblem[] = [];
    const names: string[] = [];
    const files = {
      read: async (uri: string) => texts.get(uri) ?? '',
      open: (uri: string) => {
        const text = texts.get(uri);
        if (text === undefined) throw new Error('It doesn’t exist.');
        return piecesOf(text);
      },
      resolve: async (from: string, path: string) =>
        path.startsWith('..') ? undefined : new URL(path, from).href,
    };
    const onProblem = (problem: CaseProblem): unknown => problems.push(problem);
    const plans = await planFile(PROMPT, { files, onProblem });
    for (const { id } of cellsOf(plans)) names.push(id);
    assert.deepEqual(names, [`${PROMPT}#${LINES}#1#gemini-3.8-flash`]);
    assert.deepEqual(
      problems.map(({ message }) => message),
      [
        'Couldn’t read “./gone.cases.csv”: It doesn’t exist.',
        '“../out.cases.csv” is outside the workspace.',
        '“./x.txt” must end with one of these: .cases.jsonl, .cases.csv, .cases.tsv.',
      ],
    );
  });
});
