import assert from 'node:assert/strict';
import type { CaseProblem } from '../../../src/testing/case';
import { planTests } from '../../../src/testing/host/plannedTest';
import type { TestFiles } from '../../../src/testing/planFile';

const PROMPT = {
  format: 1,
  model: 'models/gemini-3.8-flash',
  messages: [{ role: 'user', text: 'Hello' }],
};
const FOLDER = 'file:///tests';

async function planned(name: string, texts: { readonly [name: string]: string }) {
  const read = async (uri: string): Promise<string> => {
    const text = texts[uri.slice(FOLDER.length + 1)];
    if (text === undefined) throw new Error('It doesn’t exist.');
    return text;
  };
  const files: TestFiles = {
    read,
    async *open(uri) {
      yield Buffer.from(await read(uri));
    },
    resolve: async (_from, path) => `${FOLDER}/${path.replace('./', '')}`,
  };
  const problems: CaseProblem[] = [];
  const onProblem = (problem: CaseProblem): void => void problems.push(problem);
  const options = { files, onProblem };
  const groups = await planTests(`${FOLDER}/${name}`, options);
  const facts = groups.flatMap(({ size, idAt, labelAt, ...one }) =>
    Array.from({ length: size }, (_, at) => ({ ...one, id: idAt(at), variant: labelAt(at) })),
  );
  return { groups, facts, problems, options };
}

describe('tests of a file', () => {
  it('are all there in the order of their lines, however many there are', async () => {
    const lines = Array.from({ length: 500 }, (_, number) =>
      JSON.stringify({ name: `case ${number}`, expect: [{ type: 'contains', value: 'x' }] }),
    );
    const { facts, problems } = await planned('many.prompt.json', {
      'many.prompt.json': JSON.stringify({ ...PROMPT, casesFiles: ['./many.cases.jsonl'] }),
      'many.cases.jsonl': lines.join('\n'),
    });
    assert.deepEqual(
      facts.map(({ name, place }) => [name, place.line]),
      lines.map((_, number) => [`case ${number}`, number + 1]),
    );
    assert.deepEqual([new Set(facts.map(({ id }) => id)).size, problems], [500, []]);
  });

  it('are questions with each of the settings, where it is of retrieval', async () => {
    const file = {
      source: { corpus: 'corpora/notes' },
      settings: [{ name: 'few', results: 3 }, { name: 'many' }],
      questions: [
        { question: 'Why?', expect: ['a'], tags: ['smoke'] },
        { question: 'How?', expect: [] },
      ],
    };
    const { facts, problems } = await planned('a.retrieval.json', {
      'a.retrieval.json': JSON.stringify(file, undefined, 2),
    });
    assert.deepEqual(
      facts.map(({ name, variant, tags }) => [name, variant, tags]),
      [
        ['Why?', 'few', ['smoke']],
        ['Why?', 'many', ['smoke']],
      ],
    );
    const [problem, ...others] = problems;
    assert.deepEqual(others, []);
    const line = JSON.stringify(file, undefined, 2).split('\n').indexOf('      "expect": []') + 1;
    assert.equal(problem?.line, line);
  });

  it('are none where it can’t be read, which is told', async () => {
    for (const name of ['a.retrieval.json', 'a.prompt.json']) {
      const { facts, problems } = await planned(name, {});
      assert.deepEqual(facts, []);
      assert.equal(problems[0]?.message, `Couldn’t read “${name}”: It doesn’t exist.`);
    }
  });
});
