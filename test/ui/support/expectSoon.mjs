import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { PATIENCE } from '../../harness/progress.mjs';

/** How often to look, in ms. */
const INTERVAL = 50;

/**
 * Waits until something that a page offers no event for has become true.
 * @param {() => Promise<boolean>} isTrue
 * @param {string} otherwise What to say when it never does.
 */
export async function expectSoon(isTrue, otherwise) {
  const end = performance.now() + PATIENCE;
  while (!(await isTrue())) {
    assert.ok(performance.now() < end, otherwise);
    await pause(INTERVAL);
  }
}
