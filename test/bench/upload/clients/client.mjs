/**
 * A file on this machine.
 * @typedef {object} LocalFile
 * @property {string} path
 * @property {number} size In bytes.
 * @property {string} reader Path of the module with which the extension reads files.
 */

/**
 * Loads the client, opens a connection where it can, and gives what sends one file. Every file of this folder that the
 * table names exports this as `open`.
 * @callback Open
 * @param {string} endpoint
 * @param {LocalFile} file
 * @returns {Promise<() => Promise<unknown>>}
 */

export const MIME_TYPE = 'application/octet-stream';
