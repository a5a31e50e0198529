import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { openWorkbench } from '../../harness/workbench.mjs';
import { modelRow, openPlayground } from '../../ui/support/steps.mjs';
import { lowest } from '../verdict.mjs';
import { FIGURES, MEASURE, probedExtension } from '../window/probedExtension.mjs';
import { record, recorded } from '../window/recorder.mjs';

/** One frame of a display, in ms: what one message may take. */
const FRAME = 16;

/** Until the window has started, in ms. */
const SETTLING = 5_000;

/** @typedef {{ heapMb: number, changes: string[] }} Cost */

/**
 * A real window on the bench server. Times in ms.
 * @typedef {object} WindowFigures
 * @property {Cost & { requireMs: number, activateMs: number }} activation
 * @property {Cost} later After the first call.
 * @property {number} messagesPerFrame
 * @property {number} pace Time until all was seen, in terms of the time in which it was sent.
 * @property {number} gap
 * @property {number} first From the server's first byte until it is seen.
 * @property {number} arrived From the server's first byte until it is in the page.
 */

/**
 * @param {import('./table.mjs').Context} context
 * @returns {Promise<WindowFigures>}
 */
export async function measureWindow(context) {
  const { endpoint } = context;
  const connection = { id: 'bench001', name: 'Bench', endpoint, auth: 'none' };
  const workbench = await openWorkbench({
    source: await probedExtension(),
    settings: {
      'generativeLanguage.connections': [connection],
      'generativeLanguage.activeConnection': connection.id,
    },
  });
  try {
    // What VS Code itself does at its start is not ours.
    await pause(SETTLING);
    await workbench.openView();
    await modelRow(workbench, 'Paced').waitFor();
    await workbench.palette(MEASURE);
    const playground = await openPlayground(workbench);
    const cost = JSON.parse(await readFile(FIGURES, 'utf8'));
    return { ...cost, ...(await measureAnswers(playground, context)) };
  } finally {
    await workbench.close();
  }
}

/**
 * The best of a few answers, noise being one-sided.
 * @param {import('../../ui/support/playground.mjs').Playground} playground
 * @param {import('./table.mjs').Context} context
 */
async function measureAnswers(playground, { server, rounds }) {
  const answers = [];
  for (let round = 1; round <= rounds; round += 1) {
    answers.push(await measureAnswer(playground, server));
  }
  return {
    messagesPerFrame: lowest(answers.map((one) => one.messagesPerFrame)),
    pace: lowest(answers.map((one) => one.pace)),
    gap: lowest(answers.map((one) => one.gap)),
    first: lowest(answers.map((one) => one.first)),
    arrived: lowest(answers.map((one) => one.arrived)),
  };
}

/**
 * @param {import('../../ui/support/playground.mjs').Playground} playground
 * @param {import('../benchServer.mjs').BenchServer} server
 */
async function measureAnswer(playground, server) {
  const sent = { first: 0, last: 0 };
  const onMessage = (/** @type {object} */ message) => void Object.assign(sent, message);
  server.process.on('message', onMessage);
  const body = playground.frame.locator('body');
  await body.evaluate(record, { first: 'A few words', last: 'Complete' });
  await playground.send('Go');
  await playground.ended('Complete');
  const seen = await body.evaluate(recorded);
  server.process.off('message', onMessage);
  const streamed = seen.last - (seen.messages[0] ?? NaN);
  return {
    messagesPerFrame: seen.messages.length / (streamed / FRAME),
    pace: (seen.last - sent.first) / (sent.last - sent.first),
    gap: seen.gap,
    first: seen.first - sent.first,
    arrived: (seen.messages[0] ?? NaN) - sent.first,
  };
}
