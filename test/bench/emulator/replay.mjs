import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { startEmulator } from './process.mjs';

const IN_FLIGHT = 32;
/** Each is asked once: a recording is used up by that. */
const EXCHANGES = 1000;
const BATCHES = 6;

const PATH = '/v1beta/models/emulator-flash:generateContent';

/**
 * Asks every question once. The first one alone: with it the recordings are read, which is no part of an exchange.
 * @param {string} baseUrl
 * @param {string} apiKey
 * @returns {Promise<number>} Exchanges per second.
 */
async function askAll(baseUrl, apiKey) {
  const pool = new Pool(baseUrl, { connections: IN_FLIGHT });
  const headers = { 'x-goog-api-key': apiKey, 'content-type': 'application/json' };
  let next = 0;
  const ask = async (/** @type {number} */ until) => {
    while (next < until) {
      const text = `Question ${next}: how do geese find their way?`;
      next += 1;
      const contents = [{ role: 'user', parts: [{ text }] }];
      const { statusCode, body } = await pool.request({
        method: 'POST',
        path: PATH,
        headers,
        body: JSON.stringify({ contents }),
      });
      const answer = await body.text();
      if (statusCode !== 200) throw new Error(answer);
    }
  };
  await ask(1);
  const start = performance.now();
  await Promise.all(Array.from({ length: IN_FLIGHT }, () => ask(EXCHANGES)));
  const seconds = (performance.now() - start) / 1000;
  await pool.close();
  return (EXCHANGES - 1) / seconds;
}

/**
 * Lets every recording be used again.
 * @param {{ baseUrl: string, controlToken: string }} emulator
 */
async function begin({ baseUrl, controlToken }) {
  const headers = { 'x-emulator-control': controlToken, 'content-type': 'application/json' };
  const body = JSON.stringify({ mode: 'replay' });
  const answer = await fetch(`${baseUrl}/$emulator/mode`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(await answer.text());
}

/**
 * @param {{ baseUrl: string, apiKey: string }} upstream
 * @returns {Promise<{ rate: number }>} Exchanges per second that are answered from recordings, of the best batch.
 */
export async function run(upstream) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-replay-'));
  const place = ['--recordings', folder];
  const options = ['--mode', 'record', '--upstream', upstream.baseUrl];
  const recorder = await startEmulator([...place, ...options]);
  await askAll(recorder.baseUrl, recorder.apiKey);
  await recorder.stop();
  const rates = [];
  // The first one warms up, in the same process: each mode that is set begins anew.
  const replay = await startEmulator([...place, '--mode', 'replay']);
  for (let batch = 0; batch < BATCHES; batch += 1) {
    await begin(replay);
    rates.push(await askAll(replay.baseUrl, replay.apiKey));
  }
  await replay.stop();
  await rm(folder, { recursive: true });
  return { rate: Math.max(...rates) };
}
