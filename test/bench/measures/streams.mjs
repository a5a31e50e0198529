import { CASES } from '../cases.mjs';
import { inFreshProcess } from '../child.mjs';
import { CLIENTS } from '../clients/table.mjs';
import { bodyBytes, expectation } from '../server/payloads.mjs';
import { lowest, median } from '../verdict.mjs';

/**
 * @typedef {{ ms: number, cpu: number, ttfe: number, stall: number }} RunFigures In ms.
 * @typedef {{ cold: RunFigures, warm: RunFigures[], rss: number }} ProcessFigures
 */

/**
 * A client in a case. Times in ms, memory in MB; each is the best of all warm runs, noise being one-sided.
 * @typedef {object} StreamFigures
 * @property {number} ms
 * @property {number} cpu
 * @property {number} cpuPerMb
 * @property {number} eventsPerSecond
 * @property {number} warmTtfe
 * @property {number} coldTtfe From before the client is loaded.
 * @property {number} stall Of the best process, the median of its runs: a pause that comes back is no noise.
 * @property {number} rss
 */

/**
 * Every client of a case, one after the other, round by round.
 * @param {string} name
 * @param {{ endpoint: string, rounds: number, progress: (text: string) => void }} options
 * @returns {Promise<{ [client: string]: StreamFigures }>}
 */
export async function measureCase(name, { endpoint, rounds, progress }) {
  const one = CASES[name];
  if (one === undefined) throw new Error(`There is no case ${name}.`);
  const chosen = Object.entries(CLIENTS).filter(([client, { isApart }]) =>
    one.clients === 'all' ? isApart !== true : one.clients.includes(client),
  );
  // The server makes an answer when it is first asked for it.
  await inFreshProcess('streamChild.mjs', jobOf(name, 'drain', endpoint));
  /** @type {Map<string, ProcessFigures[]>} */
  const figures = new Map(chosen.map(([client]) => [client, []]));
  for (let round = 1; round <= rounds; round += 1) {
    for (const [client] of chosen) {
      progress(`${name}, round ${round} of ${rounds}: ${client}`);
      const job = jobOf(name, client, endpoint);
      figures.get(client)?.push(await inFreshProcess('streamChild.mjs', job));
    }
  }
  return Object.fromEntries([...figures].map(([client, all]) => [client, summaryOf(name, all)]));
}

/**
 * @param {string} name
 * @param {string} client
 * @param {string} endpoint
 */
function jobOf(name, client, endpoint) {
  const { slow = 1, role } = CLIENTS[client] ?? { title: '' };
  const runs = Math.max(3, Math.ceil((CASES[name]?.runs ?? 0) / slow));
  const drains = role === 'drain';
  return { client, model: name, endpoint, drains, runs, expected: expectation(name) };
}

/**
 * @param {string} name
 * @param {readonly ProcessFigures[]} all
 * @returns {StreamFigures}
 */
function summaryOf(name, all) {
  const warm = all.flatMap((one) => one.warm);
  const ms = lowest(warm.map((run) => run.ms));
  const cpu = lowest(warm.map((run) => run.cpu));
  return {
    ms,
    cpu,
    cpuPerMb: cpu / (bodyBytes(name) / 1e6),
    eventsPerSecond: expectation(name).events / (ms / 1000),
    warmTtfe: lowest(warm.map((run) => run.ttfe)),
    coldTtfe: lowest(all.map((one) => one.cold.ttfe)),
    stall: lowest(all.map((one) => median(one.warm.map((run) => run.stall)))),
    rss: lowest(all.map((one) => one.rss)),
  };
}
