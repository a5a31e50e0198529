import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectSoon } from './support/expectSoon.mjs';
import { Playground } from './support/playground.mjs';
import { openFile } from './support/prompts.mjs';
import { sharedWindow } from './support/sharedWindow.mjs';

const CODE = `export function twice(value: number): number {
  return value + value;
}
`;

describe('the playground beside an editor', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;
  /** @type {Playground} */
  let playground;

  before(async () => {
    workbench = await sharedWindow();
    await writeFile(join(workbench.folder, 'twice.ts'), CODE);
    await workbench.palette('View: Toggle Primary Side Bar Visibility');
    await openFile(workbench, 'twice.ts');
    await editor().getByText('twice').first().waitFor();
  });

  /** The text editor. */
  const editor = () => workbench.page.locator('.editor-instance .monaco-editor').first();

  it('takes the selection into the message, and an answer into the editor', async () => {
    await editor().locator('.view-lines').first().click();
    await workbench.page.keyboard.press('Control+A');
    await workbench.palette('Gemini API: Ask About Selection');
    playground = new Playground(workbench);
    await playground.ready();
    const chip = playground.frame
      .getByRole('list', { name: 'Attachments' })
      .getByRole('listitem', { name: /^twice\.ts:1-3, / });
    await chip.waitFor();
    await playground.composer.and(playground.frame.locator(':focus')).waitFor();
    assert.equal(await playground.turns.count(), 0);
    await editor().locator('.view-lines').first().click();
    await chip.getByRole('button', { name: 'Show twice.ts:1-3 in the Editor' }).click();
    await expectSoon(
      async () => (await editor().locator('.selected-text').count()) >= 3,
      'The place was not selected in the editor.',
    );
    await chip.getByRole('button', { name: 'Remove twice.ts:1-3' }).click();
    await chip.waitFor({ state: 'detached' });

    await playground.send('Write a TypeScript function that groups a list by a key');
    await playground.ended('Complete');
    const block = playground.last.locator('.code-block').first();
    await block.hover();
    await block.getByRole('button', { name: 'Compare with Selection' }).click();
    await workbench.page
      .getByRole('tab', { name: /^Selection of twice\.ts ↔ Response/ })
      .first()
      .waitFor();
    await workbench.page.locator('.monaco-diff-editor').first().waitFor();
    await workbench.palette('View: Close Editor');

    playground = new Playground(workbench);
    await playground.ready();
    await block.getByRole('button', { name: 'Insert at Cursor' }).click();
    await expectSoon(async () => {
      const text = (await editor().textContent()) ?? '';
      return text.includes('countGroupsKey') && !text.includes('twice');
    }, 'The code never arrived.');
    await workbench.page
      .getByRole('tab', { name: /^twice\.ts/ })
      .first()
      .waitFor();
  });

  it('opens the search in the conversation with the usual key', async () => {
    await playground.composer.click();
    // The key is the panel's only once VS Code knows that it has the focus.
    await workbench.page
      .locator('.editor-group-container.active .tab.active', { hasText: 'groups a list' })
      .waitFor();
    await workbench.page.keyboard.press('Control+F');
    const find = playground.frame.getByRole('textbox', { name: 'Find' });
    await find.waitFor();
    await workbench.page.keyboard.type('function');
    await playground.frame.getByText(/^1 of \d+$/).waitFor();
    assert.equal(await workbench.page.locator('.simple-find-part.visible').count(), 0);
    await workbench.page.keyboard.press('Escape');
    await find.waitFor({ state: 'detached' });
  });
});
