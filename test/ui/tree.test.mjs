import { Playground } from './support/playground.mjs';
import { sharedWindow } from './support/sharedWindow.mjs';
import { answerInput, modelRow, openRow } from './support/steps.mjs';

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
    await row('Create… a secret for agents').waitFor();
    await expand('Webhooks');
    await row('Create… for job notifications').waitFor();
    await expand('Voices');
    await row('Kore, voice, ').waitFor();
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

    await workbench.palette('Gemini API: Filter Resources…');
    await answerInput(workbench, 'Enter words from a label', 'brent');
    await workbench.page.getByText('Filtered by “brent”').first().waitFor();
    await row('The brent geese').waitFor();
    await row('demo@example.com').waitFor({ state: 'detached' });
    await workbench.page.getByRole('button', { name: 'Clear Resource Filter' }).first().click();
    await row('demo@example.com').first().waitFor();
  });

  it('has the emulator’s own models in a group after the others', async () => {
    await workbench.palette('Gemini API: Go to Resource…');
    await answerInput(workbench, 'Enter a resource name', 'models/emulator-pro');
    await workbench.page
      .locator('.part.sidebar .monaco-list-row.selected')
      .getByText('Emulator Pro', { exact: true })
      .waitFor();
    await row('Test Models: \\d+ models').waitFor();
    await openRow(workbench, 'Test Models');
    await row('Test Models').locator('.monaco-tl-twistie').click();
    await row('Emulator Pro').waitFor({ state: 'detached' });
    // The next story needs the rows below.
    await row('Models').locator('.monaco-tl-twistie').click();
  });

  it('goes to a resource by an address, and works with the title on the whole view', async () => {
    await workbench.palette('Gemini API: Go to Resource…');
    await answerInput(
      workbench,
      'Enter a resource name',
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
  });
});
