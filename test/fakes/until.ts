import assert from 'node:assert/strict';
import { setImmediate as turnOfLoop, setTimeout } from 'node:timers/promises';

/** As long as a test waits for a state at most, in ms. */
const PATIENCE = 60_000;

/** So many turns of the event loop come at once; each later one comes after a while, so that others have the processor. */
const TURNS = 50;
const WHILE = 5;

/**
 * Waits until something holds that no event tells of.
 * @throws When it doesn't hold after a minute.
 */
export async function until(
  holds: () => boolean | Promise<boolean>,
  otherwise = 'It never came.',
): Promise<void> {
  const end = performance.now() + PATIENCE;
  for (let turn = 0; !(await holds()); turn++) {
    assert.ok(performance.now() < end, otherwise);
    await (turn < TURNS ? turnOfLoop() : setTimeout(WHILE));
  }
}
