import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/base/json';
import { createTools } from '../../../src/testing/createTools';
import { calibrationTable, markdownReport } from '../../../src/testing/exports/tables';
import { GatheredRun } from '../../../src/testing/gatherRun';
import { NodeTestFiles, VerdictFile } from '../../../src/testing/nodeFiles';
import { type CaseResult, caseVerdict } from '../../../src/testing/result';
import { answerOf, promptText, TestWorld } from './world';

const polite = { type: 'decision', instructions: 'Is it polite?' };
const tone = {
  type: 'decision',
  id: 'tone',
  instructions: 'Which tone?',
  criteria: { warm: 'Warm', cold: 'Cold' },
  oneOf: ['warm'],
};

describe('decisions of test cases', () => {
  const run = async (cases: readonly JsonObject[], isStrict = false, noul = 0.9) => {
    const world = new TestWorld(() => [answerOf('Please fly.')]);
    world.clients.answer = ({ id, input }) => {
      if (id !== 'decisions.create') return { name: input.name, thinking: true };
      const { questions } = input.body as { readonly questions: { [id: string]: JsonObject } };
      const answers = Object.entries(questions).map(([name, { type }]) => [
        name,
        type === 'noul'
          ? { type, noul, confidence: Math.max(noul, 1 - noul) }
          : { type, choice: 'warm', probabilities: { warm: 0.6, cold: 0.4 }, confidence: 0.6 },
      ]);
      return {
        answers: Object.fromEntries(answers),
        usage: { total_input_tokens: 1_000_000, total_tokens: 1_000_000 },
      };
    };
    const deps = await world.deps();
    world.over = {
      isStrict,
      tools: createTools({
        ...deps,
        files: new NodeTestFiles('/'),
        verdicts: new VerdictFile('/', 'none.json'),
        signal: world.controller.signal,
        allowCode: () => Promise.resolve(false),
      }),
    };
    const variables = { animal: 'a kite' };
    const all = cases.map((one) => ({ variables, ...one }));
    return { world, results: await world.run(promptText({ cases: all })) };
  };
  const sentIn = (world: TestWorld): readonly JsonObject[] =>
    world.clients.calls
      .filter(({ id }) => id === 'decisions.create')
      .map(({ input }) => input.body as JsonObject);

  it('of a case are one request about the message and the response', async () => {
    const { world, results } = await run([{ expect: [polite, tone, polite] }]);
    assert.equal(results[0]?.verdict, 'pass');
    const [body, ...others] = sentIn(world);
    assert.deepEqual(others, []);
    const { input, questions, model } = body ?? {};
    assert.equal(model, 'gemini-decision-1');
    const texts = ['Message:', 'Describe a kite', 'Response:', 'Please fly.'];
    assert.deepEqual(
      input,
      texts.map((text) => ({ type: 'text', text })),
    );
    const { tone: choice, ...rest } = questions as { readonly [id: string]: JsonObject };
    assert.deepEqual(choice, {
      type: 'choice',
      instructions: 'Which tone?',
      criteria: tone.criteria,
    });
    assert.deepEqual(Object.values(rest), [{ type: 'noul', instructions: 'Is it polite?' }]);
  });

  it('that are unsure are inconclusive, and failures of a strict run', async () => {
    const expect = [{ ...polite, minConfidence: 0.95 }];
    const [loose] = (await run([{ expect }])).results;
    assert.deepEqual([loose?.verdict, loose?.inconclusive], ['inconclusive', 1]);
    const { world, results } = await run([{ expect }], true);
    assert.equal(results[0]?.verdict, 'fail');
    const ended = world.events.find((event) => event.kind === 'ended');
    assert.equal(ended?.totals.inconclusive, undefined);
    const some = { passed: 1, failed: 0, notMeasured: 0, inconclusive: 1 };
    assert.deepEqual([caseVerdict(some, 0.5), caseVerdict(some, 1)], ['pass', 'inconclusive']);
    assert.equal(caseVerdict({ ...some, failed: 1 }, 1), 'fail');
  });

  it('are compared with the answers of people by tenth', async () => {
    const case_ = (response: string, truth: boolean): JsonObject => ({
      response,
      expect: [{ ...polite, truth }],
    });
    const sure = await run([case_('a', true), case_('b', true), case_('c', false)]);
    const unsure = await run([case_('d', false)], false, 0.35);
    const all: readonly CaseResult[] = [...sure.results, ...unsure.results];
    assert.equal(
      calibrationTable(all),
      [
        'Accuracy: 75% (3 of 4 decisions match the person’s answer)',
        '',
        '| Confidence | Decisions | Predicted | Observed |',
        '| --- | --: | --: | --: |',
        '| 60–70% | 1 | 65% | 100% |',
        '| 90–100% | 3 | 90% | 67% |',
      ].join('\n'),
    );
    const gathered = new GatheredRun(0, (uri) => uri);
    for (const event of sure.world.events) gathered.add(event);
    assert.match(
      markdownReport(gathered.result, (uri) => uri),
      /### Calibration\n\nAccuracy: 67%/,
    );
    assert.equal(calibrationTable((await run([{ expect: [polite] }])).results), undefined);
  });
});
