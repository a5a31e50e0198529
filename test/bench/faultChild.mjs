// Our client with an answer that would cost a careless one a lot of memory or time.
import { answer, job } from './child.mjs';
import { connectOurs, streamInput } from './clients/connectOurs.mjs';
import { peakMemory } from './memory.mjs';

/** @type {{ endpoint: string, model: string }} */
const { endpoint, model } = job();

const client = connectOurs(endpoint);

async function read() {
  try {
    for await (const _ of client.stream('models.streamGenerateContent', streamInput(model)));
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

// Loading is measured elsewhere.
await client.call('models.get', { name: 'models/unary' });
const cpu = process.cpuUsage();
const start = performance.now();
const message = await read();
const ms = performance.now() - start;
const { user, system } = process.cpuUsage(cpu);
answer({ message, ms, cpuShare: (user + system) / 1000 / ms, memory: peakMemory() });
