// Our client sends one file over a connection that breaks, and tells how it went.
import { readFile, writeFile } from 'node:fs/promises';
import { answer, job } from './child.mjs';
import { now } from './now.mjs';
import { MIME_TYPE } from './upload/clients/client.mjs';
import { connectWithToken, readAsExtension } from './upload/clients/connect.mjs';

/**
 * @typedef {object} Job
 * @property {string} endpoint
 * @property {import('./upload/clients/client.mjs').LocalFile} file
 * @property {string} [kept] Path of the file that holds the address of the upload, written once it is known.
 * @property {boolean} [goesOn] Whether it goes on with the address from there.
 * @property {number} [cancelAt] Ends it when so many bytes are on their way.
 */

/** @type {Job} */
const { endpoint, file, kept, goesOn = false, cancelAt = Infinity } = job();

const figures = { waited: 0, cancelledAt: 0, endedAt: 0 };
/** @type {number[]} */
const progress = [];
const cancellation = new AbortController();

/** @returns {Promise<string>} The name of what is there; empty where it was cancelled. */
async function send() {
  const client = connectWithToken(endpoint);
  await client.call('models.get', { name: 'models/warm' });
  const session = goesOn ? JSON.parse(await readFile(kept ?? '', 'utf8')) : undefined;
  const source = await readAsExtension(file);
  const body = { file: { displayName: 'Bench' } };
  const input = { source, mimeType: MIME_TYPE, body, session };
  started = performance.now();
  try {
    const { file: made } = await client.upload('media.upload', input, {
      signal: cancellation.signal,
      onSession: async (begun) => {
        if (kept !== undefined) await writeFile(kept, JSON.stringify(begun));
      },
      onRetry: ({ delayMs }) => (figures.waited += delayMs),
      onProgress: ({ sent }) => {
        progress.push(now());
        if (sent < cancelAt || cancellation.signal.aborted) return;
        figures.cancelledAt = now();
        cancellation.abort();
      },
    });
    return made?.name ?? '';
  } catch (error) {
    if (!cancellation.signal.aborted) throw error;
    return '';
  } finally {
    figures.endedAt = now();
  }
}

let started = 0;
const name = await send();
answer({ ...figures, name, ms: performance.now() - started, progress });
