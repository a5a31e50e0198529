import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseRow, pickFile, quickInput } from './support/prompts.mjs';
import { clearNotices, noticed } from './support/notices.mjs';
import { sharedWindow } from './support/sharedWindow.mjs';
import { chooseFromMenu, modelRow, openPath } from './support/steps.mjs';

describe('chunks from a table', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;

  before(async () => {
    workbench = await sharedWindow();
    await modelRow(workbench, 'Models').locator('.monaco-tl-twistie').click();
    const rows = Array.from({ length: 1200 }, (_, index) => {
      const text = index === 700 ? '🐦'.repeat(3000) : `Gull ${index} was seen at the lighthouse.`;
      return `gull-${index},"${text}",${2000 + (index % 20)},${index === 3 ? '' : 'Ida'}`;
    });
    rows.splice(5, 0, 'Not An Id,Some text,2001,Ida', 'gull-empty,"",2001,Ida');
    const text = ['id,content,year,observer', ...rows].join('\n');
    await writeFile(join(workbench.folder, 'gulls.csv'), text);
  });

  const row = (/** @type {string} */ text) =>
    quickInput(workbench).locator('.quick-input-list .monaco-list-row').filter({ hasText: text });

  it('are planned, also by a drop on a document, created with progress, and what could not be is told', async () => {
    await workbench.openView();
    await openPath(workbench, ['Corpora', 'Field notes', 'Documents', 'Spring migration']);
    await chooseFromMenu(workbench, 'Spring migration', 'Import Chunks from File…');
    await chooseRow(workbench, 'From a file…');
    await pickFile(workbench, 'Select Text File', join(workbench.folder, 'gulls.csv'));
    await row('Create 1,200 chunks').waitFor();
    await row('2 rows will be skipped').waitFor();
    await chooseRow(workbench, 'Metadata');
    await row('observer').waitFor();
    await row('number').waitFor();
    await chooseRow(workbench, 'Done');
    await row('2 rows will be skipped').waitFor();

    const { page } = workbench;
    await page.keyboard.press('Escape');
    await workbench.palette('View: Show Explorer');
    const file = page
      .locator('.explorer-folders-view')
      .getByRole('treeitem', { name: 'gulls.csv' });
    await file.click();
    await workbench.openView();
    await openPath(workbench, ['Corpora', 'Field notes', 'Documents', 'Spring migration']);
    const tab = page.locator('.tab').filter({ hasText: 'gulls.csv' });
    await tab.dragTo(modelRow(workbench, 'Models'));
    const notice = await noticed(
      workbench,
      'Nothing was uploaded because “Models” doesn’t accept files.',
    );
    await notice.getByRole('button', { name: 'Upload File' }).waitFor();
    await clearNotices(workbench);
    await tab.dragTo(modelRow(workbench, 'Spring migration'));
    await row('Create 1,200 chunks').waitFor();
    await row('UTF-8').waitFor();

    await chooseRow(workbench, 'Create 1,200 chunks');
    const end = await noticed(workbench, 'chunks were created');
    // Two were left out before, and one the service did not take.
    assert.match(await end.innerText(), /1,199 chunks .* 3 rows were not imported\./);
    await end.getByRole('button', { name: 'Show Failed Rows' }).click();
    const lines = workbench.page.locator('.editor-instance .view-lines');
    await lines.getByText('has more than').first().waitFor();
  });
});
