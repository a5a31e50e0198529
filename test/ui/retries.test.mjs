import assert from 'node:assert/strict';
import { usePlayground } from './support/usePlayground.mjs';

/** Longer than anything here takes, and as long as is waited at all. */
const LONG = '50s';
const STREAM = 'models.streamGenerateContent';

/**
 * Requests of an operation so far.
 * @param {import('./support/emulator.mjs').RunningEmulator} emulator
 * @param {string} operation
 */
async function countOf(emulator, operation) {
  const { entries } = await emulator.control('log');
  return entries.filter(
    (/** @type {{ operation: string }} */ entry) => entry.operation === operation,
  ).length;
}

describe('a service that is busy for now, in a conversation', () => {
  const { stage, playground } = usePlayground();

  it('answers after all, and the wait is told where the answer will be', async () => {
    await stage.emulator.control('faults', { kind: 'quota', retryDelay: '9s', operation: STREAM });
    await playground.send('What is a kite?');
    // Both at once: it is there for as long as it waits.
    await Promise.all([
      playground.last
        .getByText(/asked to wait at least 9 s\. Trying again in \d+ s, attempt 2 of 4\./)
        .waitFor(),
      playground.status.getByText(/Trying again in \d+ s/).waitFor({ state: 'attached' }),
    ]);
    await playground.ended('Complete');
    assert.equal(await playground.last.getByText('Trying again').count(), 0);
    assert.equal(await countOf(stage.emulator, STREAM), 2);
  });

  it('counts down in every kind of theme, also when its tab comes back, and is stopped', async () => {
    await stage.emulator.control('faults', { kind: 'quota', retryDelay: LONG, operation: STREAM });
    await playground.send('And what is a balloon?');
    const line = playground.last.getByText(/Trying again in \d+ s/);
    await line.waitFor();
    const first = await line.textContent();
    await playground.last.getByText(first ?? '', { exact: true }).waitFor({ state: 'detached' });
    await line.waitFor();
    await stage.hideAndShow();
    await playground.last.getByText(/Trying again in \d+ s/).waitFor();
    await playground.composer.press('Escape');
    await playground.ended('Stopped by you');
    assert.equal(await countOf(stage.emulator, STREAM), 3);
  });
});
