import { now } from '../now.mjs';
import { event, HEAD, httpChunk } from './payloads.mjs';

/** @typedef {import('node:net').Socket} Socket */

const WORDS = 'A few words, 22 letters ';

/** @param {object} message Read by the benchmark. */
const tell = (message) => void process.send?.(message);

/**
 * Sends pieces at a pace until there are no more, or nobody reads them.
 * @param {Socket} socket
 * @param {number} interval In ms.
 * @param {(elapsed: number) => Buffer | undefined} next What is due; nothing at the end.
 */
function paced(socket, interval, next) {
  const start = performance.now();
  const timer = setInterval(() => {
    const piece = next(performance.now() - start);
    if (piece !== undefined) {
      if (piece.length > 0) socket.write(httpChunk(piece));
      return;
    }
    clearInterval(timer);
    socket.write(httpChunk());
  }, interval);
  socket.once('close', () => clearInterval(timer));
}

/**
 * Answers that are not simply there: name of the model → what is sent.
 * @type {{ readonly [model: string]: (socket: Socket) => void }}
 */
export const SPECIAL = {
  /** 20 000 events in one second. */
  paced: (socket) => {
    const piece = event({ text: WORDS });
    const last = event({ text: 'The end.' }, { finishReason: 'STOP' });
    let sent = 0;
    socket.write(HEAD);
    socket.write(httpChunk(piece));
    tell({ first: now() });
    paced(socket, 1, (elapsed) => {
      if (sent > 20_000) {
        tell({ last: now() });
        return undefined;
      }
      const due = Math.min(20_000, Math.ceil(elapsed * 20)) - sent;
      sent += due;
      if (sent < 20_000) return Buffer.concat(Array.from({ length: due }, () => piece));
      sent += 1;
      return Buffer.concat([...Array.from({ length: due }, () => piece), last]);
    });
  },
};
