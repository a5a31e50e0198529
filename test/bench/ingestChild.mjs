// Chunks by the thousand: our batches over our client, with a service that takes its time.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { importTypeScript } from '../harness/importTypeScript.mjs';
import { answer, job } from './child.mjs';
import { connectOurs } from './clients/connectOurs.mjs';

// Milliseconds.
const LATENCY = 200;
const BATCH = 100;
const IN_FLIGHT = 4;

/** @type {{ heavy: boolean }} */
const { heavy } = job();
const { createChunks, ServiceError, systemClock } = await importTypeScript('test/bench/ingest.ts');

/** What the service is like. */
const service = { latency: LATENCY, limit: Infinity, running: 0 };
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    const isTooMany = service.running >= service.limit;
    service.running += 1;
    setTimeout(
      () => {
        service.running -= 1;
        const status = 'RESOURCE_EXHAUSTED';
        const body = isTooMany ? { error: { code: 429, status, message: 'Too many.' } } : {};
        response.writeHead(isTooMany ? 429 : 200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body));
      },
      isTooMany ? 0 : service.latency,
    );
  });
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
const client = connectOurs(`http://127.0.0.1:${port}`);

const calls = {
  /** @type {(place: object, id: string, input: object, options: object) => Promise<unknown>} */
  async call(_place, id, input, options) {
    try {
      return await client.call(id, input, options);
    } catch (error) {
      // The client comes from another bundle, and so do its classes.
      throw new ServiceError(error);
    }
  },
};
const document = { connection: 'a', version: 'v1beta', kind: 'document' };
const parent = 'corpora/c/documents/d';
const text = 'A chunk of some length, as they are read from a file. '.repeat(4);

/** What is kept while rows are sent: after a tenth of them, and at the end. In MB. */
const kept = { early: 0, late: 0 };

/** @param {number} count */
async function* rows(count) {
  for (let line = 1; line <= count; line += 1) {
    if (line === count / 10) kept.early = heap();
    if (line === count) kept.late = heap();
    yield { line, chunk: { data: { stringValue: text } } };
  }
}

/** What is in use, in MB. */
function heap() {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1e6;
}

/**
 * Chunks in a second.
 * @param {number} count
 * @param {number} [inFlight]
 */
async function rateOf(count, inFlight = IN_FLIGHT) {
  const start = performance.now();
  const result = await createChunks(calls, { ...document, name: parent }, rows(count), {
    clock: systemClock,
    inFlight,
    texts: {},
    onFailed: () => undefined,
  });
  if (result.done !== count) throw new Error(`Only ${result.done} of ${count} were created.`);
  return (count / (performance.now() - start)) * 1000;
}

/** Chunks in a second, one call for each. @param {number} count */
async function oneByOne(count) {
  const start = performance.now();
  for (let left = count; left > 0; left -= 1) {
    const body = { name: `${parent}/chunks/c${left}`, data: { stringValue: text } };
    await client.call('corpora.documents.chunks.create', { parent, body });
  }
  return (count / (performance.now() - start)) * 1000;
}

// Loading is measured elsewhere.
await rateOf(BATCH);
const rate = await rateOf(20_000);
const single = await oneByOne(20);
service.limit = 2;
const best = await rateOf(20_000, 2);
const adapted = await rateOf(20_000);
service.limit = Infinity;
service.latency = 0;
await rateOf(heavy ? 1_000_000 : 200_000);
answer({
  ideal: (rate / ((IN_FLIGHT * BATCH * 1000) / LATENCY)) * 100,
  gain: rate / single,
  adapted: best / adapted,
  growth: kept.late - kept.early,
});
