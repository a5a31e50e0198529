import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/base/json';
import type { CaseProblem } from '../../../src/testing/case';
import { cellsOf, MAX_PROBLEMS, planFile } from '../../../src/testing/planFile';
import type { PlanOptions } from '../../../src/testing/plan';
import { readRetrieval } from '../../../src/testing/retrieval/readRetrieval';
import { PROMPT, promptText } from './world';

const many = <T>(count: number, of: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => of(at));

const MODELS = many(100, (at) => `models/m${at}`);
const SETTINGS = many(100, (at) => ({ name: `s${at}` }));

/** Files of a folder; the prompt is one of them. */
async function planned(
  over: JsonObject,
  texts: { readonly [path: string]: string } = {},
  options: PlanOptions = {},
) {
  const text = texts[PROMPT] ?? promptText(over);
  const all = new Map([[PROMPT, text]]);
  for (const [path, one] of Object.entries(texts)) all.set(new URL(path, PROMPT).href, one);
  const read: string[] = [];
  const textOf = (uri: string): string => {
    read.push(uri.slice(uri.lastIndexOf('/') + 1));
    const found = all.get(uri);
    if (found !== undefined) return found;
    throw Object.assign(new Error(`ENOENT: no such file, open '${uri}'`), { code: 'ENOENT' });
  };
  const problems: CaseProblem[] = [];
  const plans = await planFile(PROMPT, {
    ...{ onProblem: (problem) => problems.push(problem), ...options },
    files: {
      read: async (uri) => textOf(uri),
      async *open(uri) {
        yield await Promise.resolve(Buffer.from(textOf(uri)));
      },
      resolve: async (from, path) => new URL(path, from).href,
    },
  });
  const told = problems.map(({ line, message }) => {
    return [text.split('\n')[line - 1]?.trim(), message] as const;
  });
  return { plans, problems, told, read };
}

describe('the requests of a file of tests', () => {
  it('are none where factors of a small file multiply to millions: the largest one is told at its line', async () => {
    const { plans, told } = await planned({
      cases: many(500, () => ({ repeat: 100, expect: [] })),
      matrix: { models: MODELS, settings: SETTINGS },
    });
    assert.deepEqual(plans, []);
    assert.deepEqual(told, [
      [
        '"cases": [',
        'These tests would send more than 10000 requests (500 cases × 100 settings × 100 models × 100 repeat). Reduce “cases”.',
      ],
    ]);
  });

  it('name the list of models, of settings, and the repeats of a case likewise', async () => {
    const expect: readonly JsonObject[] = [];
    const one = async (over: JsonObject) => (await planned(over)).told[0]?.[0];
    const matrix = { models: MODELS, settings: SETTINGS };
    const few = SETTINGS.slice(0, 90);
    const cases = many(2, () => ({ expect }));
    assert.equal(await one({ cases, matrix: { ...matrix, settings: few } }), '"models": [');
    const models = MODELS.slice(0, 90);
    assert.equal(await one({ cases, matrix: { ...matrix, models } }), '"settings": [');
    const repeated = [{ expect }, { expect, repeat: 200 }];
    assert.equal(await one({ cases: repeated, matrix: { models } }), '"repeat": 200');
  });

  it('may be ten thousand, and a case with a model of its own takes part with that alone', async () => {
    const matrix = { models: MODELS, settings: SETTINGS };
    const { plans, told } = await planned({ cases: [{ expect: [] }], matrix });
    assert.deepEqual([plans.map(({ size }) => size), told], [[10_000], []]);
    const own = many(100, () => ({ model: 'models/own', expect: [] }));
    const { plans: all } = await planned({ cases: own, matrix });
    assert.equal([...cellsOf(all)].length, 10_000);
  });

  it('count cases of files too, which are told where they are named and read no further', async () => {
    const cases = '{"expect":[]}\n'.repeat(60);
    const { plans, told } = await planned(
      { casesFiles: ['./a.cases.jsonl', './b.cases.jsonl'], matrix: { models: MODELS } },
      { './a.cases.jsonl': cases, './b.cases.jsonl': cases },
    );
    assert.deepEqual(plans, []);
    assert.deepEqual(told, [
      [
        '"./b.cases.jsonl"',
        'These tests would send more than 10000 requests (≥ 101 cases × 100 models). Reduce “cases”.',
      ],
    ]);
  });

  it('count the models that are asked for in place of those of the file', async () => {
    const cases = many(101, () => ({ expect: [] }));
    const { plans, problems } = await planned({ cases }, {}, { models: MODELS });
    assert.deepEqual(plans, []);
    assert.match(problems[0]?.message ?? '', /\(101 cases × 100 --model\)/);
    assert.equal((await planned({ cases })).plans.length, 101);
  });

  it('of retrieval are limited likewise', () => {
    const questions = many(200, () => ({ question: 'Why?', expect: ['a'] }));
    const settings = many(100, (at) => ({ name: `s${at}` }));
    const source = { corpus: 'corpora/notes' };
    const text = JSON.stringify({ source, settings, questions }, undefined, 2);
    const { questions: found, problems } = readRetrieval(text, 'file:///a.retrieval.json');
    assert.deepEqual(found, []);
    assert.deepEqual(
      problems.map(({ line, message }) => [text.split('\n')[line - 1]?.trim(), message]),
      [
        [
          '"questions": [',
          'These tests would send more than 10000 requests (200 questions × 100 settings). Reduce “questions”.',
        ],
      ],
    );
  });
});

describe('problems of a file of tests', () => {
  it('are told where a file is named that is not there, be it of cases or a version', async () => {
    const { told } = await planned({
      cases: [{ expect: [] }],
      casesFiles: ['./gone.cases.csv'],
      matrix: { prompts: ['./gone.prompt.json'] },
    });
    assert.deepEqual(told, [
      ['"./gone.prompt.json"', 'The file “./gone.prompt.json” doesn’t exist.'],
      ['"./gone.cases.csv"', 'The file “./gone.cases.csv” doesn’t exist.'],
    ]);
  });

  it('are told up to a number, and the last one says that there are more', async () => {
    const { plans, problems } = await planned(
      { casesFiles: ['./a.cases.jsonl'] },
      { './a.cases.jsonl': `${'{}\n'.repeat(5000)}{"expect":[]}` },
    );
    assert.deepEqual([plans.length, problems.length], [1, MAX_PROBLEMS]);
    assert.equal(problems.at(-1)?.message, 'Additional problems in this file aren’t listed.');
  });
});
