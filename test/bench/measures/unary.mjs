import { inFreshProcess } from '../child.mjs';

const CLIENTS = ['undici', 'ours'];

/** @typedef {{ cpu: number, rate: number }} UnaryFigures CPU in µs of a call, calls per second at 32 in flight. */

/**
 * @param {import('./table.mjs').Context} context
 * @returns {Promise<{ [client: string]: UnaryFigures }>}
 */
export async function measureUnary({ endpoint, rounds, progress }) {
  /** @type {{ [client: string]: UnaryFigures }} */
  const best = {};
  for (let round = 1; round <= rounds; round += 1) {
    for (const client of CLIENTS) {
      progress(`models.get, round ${round} of ${rounds}: ${client}`);
      const job = { client, endpoint, calls: 1000, batches: 10 };
      /** @type {UnaryFigures} */
      const { cpu, rate } = await inFreshProcess('unaryChild.mjs', job);
      const { cpu: least = cpu, rate: most = rate } = best[client] ?? {};
      best[client] = { cpu: Math.min(cpu, least), rate: Math.max(rate, most) };
    }
  }
  return best;
}
