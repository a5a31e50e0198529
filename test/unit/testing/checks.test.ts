import assert from 'node:assert/strict';
import { CHECK_TYPES, checkShape } from '../../../src/testing/checks';
import type { CheckTools, Decided } from '../../../src/testing/checks/row';
import { checkExamples } from './checkExamples';
import { answerOf, promptText, TestWorld } from './world';

const NOTHING = { isInvented: false };
const choice = { type: 'choice', choice: 'good', probabilities: { good: 0.7, bad: 0.3 } };
const score = { type: 'score', score: 1.4, probabilities: { 0: 0.1, 1: 0.4, 2: 0.5 } };

const DECIDED: { readonly [instructions: string]: Decided } = {
  'Is it wet?': { answer: { type: 'noul', noul: 0.9, confidence: 0.9 }, isInvented: false },
  'How is it?': { answer: { ...choice, confidence: 0.7 }, isInvented: false },
  'How much?': { answer: { ...score, confidence: 0.5 }, isInvented: false },
  'Is it made up?': { answer: { type: 'noul', noul: 0.9, confidence: 0.9 }, isInvented: true },
  'Is it safe?': { blocked: 'safety', isInvented: false },
};

/** What checks use besides the answer. */
const TOOLS: Omit<CheckTools, 'signal'> = {
  embed: async (texts) => texts.map((text) => (text.includes('kite') ? [1, 0] : [0, 1])),
  judge: async (path, { text }) => {
    if (path.includes('gone')) throw new Error('It is gone.');
    const pass = text.includes('Please');
    return { pass, score: pass ? 0.5 : 0, reason: `It says ${text}.` };
  },
  decide: async (_subject, { question }) => DECIDED[String(question.instructions)] ?? NOTHING,
  callCode: async (name, { text }) => {
    if (name.endsWith('#says')) return { pass: false, message: `${text} is not enough`, score: 1 };
    return name.endsWith('#oh') ? 'oh' : name.endsWith('#isTrue');
  },
};

describe('the checks of test cases', () => {
  for (const { check, answer, verdict, message, points } of checkExamples) {
    const shown = typeof answer === 'string' ? answer : JSON.stringify(answer);
    it(`${JSON.stringify(check)} of ${JSON.stringify(shown)} is ${verdict}`, async () => {
      const world = new TestWorld(async () => {
        world.clock.advance(40);
        return typeof answer === 'string' ? [answerOf(answer)] : answer;
      });
      world.over = { tools: () => TOOLS };
      const cases = [{ variables: { animal: 'kite' }, expect: [check] }];
      const [result] = await world.run(promptText({ cases }));
      const [attempt] = result?.attempts ?? [];
      const [measured] = attempt?.checks ?? [];
      assert.equal(measured?.verdict, verdict, measured?.message);
      assert.match(measured.message, message);
      if (points === undefined) return;
      const { start = 0, end = 0 } = measured.range ?? {};
      assert.equal(attempt?.text.slice(start, end), points);
    });
  }

  it('each has an example that passes and one that fails', () => {
    for (const type of CHECK_TYPES) {
      const own = checkExamples.filter(({ check }) => check.type === type);
      for (const verdict of ['pass', 'fail']) {
        assert.ok(
          own.some((one) => one.verdict === verdict),
          `${type} has none that is ${verdict}`,
        );
      }
    }
  });

  it('refuses what no check can be', () => {
    const wrong = [
      [{ type: 'contain', value: 'x' }, /type: expected one of equals, contains/],
      [{ type: 'contains', value: [] }, /value: expected a non-empty string, or a list/],
      [{ type: 'matches', pattern: '(' }, /pattern: expected a JavaScript regular expression/],
      [{ type: 'length' }, /min, max, or both/],
      [{ type: 'price', max: -1 }, /max: expected a number/],
    ] as const;
    for (const [given, message] of wrong) {
      assert.throws(() => checkShape.parse(given, 'expect[0]'), message);
    }
  });
});
