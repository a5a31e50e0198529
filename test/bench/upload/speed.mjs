import { inFreshProcess } from '../child.mjs';
import { lowest } from '../verdict.mjs';

/** @typedef {import('./clients/client.mjs').LocalFile} LocalFile */
/** @typedef {{ ms: number, cpu: number, idle: number, peak: number, stall: number }} OneUpload */

/**
 * A client with a file: each the best of all rounds, noise being one-sided. Times in ms, memory in MB.
 * @typedef {object} UploadFigures
 * @property {number} ms
 * @property {number} slowest What it took in the worst round.
 * @property {number} mibPerSecond
 * @property {number} cpuPerMib
 * @property {number} peak
 * @property {number} overIdle What it adds to the process at most.
 * @property {number} stall
 */

/**
 * Clients with one file, round by round, every upload in a process of its own.
 * @param {import('./sink.mjs').Sink} sink
 * @param {LocalFile} file
 * @param {readonly { client: string, rounds: number }[]} clients
 * @param {(text: string) => void} progress
 * @returns {Promise<{ [client: string]: UploadFigures }>}
 */
export async function compare(sink, file, clients, progress) {
  /** @type {Map<string, OneUpload[]>} */
  const figures = new Map(clients.map(({ client }) => [client, []]));
  const rounds = Math.max(...clients.map((one) => one.rounds));
  for (let round = 1; round <= rounds; round += 1) {
    for (const { client } of clients.filter((one) => round <= one.rounds)) {
      progress(`${file.size / 1024 ** 2} MiB, round ${round} of ${rounds}: ${client}`);
      figures.get(client)?.push(await sendOnce(sink, file, client));
    }
  }
  return Object.fromEntries([...figures].map(([client, all]) => [client, best(all, file.size)]));
}

/**
 * @param {import('./sink.mjs').Sink} sink
 * @param {LocalFile} file
 * @param {string} client
 * @param {import('./sink.mjs').Plan} [plan]
 * @returns {Promise<OneUpload>}
 */
export async function sendOnce({ endpoint, expect, seen }, file, client, plan) {
  await expect(plan);
  const figures = await inFreshProcess('uploadChild.mjs', { client, endpoint, file });
  const { received, digests } = await seen();
  if (digests.length !== 1 || received < file.size) {
    throw new Error(`Of ${client} came ${received} bytes, and ${digests.length} files.`);
  }
  return figures;
}

/**
 * Sends what is not the same everywhere, and fails where something else arrives: speed alone is worth nothing.
 * @param {import('./sink.mjs').Sink} sink
 * @param {LocalFile & { digest: string }} file
 * @param {readonly string[]} clients
 */
export async function checkContent({ endpoint, expect, seen }, { digest, ...file }, clients) {
  for (const client of clients) {
    await expect({ digests: true });
    await inFreshProcess('uploadChild.mjs', { client, endpoint, file });
    const { digests } = await seen();
    if (digests.join() !== digest) throw new Error(`${client} sent something else.`);
  }
}

/**
 * @param {readonly OneUpload[]} all
 * @param {number} size
 * @returns {UploadFigures}
 */
function best(all, size) {
  const ms = lowest(all.map((one) => one.ms));
  const mib = size / 1024 ** 2;
  return {
    ms,
    slowest: Math.max(...all.map((one) => one.ms)),
    mibPerSecond: mib / (ms / 1000),
    cpuPerMib: lowest(all.map((one) => one.cpu)) / mib,
    peak: lowest(all.map((one) => one.peak)),
    overIdle: lowest(all.map((one) => one.peak - one.idle)),
    stall: lowest(all.map((one) => one.stall)),
  };
}
