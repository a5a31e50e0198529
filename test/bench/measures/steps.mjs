import { openBrowser } from '../../harness/browser.mjs';
import { provisionChromium } from '../../harness/provisionChromium.mjs';
import { servePreview, show } from '../../ui/preview/pages.mjs';
import { lowest } from '../verdict.mjs';
import { playRun } from '../window/stepPlayer.mjs';

/** Runs of which the best is taken: each is quickly over. */
const RUNS = 6;

/** A run that streams, in the page of a playground without a host. */
const STATE = 'steps-growing';

/**
 * What the page of a playground takes for a run of 20,000 deltas, which come as fast as its host passes them on.
 * @typedef {object} StepFigures
 * @property {number} gap The longest time between two frames, in ms.
 * @property {number} pace Time until all was seen, in terms of the time in which it came.
 */

/**
 * The best of a few rounds, noise being one-sided.
 * @param {import('./table.mjs').Context} context
 * @returns {Promise<StepFigures>}
 */
export async function measureSteps({ rounds }) {
  const server = await servePreview();
  const browser = await openBrowser(await provisionChromium());
  try {
    const tab = await browser.context.newPage();
    const runs = [];
    for (let round = 0; round < Math.max(rounds, RUNS); round += 1) {
      await show(tab, server.address, STATE, 'dark');
      runs.push(await tab.evaluate(playRun));
    }
    return {
      gap: lowest(runs.map((one) => one.gap)),
      pace: lowest(runs.map((one) => one.pace)),
    };
  } finally {
    await browser.close();
    server.close();
  }
}
