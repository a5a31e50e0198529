import assert from 'node:assert/strict';
import type { SourceFile } from '../../../../src/platform/localFiles';
import { lintExamples, readExamples, toExample } from '../../../../src/resources/tuning/examples';
import { totalSteps } from '../../../../src/resources/tuning/askForModel';
import { FakeLocalFiles } from '../../../fakes/localFiles';

async function fileOf(name: string, text: string | Buffer): Promise<SourceFile> {
  const files = new FakeLocalFiles();
  files.sources.push({ name, text });
  const file = await files.pick();
  assert.ok(file);
  return file;
}

async function examplesOf(name: string, text: string | Buffer) {
  const mapping = { input: 'q', output: 'a' };
  const records = await readExamples(await fileOf(name, text));
  return records.map((record) => toExample(record, mapping));
}

const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    line: index + 2,
    textInput: `in ${String(index)}`,
    output: `out ${String(index)}`,
  }));

describe('examples of a file', () => {
  it('are read from a table, each with the line on which it begins', async () => {
    const text = 'q,a\n"one\ntwo","an ""answer"""\n\nthree,"vier\n\nfünf"\nsix,seven\n';
    assert.deepEqual(await examplesOf('a.csv', text), [
      { line: 2, textInput: 'one\ntwo', output: 'an "answer"' },
      { line: 5, textInput: 'three', output: 'vier\n\nfünf' },
      { line: 8, textInput: 'six', output: 'seven' },
    ]);
  });

  it('are read from lines of JSON; what is no object is said', async () => {
    const text = '{"q":"one","a":"two"}\n\nnonsense\n{"q":3,"a":{"b":1}}\n';
    assert.deepEqual(await examplesOf('a.jsonl', text), [
      { line: 1, textInput: 'one', output: 'two' },
      { line: 3, textInput: '', output: '', problem: 'The line isn’t a JSON object.' },
      { line: 4, textInput: '3', output: '{"b":1}' },
    ]);
  });
});

describe('the look through examples', () => {
  it('finds what is empty, too long, there twice or unreadable, by line', () => {
    const found = lintExamples([
      ...rows(20),
      { line: 30, textInput: ' ', output: 'b' },
      { line: 31, textInput: 'a', output: '' },
      { line: 32, textInput: 'x'.repeat(40_001), output: 'b' },
      { line: 33, textInput: 'a', output: 'x'.repeat(5001) },
      { line: 34, textInput: 'in 0', output: 'out 0 ' },
      { line: 35, textInput: '', output: '', problem: 'The line isn’t a JSON object.' },
    ]);
    assert.deepEqual(
      found.problems.map(({ line, message }) => [line, message]),
      [
        [30, 'The input is empty.'],
        [31, 'The output is empty.'],
        [32, 'The input has 40001 characters. The limit is 40000.'],
        [33, 'The output has 5001 characters. The limit is 5000.'],
        [34, 'Duplicate of the example on line 2.'],
        [35, 'The line isn’t a JSON object.'],
      ],
    );
    assert.equal(found.bad, 6);
    assert.equal(found.good.length, 20);
  });

  it('warns of fewer than 20, and lets them pass', () => {
    const { problems, bad, good } = lintExamples(rows(19));
    assert.deepEqual(problems, [
      {
        line: 1,
        message: 'Only 19 examples can be used. At least 20 are recommended.',
        severity: 'warning',
      },
    ]);
    assert.deepEqual([bad, good.length], [0, 19]);
    assert.deepEqual(lintExamples(rows(20)).problems, []);
  });
});

describe('the hyperparameters of a training', () => {
  it('give the steps that the service counts', () => {
    // As seen on the service.
    const seen = [
      [15, 5, 2, 38],
      [15, 5, 4, 19],
      [15, 3, 2, 23],
      [15, 3, 4, 12],
    ] as const;
    for (const [examples, epochCount, batchSize, steps] of seen) {
      assert.equal(totalSteps(examples, { epochCount, batchSize }), steps);
    }
  });
});
