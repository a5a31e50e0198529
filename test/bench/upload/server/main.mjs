// A service that takes files and throws them away, a process of its own: what it is to do wrong, and what it has seen,
// it exchanges with its parent.
import { createServer } from 'node:http';
import { UploadService } from './service.mjs';

/** @param {number} reached */
const tell = (reached) => void process.send?.({ reached });

let service = new UploadService({}, tell);
const server = createServer({ requestTimeout: 0, headersTimeout: 0 }, (request, response) =>
  service.serve(request, response),
);
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : undefined });
});
process.on('message', (/** @type {import('./plan.mjs').Plan | 'seen'} */ message) => {
  if (message === 'seen') return void process.send?.({ seen: service.seen() });
  service = new UploadService(message, tell);
  process.send?.({ ready: true });
});
process.on('disconnect', () => process.exit(0));
