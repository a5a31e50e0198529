import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { PATIENCE } from '../../harness/browser.mjs';

/** How often to look, in ms. */
const INTERVAL = 50;

/**
 * Waits until something that a page offers no event for has become true.
 * @param {() => Promise<boolean>} isTrue
 * @param {string} otherwise What to say when it never does.
 * @param {number} [limit] In ms.
 */
export async function expectSoon(isTrue, otherwise, limit = PATIENCE) {
  const end = performance.now() + limit;
  while (!(await isTrue())) {
    assert.ok(performance.now() < end, otherwise);
    await pause(INTERVAL);
  }
}
