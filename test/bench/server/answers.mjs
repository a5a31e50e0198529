import { CASES } from '../cases.mjs';
import { streamAnswer } from './payloads.mjs';

/** @typedef {(socket: import('node:net').Socket) => void} Answer */

/** @type {Answer} */
const notFound = (socket) => {
  socket.write('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
};

/**
 * What the server does for a path; the model's name says which.
 * @param {string} path With its query.
 * @returns {Answer}
 */
export function answerFor(path) {
  const model = /\/models\/([\w-]+)/.exec(path)?.[1] ?? '';
  if (model in CASES) return (socket) => void socket.write(streamAnswer(model));
  return notFound;
}
