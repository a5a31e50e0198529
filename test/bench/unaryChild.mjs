// One client asks for a model again and again: in turn, and 32 at once.
import { answer, job } from './child.mjs';

/** @type {{ client: string, endpoint: string, calls: number, batches: number }} */
const { client, endpoint, calls, batches } = job();

const IN_FLIGHT = 32;

/** @type {{ open: (endpoint: string) => Promise<() => Promise<unknown>> }} */
const { open } = await import(`./unary/${client}.mjs`);
const call = await open(endpoint);

/** @returns {Promise<number>} CPU in µs of a call. */
async function oneByOne() {
  const cpu = process.cpuUsage();
  for (let count = 0; count < calls; count += 1) await call();
  const { user, system } = process.cpuUsage(cpu);
  return (user + system) / calls;
}

/** @returns {Promise<number>} Calls in a second. */
async function together() {
  let left = calls * 4;
  const start = performance.now();
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await call();
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  return (calls * 4) / ((performance.now() - start) / 1000);
}

const { name } = /** @type {{ name?: string }} */ (await call());
if (name !== 'models/unary') throw new Error(`${client} got ${name}.`);
const cpu = [];
const rate = [];
for (let batch = 0; batch < batches; batch += 1) {
  cpu.push(await oneByOne());
  rate.push(await together());
}
answer({ cpu: Math.min(...cpu), rate: Math.max(...rate) });
