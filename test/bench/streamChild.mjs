// One client, one case, one fresh process: a cold run, then warm ones.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { answer, job } from './child.mjs';
import { charactersOf } from './clients/client.mjs';
import { preloadBuiltins } from './hostLike.mjs';
import { peakMemory } from './memory.mjs';

/** @type {{ client: string, model: string, endpoint: string, runs: number, drains: boolean, expected: { events: number, characters: number } }} */
const { client, model, endpoint, runs, drains, expected } = job();

/** How often the loop is looked at, in ms. */
const RESOLUTION = 1;

/**
 * @param {import('./clients/client.mjs').Run} run
 * @param {number} start Where the wait for the first event begins.
 */
async function measure(run, start) {
  const loop = monitorEventLoopDelay({ resolution: RESOLUTION });
  let first = 0;
  let events = 0;
  let characters = 0;
  loop.enable();
  const cpu = process.cpuUsage();
  const began = performance.now();
  await run(model, (event) => {
    if (first === 0) first = performance.now();
    events += 1;
    if (!drains) characters += charactersOf(event);
  });
  const ms = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);
  // A stall is seen only after it has ended.
  await pause(2 * RESOLUTION);
  loop.disable();
  if (!drains && (events !== expected.events || characters !== expected.characters)) {
    throw new Error(`${client} read ${events} events, ${characters} characters of ${model}.`);
  }
  return {
    ms,
    cpu: (user + system) / 1000,
    ttfe: first - start,
    stall: loop.max / 1e6 - RESOLUTION,
  };
}

preloadBuiltins();
await pause(20);
const start = performance.now();
/** @type {{ open: import('./clients/client.mjs').Open }} */
const { open } = await import(`./clients/${client}.mjs`);
const run = await open(endpoint);
const cold = await measure(run, start);
const warm = [];
for (let count = 1; count < runs; count += 1) warm.push(await measure(run, performance.now()));
answer({ cold, warm, rss: peakMemory() });
