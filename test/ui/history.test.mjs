import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectSoon } from './support/expectSoon.mjs';
import { Playground } from './support/playground.mjs';
import { sharedWindow } from './support/sharedWindow.mjs';
import { answerInput, chooseFromMenu, modelRow, tooltip } from './support/steps.mjs';

/** Where VS Code keeps the extension's files, below the data of a server. */
const STORAGE = 'data/data/User/globalStorage/generative-language.generative-language';

/** A conversation of a moment ago, as the extension keeps it. @param {string} title @param {number} at */
function conversation(title, at) {
  const time = new Date(Date.now() - at * 1000).toISOString();
  const answer = { role: 'model', parts: [{ text: 'An answer.' }] };
  return {
    format: 1,
    id: `c0ffee000000000${at}`,
    revision: 1,
    title,
    createTime: time,
    updateTime: time,
    connection: 'emulator',
    model: 'models/emulator-flash',
    settings: {},
    turns: [
      { id: 'u1', role: 'user', content: { role: 'user', parts: [{ text: title }] } },
      {
        id: 'm1',
        role: 'model',
        model: 'models/emulator-flash',
        version: 'v1beta',
        content: answer,
        outcome: { verdict: 'complete', finishReason: 'STOP', durationMs: 900 },
      },
    ],
  };
}

describe('the conversations of this machine', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;

  before(async () => {
    workbench = await sharedWindow();
    const folder = join(workbench.home, STORAGE, 'conversations');
    await mkdir(folder, { recursive: true });
    const titles = ['Make tea, step by step', 'Name three rivers', 'How do kites fly?'];
    for (const [at, title] of titles.entries()) {
      const one = conversation(title, at + 1);
      await writeFile(join(folder, `${one.id}.json`), `${JSON.stringify(one)}\n`);
    }
  });

  /** @param {string} title */
  const row = (title) => modelRow(workbench, title);
  const header = (/** @type {string} */ name) =>
    workbench.page.locator('.part.sidebar .pane-header').filter({ hasText: name });
  const tab = (/** @type {string} */ title) =>
    workbench.page.locator('.tabs-container .tab').filter({ hasText: title });

  it('are listed by their days with the open one marked, opened with a click, and renamed from the list', async () => {
    await header('Conversations').click();
    await header('Resources').click();
    await row('Make tea, step by step').click();
    await tab('Make tea, step by step').waitFor();
    await row('How do kites fly\\?').waitFor();
    await row('Today').waitFor();
    await expectSoon(
      async () => /open/.test((await row('Make tea').getAttribute('aria-label')) ?? ''),
      'The row was never marked as open.',
    );
    assert.doesNotMatch((await row('Name three').getAttribute('aria-label')) ?? '', /open/);
    await tooltip(workbench, row('Name three'), '2 messages');

    await row('Name three').click();
    await tab('Name three rivers').waitFor();
    await new Playground(workbench).frame.getByText('Name three rivers').first().waitFor();
    await expectSoon(
      async () => /open/.test((await row('Name three').getAttribute('aria-label')) ?? ''),
      'The row was never marked as open.',
    );

    await chooseFromMenu(workbench, 'Name three', 'Rename Conversation…');
    await answerInput(workbench, 'Enter a new name for the conversation', 'Rivers of Europe');
    await row('Rivers of Europe').waitFor();
    await tab('Rivers of Europe').waitFor();
    await row('How do kites').click();
    await tab('How do kites fly?').waitFor();
    // Its page takes the focus once it has loaded, and would close the palette.
    const opened = new Playground(workbench);
    await opened.frame.getByText('How do kites fly?').first().waitFor();
    await expectSoon(
      () => opened.composer.evaluate((field) => field === document.activeElement),
      'The composer did not get the focus.',
    );
    await workbench.palette('Gemini API: Focus on Conversations View');
    await expectSoon(
      () =>
        workbench.page.evaluate(() => document.activeElement?.closest('.part.sidebar') !== null),
      'The list did not get the focus.',
    );
    await workbench.page.keyboard.press('F2');
    await answerInput(workbench, 'Enter a new name for the conversation', 'Kites');
    await row('Kites').waitFor();
    await tab('Kites').waitFor();
  });
});
