// Stops streams in both ways, and says when it did.
import { setTimeout as pause } from 'node:timers/promises';
import { answer, job } from './child.mjs';
import { now } from './now.mjs';
import { connectOurs, streamInput } from './clients/connectOurs.mjs';

/** @type {{ endpoint: string, times: number, apart: number }} */
const { endpoint, times, apart } = job();

const client = connectOurs(endpoint);
const EVENTS = 5;

/** @param {(controller: AbortController) => boolean} stop Whether the loop is left. */
async function stopped(stop) {
  const controller = new AbortController();
  const { signal } = controller;
  let events = 0;
  let at = 0;
  try {
    const input = streamInput('endless');
    for await (const _ of client.stream('models.streamGenerateContent', input, { signal })) {
      events += 1;
      if (events < EVENTS) continue;
      at = now();
      if (stop(controller)) break;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  // The next one begins after the server has seen this one's end.
  await pause(apart);
  return at;
}

const at = [];
for (let count = 0; count < times; count += 1) {
  at.push(await stopped(() => true));
  at.push(await stopped((controller) => (controller.abort(), false)));
}
answer({ at });
