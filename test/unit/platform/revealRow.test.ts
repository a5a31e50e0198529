import assert from 'node:assert/strict';
import { revealRow } from '../../../src/platform/revealRow';

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
