/**
 * @typedef {object} UploadClient
 * @property {string} title
 * @property {true} [once] One round is enough, except with --heavy.
 */

/**
 * Name of the file in this folder → who it is.
 * @type {{ readonly [file: string]: UploadClient }}
 */
export const UPLOAD_CLIENTS = {
  chunked: { title: 'undici, one reused buffer of 8 MiB' },
  streamed: { title: 'undici, one streamed request' },
  ours: { title: 'ours (dist/api.js)' },
  genai: { title: '@google/genai' },
  generativeAi: { title: '@google/generative-ai', once: true },
};
