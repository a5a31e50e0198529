import { Pool } from 'undici';
import { MIME_TYPE } from './client.mjs';

/** @typedef {{ status: number, state: string, received: number, url: string }} Answer */

/** What is common to the clients made by hand: as little as the protocol takes. */
export class RawUpload {
  /** @param {string} endpoint */
  constructor(endpoint) {
    this.pool = new Pool(endpoint, { connections: 1, headersTimeout: 0, bodyTimeout: 0 });
  }

  async warm() {
    const { body } = await this.pool.request({ method: 'GET', path: '/v1beta/models/warm' });
    await body.dump();
  }

  /** @param {number} size @returns {Promise<string>} Where the bytes go. */
  async start(size) {
    const { url } = await this.post('/upload/v1beta/files', '{}', {
      'content-type': 'application/json',
      'x-goog-upload-protocol': 'resumable',
      'x-goog-upload-command': 'start',
      'x-goog-upload-header-content-length': String(size),
      'x-goog-upload-header-content-type': MIME_TYPE,
    });
    const { pathname, search } = new URL(url);
    return pathname + search;
  }

  /**
   * @param {string} path
   * @param {string | Buffer | AsyncIterable<Buffer>} body
   * @param {Record<string, string>} headers
   * @returns {Promise<Answer>}
   */
  async post(path, body, headers) {
    // undici sends what can be iterated, whatever its types say.
    const sent = /** @type {Buffer} */ (body);
    const answer = await this.pool.request({ method: 'POST', path, body: sent, headers });
    await answer.body.dump();
    const head = (/** @type {string} */ name) => String(answer.headers[name] ?? '');
    return {
      status: answer.statusCode,
      state: head('x-goog-upload-status'),
      received: Number(head('x-goog-upload-size-received')),
      url: head('x-goog-upload-url'),
    };
  }
}
