import assert from 'node:assert/strict';
import { startEmulator } from './support/emulator.mjs';
import { expectSoon } from './support/expectSoon.mjs';
import { Playground } from './support/playground.mjs';
import { sharedWindow } from './support/sharedWindow.mjs';
import { addKey, answerInput, modelRow, openRow, tooltip } from './support/steps.mjs';

const HOSTILE = '**bold** $(trash) [run](command:workbench.action.quit) \u202egnp.exe';

describe('the tree of resources', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;

  before(async () => {
    workbench = await sharedWindow({ width: 1280, height: 1200 });
  });

  /** @param {string} label */
  const row = (label) => modelRow(workbench, label);

  /** @param {string} label */
  const expand = (label) => openRow(workbench, label);

  /** @param {import('playwright-core').Locator} one @param {boolean} isOpen */
  const set = async (one, isOpen) => {
    await one.waitFor();
    const open = (await one.getAttribute('aria-expanded')) === 'true';
    if (open !== isOpen) await one.locator('.monaco-tl-twistie').click();
  };

  it('shows every kind of resource, below what it belongs to, and only what matches a filter', async () => {
    await row('Models').locator('.monaco-tl-twistie').click();
    await expand('Agents and Interactions');
    await expand('Credentials');
    await row('There are no credentials for agents').waitFor();
    await expand('Webhooks');
    await row('There are no webhooks').waitFor();
    await expand('Voices');
    await row('Kore, voice, ').waitFor();
    await workbench.screenshot('tree-agents');
    await row('Agents and Interactions').locator('.monaco-tl-twistie').click();
    await row('Kore, voice, ').waitFor({ state: 'detached' });
    await expand('Operations');
    await expand('Files');
    await expand('Corpora');
    // VS Code opens again what the stories before had open, and the first rows of a name are to be those of Field notes.
    await set(row('Letters from the lighthouse'), false);
    await expand('Field notes');
    await expand('Permissions');
    await expand('Documents');
    await expand('Spring migration');
    await row('The brent geese').waitFor();
    await expand('Tuned Models');
    await row('demo@example.com').first().waitFor();
    await expand('Letters from the lighthouse');
    const permissions = workbench.page
      .locator('.part.sidebar')
      .getByRole('treeitem', { name: 'Permissions' });
    await set(permissions.nth(1), true);
    await row('Letters from the lighthouse, corpus, .*shared with everyone').waitFor();
    await row('Everyone, permission, reader, shared with everyone').waitFor();
    await workbench.screenshot('tree-all-kinds');

    await workbench.palette('Generative Language: Filter Resources…');
    await answerInput(workbench, 'Words in a label', 'brent');
    await workbench.page.getByText('Filtered by “brent”').first().waitFor();
    await row('The brent geese').waitFor();
    await row('demo@example.com').waitFor({ state: 'detached' });
    await workbench.screenshot('tree-filter');
    await workbench.page.getByRole('button', { name: 'Clear Filter' }).first().click();
    await row('demo@example.com').first().waitFor();
  });

  it('goes to a resource by an address, and works with the title on the whole view', async () => {
    await workbench.palette('Generative Language: Go to Resource…');
    await answerInput(
      workbench,
      'Name of a resource',
      'https://example.com/v1beta/corpora/field-notes-4k2vq8x1m7zd?alt=json',
    );
    await workbench.page.locator('.editor-instance').getByText('displayName').first().waitFor();
    await workbench.page
      .locator('.part.sidebar .monaco-list-row.selected')
      .getByText('Field notes')
      .waitFor();

    await row('Field notes').click();
    await row('Spring migration').click({ modifiers: ['ControlOrMeta'] });
    const title = workbench.page.locator('.part.sidebar .pane-header').first();
    await title.hover();
    await title.getByRole('button', { name: 'Open Playground' }).click();
    const playground = new Playground(workbench);
    await playground.ready();
    await playground.frame.getByRole('button', { name: /^Model: Emulator/ }).waitFor();
    await workbench.screenshot('tree-title-playground');
  });

  it('draws hostile names as they are, and puts a long list into ranges', async () => {
    const emulator = await startEmulator(['--seed', 'empty']);
    try {
      await emulator.control('models', {
        models: [{ name: 'models/emulator-flash', displayName: HOSTILE, description: HOSTILE }],
      });
      await addKey(workbench, emulator.baseUrl, emulator.apiKey);
      await row('There are no files').waitFor();
      await expand('Models');
      const hostile = workbench.page.locator('.part.sidebar').getByText('**bold** $(trash) [run]');
      await hostile.first().waitFor();
      assert.match((await hostile.first().textContent()) ?? '', /\\u202egnp\.exe/);
      // At its beginning: the browser would scroll to the middle of a label that is cut.
      const beginning = { x: 10, y: 8 };
      const told = /command:workbench\.action\.quit/;
      const hover = await tooltip(workbench, hostile.first(), told, beginning);
      assert.equal(await hover.locator('a, .codicon-trash').count(), 0);
      await workbench.screenshot('tree-hostile');
      await emulator.control('models', { count: 2500 });
      await workbench.palette('Generative Language: Refresh');
      const { keyboard } = workbench.page;
      await workbench.page.locator('.part.sidebar .monaco-list').first().focus();
      await expectSoon(async () => {
        await keyboard.press('End');
        return await row('Load more').isVisible();
      }, 'The numbered models did not come.');
      await row('Load more').click();
      // Legacy models stand in a part of their own.
      await workbench.page
        .locator('.part.sidebar')
        .getByText(/^1,001 – 1,99\d$/)
        .waitFor();
      await keyboard.press('Home');
      await workbench.page
        .locator('.part.sidebar')
        .getByText('1 – 1,000', { exact: true })
        .waitFor();
      await workbench.screenshot('tree-groups');
    } finally {
      await emulator.stop();
    }
  });
});
