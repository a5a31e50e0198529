import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { layOutEmulator } from '../../harness/emulatorPackage.mjs';
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
  const { baseUrl, apiKey, accessToken, controlToken } = emulator;
  const address = { baseUrl, apiKey, accessToken, controlToken };
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

/** @returns {Promise<{ rate: number }>} */
export const measureReplay = () => withEmulator([], (_, put) => put('replay'));

/**
 * @param {Context} context
 * @returns {Promise<{ rate: number, peak: number }>} MiB per second; the most memory in MB.
 */
export const measureUpload = ({ heavy }) =>
  withEmulator([], async (emulator, put) => {
    const { rate } = await put('upload', heavy ? { mib: 1024, runs: 3 } : { mib: 256, runs: 4 });
    return { rate, peak: emulator.peak() };
  });

/**
 * @typedef {object} ChunkFigures
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
      await put('chunks', { chunks: 70_000, queries: 0 });
      const { query } = await put('chunks', { chunks: 10_000, queries: 20 });
      const memory = emulator.memory();
      return { query, memory, growth: memory - before };
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What every server costs that runs in Node.js: its own start, and one port. */
const BARE = `require('node:http').createServer().listen(0, '127.0.0.1', () => console.log('up'));
process.stdin.once('end', () => process.exit()).resume();`;

/** @returns {Promise<number>} From starting a bare server until it listens. */
async function bareStart() {
  const start = performance.now();
  const child = spawn(process.execPath, ['-e', BARE], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  const ms = performance.now() - start;
  const ended = once(child, 'exit');
  child.stdin.end();
  await ended;
  return ms;
}

/**
 * @param {string} file What is started.
 * @returns {Promise<{ ms: number, ready: number }>} Until a model was answered, and until it was ready.
 */
async function emulatorStart(file) {
  const start = performance.now();
  const emulator = await startEmulator([], file);
  const ready = performance.now() - start;
  const headers = { 'x-goog-api-key': emulator.apiKey };
  const response = await fetch(`${emulator.baseUrl}/v1beta/models`, { headers });
  await response.text();
  const ms = performance.now() - start;
  await emulator.stop();
  return { ms, ready };
}

/**
 * From starting the program of the package until a model was answered, and until it was ready; by turns with a bare server.
 * The best of some, and the worst of the bare ones.
 * @returns {Promise<{ ms: number, ready: number, bare: number, bareWorst: number }>}
 */
export async function measureEmulatorStart() {
  const folder = await mkdtemp(join(tmpdir(), 'bench-start-'));
  try {
    await layOutEmulator(folder);
    const bare = [];
    const starts = [];
    for (let count = 0; count < STARTS; count += 1) {
      bare.push(await bareStart());
      starts.push(await emulatorStart(join(folder, 'bin.js')));
    }
    return {
      ms: lowest(starts.map((one) => one.ms)),
      ready: lowest(starts.map((one) => one.ready)),
      bare: lowest(bare),
      bareWorst: Math.max(...bare),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
