import assert from 'node:assert/strict';
import { expectSoon } from './support/expectSoon.mjs';
import { chooseRow, quickInput } from './support/prompts.mjs';
import { sharedWindow } from './support/sharedWindow.mjs';
import { answerInput, chooseFromMenu, modelRow } from './support/steps.mjs';

const QUERY = 'When did the geese leave?';

describe('search in a corpus', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;

  before(async () => {
    workbench = await sharedWindow();
    await modelRow(workbench, 'Models').locator('.monaco-tl-twistie').click();
    await modelRow(workbench, 'Corpora').locator('.monaco-tl-twistie').click();
    await modelRow(workbench, 'Field notes').waitFor();
  });

  /** @param {string} name How the label of a result begins. */
  const result = (name) => results().filter({ hasText: name }).first();
  const pane = () => workbench.panelView('Search Results');
  const results = () => pane().locator('.monaco-list-row');

  /** @param {string} query */
  async function search(query) {
    const row = modelRow(workbench, 'Field notes');
    await row.hover();
    await row.getByRole('button', { name: 'Search Corpus or Document…' }).click();
    await answerInput(workbench, 'Enter a search query', query);
    await quickInput(workbench).getByText('Add condition…').waitFor();
  }

  it('shows ranked chunks, which conditions narrow down and Enter opens, and answers a question with its passages', async () => {
    await search(QUERY);
    await workbench.page.keyboard.press('Enter');
    await pane().getByText(`results for “${QUERY}” in Field notes`).waitFor();
    await result('The brent geese left on 18 May').waitFor();
    const label = (await results().first().getAttribute('aria-label')) ?? '';
    assert.match(label, /^1 of \d+: .*, in .*, score [01]\.\d\d/);

    // The view gets the focus by a command, which a busy machine may run after it shows the rows.
    await pane().locator('.monaco-list:focus').waitFor();
    await workbench.page.keyboard.press('ArrowDown');
    await workbench.page.keyboard.press('ArrowUp');
    await workbench.page.keyboard.press('Enter');
    const editor = workbench.page.locator('.editor-instance');
    await editor.getByText('stringValue').first().waitFor();
    await editor.getByText('geese').first().waitFor();

    await search(QUERY);
    await chooseRow(workbench, 'Add condition…');
    // What the last search found had these.
    await chooseRow(workbench, 'chunk.tags');
    await chooseRow(workbench, 'includes');
    await chooseRow(workbench, 'ringing');
    await quickInput(workbench).getByText('chunk.tags includes “ringing”').waitFor();
    await chooseRow(workbench, 'Add condition…');
    await chooseRow(workbench, 'document.year');
    await chooseRow(workbench, 'is at least');
    await answerInput(workbench, 'Enter a number to compare with', '2022');
    await quickInput(workbench).getByText('document.year is at least 2022').waitFor();
    await workbench.page.keyboard.press('Enter');
    await pane().getByText('Filter: chunk.tags includes “ringing”, and').waitFor();
    await result('A red knot').waitFor();
    await expectSoon(async () => (await results().count()) === 1, 'Other rows are left.');

    await chooseFromMenu(workbench, 'Field notes', 'Ask Corpus or Document…');
    await answerInput(workbench, 'Enter a question', 'When did the brent geese leave?');
    await quickInput(workbench).getByText('Style: Abstractive').waitFor();
    await workbench.page.keyboard.press('Enter');
    const sheet = workbench.webviewFrame();
    await sheet.getByText(/the passages very likely answer|may answer/).waitFor();
    await sheet.getByText('[1] The brent geese left on 18 May').waitFor();
    await sheet.getByRole('button', { name: 'Ask Again…' }).click();
    await quickInput(workbench).locator('input').first().waitFor();
    await workbench.page.keyboard.press('Escape');
  });
});
