import { Pool } from 'undici';

const IN_FLIGHT = 32;
const CALLS = 5000;
const BATCHES = 6;

/**
 * @param {{ baseUrl: string, apiKey: string }} emulator
 * @returns {Promise<{ rate: number }>} Calls of `models.get` per second, of the best batch.
 */
export async function run({ baseUrl, apiKey }) {
  const pool = new Pool(baseUrl, { connections: IN_FLIGHT });
  const headers = { 'x-goog-api-key': apiKey };
  const call = async () => {
    const { statusCode, body } = await pool.request({
      method: 'GET',
      path: '/v1beta/models/emulator-flash',
      headers,
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(text);
  };
  const rates = [];
  for (let batch = 0; batch < BATCHES; batch += 1) {
    let left = CALLS;
    const start = performance.now();
    const worker = async () => {
      for (; left > 0; left -= 1) await call();
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
    rates.push(CALLS / ((performance.now() - start) / 1000));
  }
  await pool.close();
  return { rate: Math.max(...rates) };
}
