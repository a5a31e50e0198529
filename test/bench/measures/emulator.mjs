import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inFreshProcess } from '../child.mjs';
import { startEmulator } from '../emulator/process.mjs';
import { lowest } from '../verdict.mjs';

/** @typedef {import('../emulator/process.mjs').Emulator} Emulator */
/** @typedef {import('./table.mjs').Context} Context */

const STARTS = 10;

/**
 * Runs one load on a fresh emulator.
 * @template T
 * @param {readonly string[]} options Of the emulator.
 * @param {(emulator: Emulator, put: (load: string, options?: object) => Promise<any>) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function withEmulator(options, work) {
  const emulator = await startEmulator(options);
  const { baseUrl, apiKey, accessToken } = emulator;
  const address = { baseUrl, apiKey, accessToken };
  try {
    return await work(emulator, (load, more) =>
      inFreshProcess('emulatorChild.mjs', { load, emulator: address, ...more }),
    );
  } finally {
    await emulator.stop();
  }
}

/** @returns {Promise<{ rate: number }>} */
export const measureModels = () => withEmulator([], (_, put) => put('models'));

/** @returns {Promise<{ rate: number, events: number }>} */
export const measureEvents = () => withEmulator([], (_, put) => put('events'));

/**
 * @param {Context} context
 * @returns {Promise<{ rate: number, peak: number }>} MiB per second; the most memory in MB.
 */
export const measureUpload = ({ heavy }) =>
  withEmulator([], async (emulator, put) => {
    const { rate } = await put('upload', heavy ? { mib: 1024, runs: 3 } : { mib: 256, runs: 4 });
    return { rate, peak: emulator.peak() };
  });

/** @returns {Promise<{ rate: number, peak: number }>} The largest file that the service takes. */
export const measureLargestUpload = () =>
  withEmulator([], async (emulator, put) => {
    const { rate } = await put('upload', { mib: 2048, runs: 1 });
    return { rate, peak: emulator.peak() };
  });

/**
 * @typedef {object} ChunkFigures
 * @property {number} perSecond Chunks stored in a second.
 * @property {number} query Search in a corpus of 10 000 of 100 000 chunks, in ms.
 * @property {number} memory With all of them, in MB.
 * @property {number} growth Of that, what came with the last 80 000.
 */

/**
 * @param {Context} context
 * @returns {Promise<ChunkFigures>}
 */
export async function measureChunks({ progress }) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-chunks-'));
  try {
    return await withEmulator(['--seed', 'empty', '--data', folder], async (emulator, put) => {
      progress('the first 20 000 chunks');
      await put('chunks', { chunks: 10_000, queries: 1 });
      await put('chunks', { chunks: 10_000, queries: 1 });
      const before = emulator.memory();
      progress('another 80 000 chunks');
      const { perSecond } = await put('chunks', { chunks: 70_000, queries: 0 });
      const { query } = await put('chunks', { chunks: 10_000, queries: 20 });
      const memory = emulator.memory();
      return { perSecond, query, memory, growth: memory - before };
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns {Promise<{ ms: number }>} From starting the process until a model was answered; the best of some. */
export async function measureEmulatorStart() {
  const times = [];
  for (let count = 0; count < STARTS; count += 1) {
    const start = performance.now();
    const emulator = await startEmulator();
    const headers = { 'x-goog-api-key': emulator.apiKey };
    const response = await fetch(`${emulator.baseUrl}/v1beta/models`, { headers });
    await response.text();
    times.push(performance.now() - start);
    await emulator.stop();
  }
  return { ms: lowest(times) };
}
