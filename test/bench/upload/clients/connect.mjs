import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '../../../harness/paths.mjs';

/**
 * @typedef {{ size: number, close: () => Promise<void> }} Source
 * @typedef {{ url: string, granularity: number }} Session
 * @typedef {object} UploadOptions
 * @property {AbortSignal} [signal]
 * @property {(session: Session) => void} [onSession]
 * @property {(progress: { sent: number, confirmed: number }) => void} [onProgress]
 * @property {(wait: { delayMs: number }) => void} [onRetry]
 *
 * @typedef {object} Client
 * @property {(id: string, input: object) => Promise<unknown>} call
 * @property {(id: string, input: { source: Source, mimeType: string, body: object, session?: Session }, options?: UploadOptions) => Promise<{ file?: { name?: string } }>} upload
 */

const require = createRequire(import.meta.url);

/**
 * Our client as it ships for scripts, with a token that can be renewed.
 * @param {string} endpoint
 * @returns {Client}
 */
export function connectWithToken(endpoint) {
  const { createClient, parseEndpoint, UndiciTransport } = require(join(ROOT, 'dist/api.js'));
  let token = 'first';
  const renew = () => {
    token = `after-${token}`;
    return Promise.resolve(true);
  };
  const credential = () => Promise.resolve({ kind: 'bearer', token, renew });
  const transport = new UndiciTransport({ endpoint: parseEndpoint(endpoint), credential });
  return createClient({ transport, preferredVersion: 'v1beta' });
}

/**
 * The file as the extension reads it.
 * @param {import('./client.mjs').LocalFile} file
 * @returns {Promise<Source>}
 */
export async function readAsExtension({ path, size, reader }) {
  const { mtimeNs } = await stat(path, { bigint: true });
  const known = { name: 'bench.bin', path, localPath: path, kind: 'file', size };
  const modifiedAt = Number(mtimeNs / 1_000_000n);
  return require(reader).openSource({ target: {}, ...known, modifiedAt }, {});
}
