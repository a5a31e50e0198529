import assert from 'node:assert/strict';
import { AppError, CancelledError } from '../../../src/base/errors';
import { createReport } from '../../../src/platform/report';
import { revealRow } from '../../../src/platform/revealRow';
import { FakeLog } from '../../fakes/log';
import { FakePrompts } from '../../fakes/prompts';
import { settle } from '../../fakes/settle';

function setUp(press?: string) {
  const log = new FakeLog();
  const prompts = new FakePrompts();
  const pressed: string[] = [];
  const notify = prompts.notify.bind(prompts);
  prompts.notify = async (level, message, ...actions) => {
    await notify(level, message, ...actions);
    return actions.find((action) => action === press);
  };
  const fixes = [
    { title: 'Fix', run: () => pressed.push('Fix') },
    {
      title: 'Break',
      run: () => {
        throw new Error('the fix failed');
      },
    },
  ];
  const report = createReport(
    log,
    prompts,
    () => fixes,
    (text) => text.replaceAll('canary', '***'),
  );
  return { report, log, prompts, pressed };
}

describe('report', () => {
  it('shows what happened and what to do, and logs the causes', async () => {
    const { report, log, prompts } = setUp();
    const cause = new Error('socket hang up');
    await report(
      'models.list',
      new AppError('lost', 'The call failed.', { hint: 'Try again.', cause }),
    );
    assert.deepEqual(prompts.asked, [
      { kind: 'notify', text: 'The call failed. Try again.', choices: ['Fix', 'Break'] },
    ]);
    assert.match(log.lines[0]!, /^error models\.list: AppError: The call failed\./);
    assert.match(log.lines[0]!, /caused by Error: socket hang up/);
  });

  it('never shows a cancellation', async () => {
    const { report, log, prompts } = setUp();
    await report('x', new CancelledError());
    await report('x', new DOMException('This operation was aborted', 'AbortError'));
    assert.deepEqual([...log.lines, ...prompts.asked], []);
  });

  it('runs the button that was pressed, and logs when that fails', async () => {
    const { report, pressed } = setUp('Fix');
    await report('x', new Error('a'));
    assert.deepEqual(pressed, ['Fix']);
    const broken = setUp('Break');
    await broken.report('x', new Error('a'));
    assert.match(broken.log.lines[1]!, /the fix failed/);
  });

  it('takes secrets out of what it shows, and takes anything that was thrown', async () => {
    const { report, prompts } = setUp();
    await report('x', 'a canary was thrown');
    assert.equal(prompts.asked[0]!.text, 'a *** was thrown');
  });

  describe('of many calls that fail alike', () => {
    /** Messages that stay open until they are answered. */
    function setUpOpen() {
      const { log, prompts } = setUp();
      const answers: ((title?: string) => void)[] = [];
      prompts.notify = (_level, message, ...actions) => {
        prompts.asked.push({ kind: 'notify', text: message, choices: actions });
        const { promise, resolve } = Promise.withResolvers<(typeof actions)[number] | undefined>();
        answers.push((title) => resolve(actions.find((action) => action === title)));
        return promise;
      };
      const pressed: unknown[] = [];
      const report = createReport(
        log,
        prompts,
        (error) => [{ title: 'Sign In…', run: () => pressed.push(error) }],
        (text) => text,
      );
      return { report, log, prompts, answers, pressed };
    }
    const signedOut = (connection: string): AppError =>
      new AppError('signedOut', 'The sign-in has expired.', { subject: { connection } });

    it('is one message with one way out, and a line each', async () => {
      const { report, log, prompts, answers, pressed } = setUpOpen();
      const errors = Array.from({ length: 50 }, () => signedOut('aaaa1111'));
      const told = errors.map((error) => report('models.list', error));
      await settle();
      assert.deepEqual([prompts.asked.length, log.lines.length], [1, 50]);
      answers[0]?.('Sign In…');
      await Promise.all(told);
      assert.deepEqual(pressed, [errors[0]]);
    });
  });
});

const LOST = new Error('Cannot resolve tree item for element 0/1:a from extension b.c');

/** A view that answers each call with the next of these: an error, or nothing. */
function viewOf(...answers: readonly (Error | undefined)[]) {
  const calls: unknown[] = [];
  const reveal = async (...call: unknown[]): Promise<void> => {
    const answer = answers[calls.length];
    calls.push(call);
    if (answer) throw answer;
  };
  return { calls, reveal };
}

describe('a row that is shown', () => {
  const options = { focus: true, select: false };

  it('is asked for once more where VS Code drew its rows anew meanwhile', async () => {
    const view = viewOf(LOST, undefined);
    await revealRow(view, 'row', options);
    assert.deepEqual(view.calls, [
      ['row', options],
      ['row', options],
    ]);
  });
});
