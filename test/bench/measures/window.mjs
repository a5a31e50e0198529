import { readFile } from 'node:fs/promises';
import { openWorkbench } from '../../harness/workbench.mjs';
import { modelRow, openPlayground } from '../../ui/support/steps.mjs';
import { FIGURES, MEASURE, probedExtension } from '../window/probedExtension.mjs';
import { record, recorded } from '../window/recorder.mjs';

/** One frame of a display, in ms: what one message may take. */
const FRAME = 16;

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
 */

/**
 * @param {import('./table.mjs').Context} context
 * @returns {Promise<WindowFigures>}
 */
export async function measureWindow({ endpoint, server }) {
  const connection = { id: 'bench001', name: 'Bench', endpoint, auth: 'none' };
  const workbench = await openWorkbench({
    source: await probedExtension(),
    settings: {
      'generativeLanguage.connections': [connection],
      'generativeLanguage.activeConnection': connection.id,
    },
  });
  try {
    await workbench.openView();
    await modelRow(workbench, 'Paced').waitFor();
    await workbench.palette(MEASURE);
    const playground = await openPlayground(workbench);
    const cost = JSON.parse(await readFile(FIGURES, 'utf8'));
    return { ...cost, ...(await measureAnswer(playground, server)) };
  } finally {
    await workbench.close();
  }
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
  await body.evaluate(record, { first: 'A few words', last: 'The end.' });
  await playground.send('Go');
  await playground.ended('Complete');
  const seen = await body.evaluate(recorded);
  server.process.off('message', onMessage);
  const { messages } = seen;
  const streamed = (messages.at(-1) ?? NaN) - (messages[0] ?? NaN);
  return {
    messagesPerFrame: (messages.length - 1) / (streamed / FRAME),
    pace: (seen.last - sent.first) / (sent.last - sent.first),
    gap: seen.gap,
    first: seen.first - sent.first,
  };
}
