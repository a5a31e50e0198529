import { BODY, pathOf } from './request.mjs';

/** @type {import('./client.mjs').Open} */
export async function open(endpoint) {
  const { Pool } = await import('undici');
  const { textSplitter } = await import('./splitter.mjs');
  const pool = new Pool(endpoint);
  return async (model, onEvent) => {
    const headers = { 'content-type': 'application/json', 'x-goog-api-key': 'bench' };
    const { body } = await pool.request({
      ...{ path: pathOf(model), method: 'POST', headers, body: BODY },
    });
    body.setEncoding('utf8');
    const ended = new Promise((resolve, reject) => body.on('end', resolve).on('error', reject));
    body.on('data', textSplitter(onEvent));
    await ended;
  };
}
