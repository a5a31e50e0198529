import { inFreshProcess } from '../child.mjs';

/** Between a stop and the next stream, in ms: longer than the goal. */
const APART = 200;

/**
 * @param {import('./table.mjs').Context} context
 * @returns {Promise<{ worst: number }>} The longest time from a stop until the server sees the socket close, in ms.
 */
export async function measureCancel({ endpoint, server }) {
  /** @type {number[]} */
  const closed = [];
  const onMessage = (/** @type {{ closed?: number }} */ message) => {
    if (message.closed !== undefined) closed.push(message.closed);
  };
  server.process.on('message', onMessage);
  /** @type {{ at: number[] }} */
  const { at } = await inFreshProcess('cancelChild.mjs', { endpoint, times: 5, apart: APART });
  server.process.off('message', onMessage);
  return { worst: Math.max(...at.map((stopped, index) => (closed[index] ?? Infinity) - stopped)) };
}
