// One client sends one file, in a fresh process.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { answer, job } from './child.mjs';
import { preloadBuiltins } from './hostLike.mjs';
import { peakMemory } from './memory.mjs';

/** @type {{ client: string, endpoint: string, file: import('./upload/clients/client.mjs').LocalFile }} */
const { client, endpoint, file } = job();

/** How often the loop is looked at, in ms. */
const RESOLUTION = 1;

preloadBuiltins();
/** @type {{ open: import('./upload/clients/client.mjs').Open }} */
const { open } = await import(`./upload/clients/${client}.mjs`);
const upload = await open(endpoint, file);
await pause(100);
const idle = process.memoryUsage().rss / 1e6;
const loop = monitorEventLoopDelay({ resolution: RESOLUTION });
loop.enable();
const cpu = process.cpuUsage();
const start = performance.now();
await upload();
const ms = performance.now() - start;
const { user, system } = process.cpuUsage(cpu);
// A stall is seen only after it has ended.
await pause(2 * RESOLUTION);
loop.disable();
answer({
  ms,
  cpu: (user + system) / 1000,
  idle,
  peak: peakMemory(),
  stall: loop.max / 1e6 - RESOLUTION,
});
