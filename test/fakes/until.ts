import assert from 'node:assert/strict';

/** As long as a test waits for a state at most, in ms. */
const PATIENCE = 60_000;

/**
 * Waits until something holds that no event tells of. It looks again with each turn of the event loop.
 * @throws When it doesn't hold after a minute.
 */
export async function until(
  holds: () => boolean | Promise<boolean>,
  otherwise = 'It never came.',
): Promise<void> {
  const end = performance.now() + PATIENCE;
  while (!(await holds())) {
    assert.ok(performance.now() < end, otherwise);
    await new Promise(setImmediate);
  }
}
