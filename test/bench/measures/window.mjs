import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { openWorkbench } from '../../harness/workbench.mjs';
import { modelRow, openPlayground } from '../../ui/support/steps.mjs';
import { lowest } from '../verdict.mjs';
import { measureConversation } from './conversation.mjs';
import { ARRIVALS, FIGURES, MEASURE, probedExtension } from '../window/probedExtension.mjs';
import { record, recorded } from '../window/recorder.mjs';

/** One frame of a display, in ms: what one message may take. */
const FRAME = 16;

/** Until the window has started, in ms. */
const SETTLING = 5_000;

/** Answers of which the best is taken: one is quickly over, and what else the machine does is not. */
const ANSWERS = 10;

/** @typedef {{ heapMb: number, changes: string[] }} Cost */

/**
 * A real window on the bench server. Times in ms.
 * @typedef {object} WindowFigures
 * @property {Cost & { requireMs: number, activateMs: number }} activation
 * @property {Cost} later After the first call.
 * @property {number} messagesPerFrame
 * @property {number} pace Time until all was seen, in terms of the time in which it was sent.
 * @property {number} gap
 * @property {number} first From the first bytes in the extension host until they are seen.
 * @property {number} opened A conversation of 2,000 turns: from the choice of it until its end can be read.
 * @property {number} scrollGap Of that, the longest time between two frames while it is scrolled.
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
    const answers = await measureAnswers(workbench, playground, context);
    const long = await measureConversation(workbench, connection.id);
    return { ...cost, ...answers, ...long };
  } finally {
    await workbench.close();
  }
}

/**
 * The best of a few answers, noise being one-sided.
 * @param {import('../../harness/workbench.mjs').Workbench} workbench
 * @param {import('../../ui/support/playground.mjs').Playground} playground
 * @param {import('./table.mjs').Context} context
 */
async function measureAnswers(workbench, playground, { server, rounds }) {
  const answers = [];
  for (let round = 1; round <= Math.max(rounds, ANSWERS); round += 1) {
    const answer = await measureAnswer(playground, server);
    // Half a megabyte each: the next one is measured alone.
    await playground.frame.getByRole('button', { name: 'New Conversation' }).click();
    await playground.last.waitFor({ state: 'detached' });
    await workbench.palette(ARRIVALS);
    answers.push({ ...answer, arrivedAt: await arrivalOf(round) });
  }
  return {
    messagesPerFrame: lowest(answers.map((one) => one.messagesPerFrame)),
    pace: lowest(answers.map((one) => one.pace)),
    gap: lowest(answers.map((one) => one.gap)),
    first: lowest(answers.map((one) => one.seenAt - one.arrivedAt)),
  };
}

/**
 * When an answer's first bytes were in the extension host, as the command writes it that was just called.
 * @param {number} count Of the answer, from 1 on.
 * @returns {Promise<number>}
 */
async function arrivalOf(count) {
  for (let tries = 0; tries < 100; tries += 1) {
    /** @type {{ arrivals?: readonly number[] }} */
    const { arrivals = [] } = JSON.parse(await readFile(FIGURES, 'utf8'));
    const last = arrivals.at(-1);
    if (last !== undefined && arrivals.length === count) return last;
    await pause(100);
  }
  throw new Error(`The extension host does not say when answer ${count} arrived.`);
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
    seenAt: seen.first,
  };
}
