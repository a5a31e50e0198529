import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/base/json';
import type { CaseProblem } from '../../../src/testing/case';
import { cellsOf, MAX_PROBLEMS, planFile } from '../../../src/testing/planFile';
import type { PlanOptions } from '../../../src/testing/plan';
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
    onProblem: (problem) => problems.push(problem),
    ...options,
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

  it('may be ten thousand, and a case with a model of its own takes part with that alone', async () => {
    const matrix = { models: MODELS, settings: SETTINGS };
    const { plans, told } = await planned({ cases: [{ expect: [] }], matrix });
    assert.deepEqual([plans.map(({ size }) => size), told], [[10_000], []]);
    const own = many(100, () => ({ model: 'models/own', expect: [] }));
    const { plans: all } = await planned({ cases: own, matrix });
    assert.equal([...cellsOf(all)].length, 10_000);
  });
});

describe('problems of a file of tests', () => {
  it('are told up to a number, and the last one says that there are more', async () => {
    const { plans, problems } = await planned(
      { casesFiles: ['./a.cases.jsonl'] },
      { './a.cases.jsonl': `${'{}\n'.repeat(5000)}{"expect":[]}` },
    );
    assert.deepEqual([plans.length, problems.length], [1, MAX_PROBLEMS]);
    assert.equal(problems.at(-1)?.message, 'Additional problems in this file aren’t listed.');
  });
});
