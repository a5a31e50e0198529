import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseRow } from '../../ui/support/prompts.mjs';
import { lowest } from '../verdict.mjs';
import { scrolled } from '../window/scroller.mjs';

const TURNS = 2000;
const ID = 'be9c0000000000b1';
const TITLE = 'Two thousand messages';
/** With which its last answer ends. */
const END = 'The very end of it.';

/** Of which the best is taken: what else the machine does is not ours. */
const ROUNDS = 5;

/**
 * A conversation of 2,000 turns in a real window. Times in ms.
 * @typedef {object} ConversationFigures
 * @property {number} opened From the choice in VS Code's list until its end can be read.
 * @property {number} scrollGap The longest time between two frames while it is scrolled.
 */

/**
 * @param {import('../../harness/workbench.mjs').Workbench} workbench
 * @param {string} connection Id of the one that it uses.
 * @returns {Promise<ConversationFigures>}
 */
export async function measureConversation(workbench, connection) {
  const data = join(workbench.home, 'data');
  const names = await readdir(data, { recursive: true });
  const storage = names.find((name) => /globalStorage\/generative-language[^/]*$/.test(name));
  if (storage === undefined) throw new Error('The extension keeps nothing on this machine.');
  const folder = join(data, storage, 'conversations');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${ID}.json`), JSON.stringify(conversation(connection)));
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await workbench.palette('View: Close All Editors');
    await workbench.page.locator('.tabs-container .tab').first().waitFor({ state: 'detached' });
    await workbench.palette('Gemini API: Open Conversation…');
    const row = workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: TITLE });
    await row.first().waitFor();
    const start = performance.now();
    await chooseRow(workbench, TITLE);
    const frame = workbench.webviewFrame(0);
    await frame.getByText(END).first().waitFor();
    const opened = performance.now() - start;
    rounds.push({ opened, scrollGap: await frame.getByRole('main').evaluate(scrolled) });
  }
  return {
    opened: lowest(rounds.map((one) => one.opened)),
    scrollGap: lowest(rounds.map((one) => one.scrollGap)),
  };
}

/** @param {string} connection */
function conversation(connection) {
  // The newest: those further down in VS Code's list are not on the page.
  const time = new Date().toISOString();
  const turns = Array.from({ length: TURNS / 2 }, (_, at) => [
    { id: `u${at}`, role: 'user', content: { role: 'user', parts: [{ text: `Question ${at}` }] } },
    {
      id: `m${at}`,
      role: 'model',
      model: 'models/paced',
      version: 'v1beta',
      content: { role: 'model', parts: [{ text: answer(at) }] },
      outcome: { verdict: 'complete', finishReason: 'STOP', durationMs: 900 },
    },
  ]).flat();
  return {
    format: 1,
    id: ID,
    revision: 1,
    title: TITLE,
    createTime: time,
    updateTime: time,
    connection,
    model: 'models/paced',
    settings: {},
    turns,
  };
}

/** @param {number} at */
function answer(at) {
  const code = `\`\`\`ts\nfunction answer${at}(): number {\n  return ${at};\n}\n\`\`\``;
  const words = 'Some **words** about it, and a list:\n\n- one\n- two\n- three';
  const end =
    at === TURNS / 2 - 1 ? END : 'And so on, in a sentence that fills a line of the page.';
  return [`# Answer ${at}`, words, code, end].join('\n\n');
}
