import assert from 'node:assert/strict';
import { readPromptTests } from '../../../src/testing/promptTests';
import { plan, PROMPT, promptText } from './world';

const EXPECT = [{ type: 'contains', value: 'kite' }];

describe('the tests of a prompt file', () => {
  it('are read with where they stand, and without a name are called by their place', () => {
    const text = promptText({
      cases: [
        { name: 'a kite', variables: { animal: 'a kite' }, tags: ['birds'], expect: EXPECT },
        { variables: { animal: 'an owl', count: 3, note: ['one', 'two'] }, expect: EXPECT },
      ],
      casesFiles: ['./more.cases.jsonl'],
    });
    const { prompt, cases, casesFiles, problems } = readPromptTests(text, PROMPT);
    assert.deepEqual(problems, []);
    assert.equal(prompt?.messages.length, 1);
    assert.deepEqual(casesFiles, [{ path: './more.cases.jsonl', at: ['casesFiles', 0] }]);
    assert.deepEqual(
      cases.map((found) => found.case.name),
      ['a kite', '2'],
    );
    assert.deepEqual(cases[1]?.case.variables, { animal: 'an owl', count: '3', note: 'one\ntwo' });
    const line = text.split('\n').findIndex((one) => one.includes('"a kite"')) + 1;
    // The name is the first field of its case.
    assert.equal(cases[0]?.place.line, line - 1);
    assert.equal(cases[0].place.column, 5);
  });

  it('keep the good cases where one is broken, which is named at its line', () => {
    const text = promptText({
      cases: [
        { name: 'good', expect: EXPECT },
        { name: 'bad', expect: [{ type: 'matches', pattern: '(' }] },
        { name: 'also good', expect: EXPECT },
      ],
    });
    const { cases, problems } = readPromptTests(text, PROMPT);
    assert.deepEqual(
      cases.map((found) => found.case.name),
      ['good', 'also good'],
    );
    const lines = text.split('\n');
    const [problem] = problems;
    assert.equal(lines[(problem?.line ?? 0) - 1]?.trim(), '"pattern": "("');
    assert.equal(
      problem?.message,
      '“cases[1].expect[0].pattern” must be a JavaScript regular expression.',
    );
    assert.equal(
      text.slice(problem.offset, (problem.offset ?? 0) + (problem.length ?? 0)),
      '"pattern": "("',
    );
  });

  it('are one problem where the file is no prompt', () => {
    const { prompt, problems } = readPromptTests('{\n  "format": 2\n}', PROMPT);
    assert.equal(prompt, undefined);
    assert.deepEqual(
      problems.map(({ line, column }) => [line, column]),
      [[2, 3]],
    );
  });

  it('are planned with each variant of the matrix, but for a model of their own', async () => {
    const text = promptText({
      matrix: {
        models: ['models/one', 'models/two'],
        settings: [
          { name: 'cold', temperature: 0 },
          { name: 'hot', temperature: 2 },
        ],
      },
      settings: {
        temperature: 1,
        topP: 0.5,
        requests: { chat: { safetySettings: [], labels: { a: '1' } } },
      },
      cases: [
        { name: 'any', expect: EXPECT, settings: { requests: { chat: { labels: { b: '2' } } } } },
        { name: 'own', model: 'models/three', expect: EXPECT },
      ],
    });
    const planned = await plan(text);
    assert.deepEqual(
      planned.map(({ case: one, variant }) => [one.name, variant.model, variant.settings]),
      [
        ['any', 'models/one', 'cold'],
        ['any', 'models/two', 'cold'],
        ['any', 'models/one', 'hot'],
        ['any', 'models/two', 'hot'],
        ['own', 'models/three', 'cold'],
        ['own', 'models/three', 'hot'],
      ],
    );
    assert.equal(new Set(planned.map(({ id }) => id)).size, 6);
    const { settings, model } = planned[3]?.source.prompt ?? {};
    assert.equal(model, 'models/two');
    assert.deepEqual(settings, {
      temperature: 2,
      topP: 0.5,
      requests: { chat: { safetySettings: [], labels: { a: '1', b: '2' } } },
    });
  });
});
