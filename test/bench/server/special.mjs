import { now } from '../now.mjs';
import { event, HEAD, httpChunk } from './payloads.mjs';

/** @typedef {import('node:net').Socket} Socket */

const MB = 1_000_000;
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
  /** An event every 5 ms, without end. */
  endless: (socket) => {
    const piece = event({ text: WORDS });
    socket.write(HEAD);
    paced(socket, 5, () => piece);
    socket.once('close', () => tell({ closed: now() }));
  },
  /** One byte every 50 ms for 5 s: a comment, then an event. */
  trickle: (socket) => {
    const data = '\r\ndata: {"candidates":[{"content":{"parts":[{"text":"Slow"}]}}]}\r\n\r\n';
    const bytes = Buffer.from(data.padStart(100, ':'));
    let sent = 0;
    socket.write(HEAD);
    paced(socket, 50, () => (sent < bytes.length ? bytes.subarray(sent, ++sent) : undefined));
  },
  /** A line of 96 MB that never ends. */
  line: async (socket) => {
    const piece = httpChunk(Buffer.alloc(MB / 8, 'x'));
    socket.write(HEAD + '6\r\ndata: \r\n');
    for (let count = 0; count < 96 * 8 && !socket.destroyed; count += 1) {
      if (!socket.write(piece)) await drained(socket);
    }
  },
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

/** Resolves when more can be written, or nobody reads. @param {Socket} socket */
function drained(socket) {
  return new Promise((resolve) => {
    const go = () => {
      socket.off('drain', go).off('close', go);
      resolve(undefined);
    };
    socket.once('drain', go).once('close', go);
  });
}
