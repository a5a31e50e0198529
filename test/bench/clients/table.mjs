/**
 * @typedef {object} StreamClient
 * @property {string} title
 * @property {'limit' | 'drain'} [role] The limit proxy has several forms, of which the cheapest counts.
 * @property {number} [slow] Its runs are divided by this.
 * @property {boolean} [isApart] Measured only where a case names it.
 */

/**
 * Name of the file in this folder → who it is.
 * @type {{ readonly [file: string]: StreamClient }}
 */
export const CLIENTS = {
  drain: { title: 'undici drain, no parsing', role: 'drain' },
  limitText: { title: 'limit: text splitter, dispatch', role: 'limit' },
  limitLatin1: { title: 'limit: text splitter, Latin-1', role: 'limit' },
  limitBytes: { title: 'limit: byte splitter, dispatch', role: 'limit' },
  ours: { title: 'ours (dist/api.js)' },
  eventsourceParser: { title: 'eventsource-parser + fetch' },
  generativeAi: { title: '@google/generative-ai', slow: 3 },
  genai: { title: '@google/genai', slow: 3 },
  oursInteraction: { title: 'ours, interaction added up', isApart: true },
  genaiInteraction: { title: '@google/genai, interaction', slow: 3, isApart: true },
};
