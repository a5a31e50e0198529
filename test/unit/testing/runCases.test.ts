import assert from 'node:assert/strict';
import { ServiceError } from '../../../src/api/errors';
import { abortable } from '../../../src/base/async';
import { AppError } from '../../../src/base/errors';
import { settle } from '../../fakes/settle';
import { answerOf, askedText, promptText, TestWorld } from './world';

const KITE = { variables: { animal: 'a kite' }, expect: [{ type: 'contains', value: 'kite' }] };

describe('a run of test cases', () => {
  it('asks each case as often as it wants, and tells what comes of it as it comes', async () => {
    const world = new TestWorld((call) => [answerOf(`${askedText(call)}!`)]);
    const cases = [
      { name: 'kite', ...KITE, repeat: 2 },
      { name: 'owl', ...KITE, variables: { animal: 'an owl' } },
    ];
    const [kite, owl] = await world.run(promptText({ cases }));
    assert.deepEqual(world.asked.toSorted(), [
      'Describe a kite',
      'Describe a kite',
      'Describe an owl',
    ]);
    assert.deepEqual([kite?.verdict, kite?.passed, kite?.tokens], ['pass', 2, 20]);
    assert.deepEqual(
      [owl?.verdict, owl?.failed, owl?.attempts[0]?.text],
      ['fail', 1, 'Describe an owl!'],
    );
    assert.equal(owl?.attempts[0]?.checks[0]?.message, 'The response doesn’t contain “kite”.');
    const last = world.events.at(-1);
    assert.equal(last?.kind, 'ended');
    const { passed, failed, attempts, tokens } = last.totals;
    assert.deepEqual(
      { passed, failed, attempts, tokens },
      { passed: 1, failed: 1, attempts: 3, tokens: 30 },
    );
    const order = world.events.map(({ kind }) => kind);
    assert.deepEqual(order.filter((kind) => kind === 'started').length, 2);
    assert.equal(order[0], 'started');
  });

  it('calls answers that differ from repeat to repeat flaky, and groups them', async () => {
    const answers = ['a kite', 'a kite', 'an owl', 'a kite'];
    const world = new TestWorld(() => [answerOf(answers.shift() ?? '')]);
    world.over = { parallel: 1 };
    const cases = [{ ...KITE, repeat: 4, passAt: 0.75 }];
    const [result] = await world.run(promptText({ cases }));
    assert.deepEqual([result?.verdict, result?.isFlaky, result?.passed], ['pass', true, 3]);
    assert.deepEqual(result?.groups, [
      { repeats: [0, 1, 3], verdict: 'pass' },
      { repeats: [2], verdict: 'fail', differsAt: 1 },
    ]);
  });

  it('neither passes nor fails what could not be measured, and says why', async () => {
    const refused = new ServiceError({
      reason: 'server',
      message: 'Broken.',
      httpStatus: 500,
      status: 'INTERNAL',
      details: { other: [] },
    });
    const world = new TestWorld((call) => {
      if (askedText(call).includes('owl')) throw refused;
      return [answerOf('a kite')];
    });
    const cases = [
      { name: 'owl', ...KITE, variables: { animal: 'an owl' } },
      { name: 'kite', ...KITE },
      { name: 'no value', expect: KITE.expect },
      { name: 'nothing expected', variables: KITE.variables, expect: [] },
    ];
    const results = await world.run(promptText({ cases }));
    assert.deepEqual(
      results.map(({ name, verdict }) => [name, verdict]),
      [
        ['owl', 'notMeasured'],
        ['kite', 'pass'],
        ['no value', 'notMeasured'],
        ['nothing expected', 'notMeasured'],
      ],
    );
    const [owl, , missing, empty] = results;
    assert.equal(owl?.attempts[0]?.checks[0]?.verdict, 'notMeasured');
    assert.match(missing?.attempts[0]?.problem ?? '', /no value: animal/);
    assert.match(empty?.attempts[0]?.problem ?? '', /This test case has no assertions\./);
  });

  it('asks before its budget is passed, and ends where nobody allows more', async () => {
    const world = new TestWorld(() => [
      answerOf('a kite', { usageMetadata: { totalTokenCount: 600 } }),
    ]);
    const questions: unknown[] = [];
    const answers = [{ tokens: 2500 }, undefined];
    world.over = {
      parallel: 1,
      budget: { tokens: 1500 },
      askForBudget: async ({ spent }) => {
        questions.push(spent.tokens);
        return answers.shift();
      },
    };
    const cases = Array.from({ length: 8 }, (_, at) => ({ name: String(at), ...KITE }));
    const results = await world.run(promptText({ cases }));
    const passed = results.filter(({ verdict }) => verdict === 'pass');
    assert.equal(passed.length, 4);
    assert.equal(results.length, 8);
    assert.match(results.at(-1)?.attempts[0]?.problem ?? '', /budget/);
    assert.deepEqual(questions, [1200, 2400]);
    const last = world.events.at(-1);
    assert.ok(
      last?.kind === 'ended' && last.endedEarly === 'budget' && last.totals.tokens === 2400,
    );
  });

  it('ends at once when it is cancelled: what was finished stays, and nothing else is a result', async () => {
    const world = new TestWorld(async (call, signal) => {
      if (askedText(call).includes('owl')) await abortable(new Promise(() => undefined), signal);
      return [answerOf('a kite')];
    });
    world.over = { parallel: 1 };
    const cases = [
      { name: 'kite', ...KITE },
      { name: 'owl', ...KITE, variables: { animal: 'an owl' } },
      { name: 'never', ...KITE },
    ];
    const done = world.run(promptText({ cases }));
    await settle();
    world.controller.abort();
    const results = await done;
    assert.deepEqual(
      results.map(({ name }) => name),
      ['kite'],
    );
    const last = world.events.at(-1);
    assert.ok(last?.kind === 'ended' && last.endedEarly === 'cancelled');
    assert.equal(world.asked.length, 2);
  });

  it('goes on by itself where saved results answer calls of functions', async () => {
    const call = { functionCall: { name: 'look', args: { at: 'kite' } } };
    const world = new TestWorld(({ input }) => {
      const { contents } = input.body as { contents: { parts: object[] }[] };
      const isAnswered = contents.some(({ parts }) =>
        parts.some((part) => 'functionResponse' in part),
      );
      return isAnswered
        ? [answerOf('a kite')]
        : [
            answerOf('', {
              candidates: [{ content: { role: 'model', parts: [call] }, finishReason: 'STOP' }],
            }),
          ];
    });
    const settings = { autoRespond: true, mocks: { look: { seen: true } } };
    const [result] = await world.run(promptText({ cases: [KITE], settings }));
    assert.equal(result?.verdict, 'pass', JSON.stringify(result?.attempts));
    assert.deepEqual(result.attempts[0]?.calls, [call.functionCall]);
    assert.equal(result.tokens, 20);
  });

  it('says of a file that may not be sent that it could not be measured', async () => {
    const world = new TestWorld(() => [answerOf('a kite')]);
    world.over = { attach: () => Promise.reject(new AppError('noConsent', 'Not allowed.')) };
    const [result] = await world.run(promptText({ cases: [KITE] }));
    assert.deepEqual(
      [result?.verdict, result?.attempts[0]?.problem],
      ['notMeasured', 'Not allowed.'],
    );
    assert.deepEqual(world.asked, []);
  });
});
