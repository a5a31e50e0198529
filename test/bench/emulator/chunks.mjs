import { Pool } from 'undici';
import { lowest } from '../verdict.mjs';

const BATCH = 100;
const QUERIES = 15;

const WORDS =
  'goose tern dune tide lighthouse keeper fog ferry island winter spring egg nest gale sail rope';
const words = WORDS.split(' ');

/**
 * Adds chunks to a new corpus and searches in it.
 * @param {{ baseUrl: string, accessToken: string }} emulator
 * @param {{ chunks: number, queries?: number }} options
 * @returns {Promise<{ query: number }>} The best one, in ms.
 */
export async function run({ baseUrl, accessToken }, { chunks, queries = QUERIES }) {
  const pool = new Pool(baseUrl, { connections: 1 });
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
  /**
   * @param {string} path
   * @param {object} body
   * @returns {Promise<any>}
   */
  const post = async (path, body) => {
    const { statusCode, body: read } = await pool.request({
      method: 'POST',
      path: `/v1beta/${path}`,
      headers,
      body: JSON.stringify(body),
    });
    const text = await read.text();
    if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${text}`);
    return JSON.parse(text);
  };
  const { name: corpus } = await post('corpora', { displayName: `Bench ${chunks}` });
  const { name: parent } = await post(`${corpus}/documents`, { displayName: 'Bench' });
  for (let at = 0; at < chunks; at += BATCH) {
    const requests = Array.from({ length: Math.min(BATCH, chunks - at) }, (_, index) => ({
      parent,
      chunk: { data: { stringValue: textOf(at + index) } },
    }));
    await post(`${parent}/chunks:batchCreate`, { requests });
  }
  const times = [];
  for (let count = 0; count < queries; count += 1) {
    const from = performance.now();
    const { relevantChunks } = await post(`${corpus}:query`, {
      query: `When did the ${words[count % words.length]} leave?`,
      resultsCount: 10,
    });
    times.push(performance.now() - from);
    if (relevantChunks?.length !== 10) throw new Error('The search found nothing.');
  }
  await pool.close();
  return { query: lowest(times) };
}

/** @param {number} index */
function textOf(index) {
  const some = Array.from({ length: 30 }, (_, at) => words[(index * (at + 3) + at) % words.length]);
  return `Note ${index}: ${some.join(' ')}.`;
}
