// The server of the benchmarks, a process of its own. It writes prepared bytes to sockets, so that it is never
// what limits a client. Tells its parent the port, and when a socket of an endless answer closes.
import { createServer } from 'node:net';
import { answerFor } from './answers.mjs';

/** @param {import('node:net').Socket} socket */
function serve(socket) {
  let waiting = Buffer.alloc(0);
  socket.setNoDelay(true);
  socket.on('error', (error) => {
    // Clients that are measured hang up in the middle: that is what some measures are about.
    if (!['ECONNRESET', 'EPIPE'].includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? ''))
      throw error;
  });
  socket.on('data', (bytes) => {
    waiting = waiting.length === 0 ? bytes : Buffer.concat([waiting, bytes]);
    for (;;) {
      const end = waiting.indexOf('\r\n\r\n');
      if (end === -1) return;
      const head = waiting.toString('latin1', 0, end);
      const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
      if (waiting.length < end + 4 + length) return;
      waiting = waiting.subarray(end + 4 + length);
      answerFor(head.split(' ', 2)[1] ?? '')(socket);
    }
  });
}

const server = createServer(serve);
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : undefined });
});
process.on('disconnect', () => process.exit(0));
