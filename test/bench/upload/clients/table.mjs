/**
 * @typedef {object} UploadClient
 * @property {string} title
 * @property {number} [repeats] Uploads in each round: one is quickly over, and what else the machine does is not.
 * @property {true} [once] One round is enough, except with --heavy.
 */

/**
 * Name of the file in this folder → who it is.
 * @type {{ readonly [file: string]: UploadClient }}
 */
export const UPLOAD_CLIENTS = {
  chunked: { title: 'undici, one reused buffer of 8 MiB', repeats: 3 },
  streamed: { title: 'undici, one streamed request', repeats: 3 },
  ours: { title: 'ours (dist/api.js)', repeats: 3 },
  genai: { title: '@google/genai' },
  generativeAi: { title: '@google/generative-ai', once: true },
};
