/**
 * @typedef {object} Context
 * @property {string} endpoint Of the bench server.
 * @property {import('../benchServer.mjs').BenchServer} server
 * @property {number} rounds
 * @property {(text: string) => void} progress
 */

/**
 * What is measured besides the streams, by the name that the goals need it under.
 * @type {{ readonly [name: string]: (context: Context) => Promise<object> }}
 */
export const MEASURES = {};
