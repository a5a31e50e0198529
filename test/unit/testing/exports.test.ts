import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import Ajv from 'ajv';
import type { JsonObject } from '../../../src/base/json';
import { CHECK_TYPES, checks } from '../../../src/testing/checks';
import type { CheckRow } from '../../../src/testing/checks/row';
import { junitXml } from '../../../src/testing/exports/junit';
import { csvReport, markdownReport } from '../../../src/testing/exports/tables';
import { GatheredRun } from '../../../src/testing/gatherRun';
import type { RunResult } from '../../../src/testing/result';
import { checkExamples } from './checkExamples';
import { answerOf, askedText, promptText, TestWorld } from './world';

const CASES = [
  {
    name: 'a | <kite> & "x"\u0001',
    variables: { animal: 'a kite' },
    expect: [{ type: 'contains', value: 'kite' }],
  },
  {
    name: 'owl',
    variables: { animal: '=1+1 <owl>' },
    expect: [{ type: 'contains', value: 'kite' }],
  },
  { name: 'none', expect: [{ type: 'contains', value: 'kite' }] },
];

const pathOf = (uri: string): string => uri.replace('file:///', '');

async function gathered(models = ['models/one', 'models/two']): Promise<RunResult> {
  const world = new TestWorld((call) => [answerOf(askedText(call).slice('Describe '.length))]);
  await world.run(promptText({ cases: CASES, matrix: { models } }));
  const run = new GatheredRun(world.clock.now(), pathOf);
  for (const event of world.events) run.add(event);
  run.addProblem({
    uri: 'file:///prompts/x.cases.csv',
    line: 3,
    column: 1,
    message: 'It is <broken>.',
  });
  return run.result;
}

describe('the reports of a run', () => {
  it('are JUnit XML, in which nothing of a case is markup', async () => {
    const xml = junitXml(await gathered(), pathOf);
    assert.match(xml, /<testsuites name="prompts" tests="7" failures="2" errors="1" skipped="2"/);
    assert.match(xml, /name="a \| &lt;kite&gt; &amp; &quot;x&quot;\ufffd \[one\]"/);
    assert.match(
      xml,
      /<failure message="0 of 1 passed\. The response doesn’t contain “kite”\.">.*&lt;owl&gt;/s,
    );
    assert.match(
      xml,
      /<skipped message="0 of 1 passed\. These variables have no value: animal\."\/>/,
    );
    assert.match(xml, /<error message="prompts\/x\.cases\.csv:3:1: It is &lt;broken&gt;\."\/>/);
  });

  it('are Markdown that has what did not pass before the table', async () => {
    const text = markdownReport(await gathered(), pathOf);
    const heads = [...text.matchAll(/^#.*$/gm)].map(([line]) => line);
    const file = '## prompts/kite.prompt.json';
    const own = ['# Prompt tests', file, '### Failures and errors', '### All test cases'];
    assert.deepEqual(heads, [...own, '## Couldn’t be loaded']);
  });

  it('are CSV with a row for each case and variant, and without formulas', async () => {
    const lines = csvReport(await gathered(['models/one']), pathOf)
      .trimEnd()
      .split('\r\n');
    assert.equal(lines.length, 4);
    assert.match(lines[2] ?? '', /,owl,,models\/one,,,fail,0,1,0,1,10,/);
    assert.match(lines[2] ?? '', /,'=1\+1 <owl>$/);
  });
});

describe('the schemas of tests', () => {
  const schemas = ['media/prompt.schema.json', 'media/cases.schema.json'].map(
    (file) => JSON.parse(readFileSync(file, 'utf8')) as JsonObject,
  );
  const ajv = new Ajv({ strict: false });
  const [prompt, line] = schemas.map((schema) => ajv.compile(schema));

  it('take what the reader takes', () => {
    for (const { check } of checkExamples) {
      const one = { name: 'x', variables: { a: 'b', c: 1 }, expect: [check] };
      assert.ok(line?.(one), JSON.stringify([check, line?.errors]));
      const file = JSON.parse(
        promptText({ cases: [one], casesFiles: ['./a.cases.csv'] }),
      ) as object;
      assert.ok(prompt?.(file), JSON.stringify([check, prompt?.errors]));
    }
  });

  it('refuse what the reader refuses', () => {
    for (const type of CHECK_TYPES) {
      const { example, required }: CheckRow = checks[type];
      const [first] = Object.keys(required);
      const wrong = [
        { type, ...example, oh: 1 },
        ...(first === undefined ? [] : [{ type, ...example, [first]: null }]),
      ];
      for (const check of wrong) assert.ok(!line?.({ expect: [check] }), JSON.stringify(check));
    }
    assert.ok(!line?.({ expect: [{ type: 'contain' }] }));
    assert.ok(!line?.({ name: 'x' }));
    assert.ok(!prompt?.(JSON.parse(promptText({ casesFiles: ['../../a.txt'] }))));
  });
});
