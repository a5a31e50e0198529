import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clearNotices, noticed } from './support/notices.mjs';
import { Playground } from './support/playground.mjs';
import { chooseRow, quickInput } from './support/prompts.mjs';
import { sharedWindow } from './support/sharedWindow.mjs';
import { answerInput, chooseEntry, chooseFromMenu, modelRow } from './support/steps.mjs';

const FERRY = 'The ferry to the lighthouse leaves at seven in the morning from the western quay.\n';

describe('a file search store', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;

  before(async () => {
    workbench = await sharedWindow();
    await writeFile(join(workbench.folder, 'ferry.md'), FERRY);
    await modelRow(workbench, 'Models').locator('.monaco-tl-twistie').click();
  });

  it('is made with a form, filled from the Explorer, searched by a playground, and goes once its name is typed', async () => {
    await modelRow(workbench, 'File Search Stores').click();
    await modelRow(workbench, 'Harbour library').waitFor();
    await chooseFromMenu(workbench, 'File Search Stores', 'Create Resource…');
    await chooseRow(workbench, 'Fill in a form');
    await answerInput(workbench, 'Display name', 'Logbook');
    await chooseRow(workbench, 'Default model');
    await modelRow(workbench, 'Logbook').getByText('empty').waitFor();
    await quickInput(workbench).waitFor({ state: 'detached' });
    await modelRow(workbench, 'Logbook')
      .and(workbench.page.locator('[aria-selected=true]'))
      .waitFor();

    await workbench.palette('View: Show Explorer');
    const file = workbench.page
      .locator('.explorer-folders-view')
      .getByRole('treeitem', { name: 'ferry.md' });
    await file.click({ button: 'right' });
    const entry = 'Upload to File Search Store…';
    await chooseEntry(workbench, 'Gemini API');
    await chooseEntry(workbench, entry);
    await chooseRow(workbench, 'Logbook');
    await quickInput(workbench).getByText('Upload ferry.md to Logbook').waitFor();
    await chooseRow(workbench, 'Automatic');
    await noticed(workbench, 'Uploaded “ferry.md”.');
    await clearNotices(workbench);
    await workbench.openView();
    await modelRow(workbench, 'Logbook').getByText('1 document').waitFor();
    await modelRow(workbench, 'Logbook').locator('.monaco-tl-twistie').click();
    await modelRow(workbench, 'ferry.md').waitFor();

    await chooseFromMenu(workbench, 'Logbook', 'Ask About File Search Store');
    const playground = new Playground(workbench);
    await playground.ready();
    await playground.send('When does the ferry to the lighthouse leave?');
    await playground.frame.getByText('Complete').first().waitFor();
    await workbench.palette('View: Close All Editors');

    await chooseFromMenu(workbench, 'Logbook', 'Delete Resource…');
    const prompt = 'Type “Logbook” to delete the file search store with its 1 document.';
    await quickInput(workbench).getByText(prompt).waitFor();
    await answerInput(workbench, prompt, 'Logbook');
    await modelRow(workbench, 'Logbook').waitFor({ state: 'detached' });
    await modelRow(workbench, 'Harbour library').waitFor();
  });
});
