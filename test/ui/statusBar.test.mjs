import assert from 'node:assert/strict';
import { openWorkbench } from '../harness/workbench.mjs';

const WORK = {
  id: 'work0001',
  name: 'Work $(trash)',
  endpoint: 'https://generativelanguage.googleapis.com',
  auth: 'oauth',
  project: 'engines',
};

describe('the status bar', () => {
  it('says of an account that nobody is signed in, and opens the menu of connections', async () => {
    const workbench = await openWorkbench({
      settings: {
        'generativeLanguage.connections': [WORK],
        'generativeLanguage.activeConnection': WORK.id,
      },
    });
    try {
      const { page } = workbench;
      await workbench.openView();
      const item = page
        .locator('.part.statusbar')
        .getByRole('button', { name: /You are not signed in\./ });
      await item.waitFor();
      // The name is a text, not an icon.
      assert.equal((await item.innerText()).trim(), WORK.name);
      assert.equal(await item.locator('.codicon').count(), 1);
      await item.locator('.codicon-warning').waitFor();
      await item.hover();
      const hover = page.locator('.monaco-hover:visible').filter({ hasText: 'engines' });
      await hover.waitFor();
      assert.deepEqual((await hover.innerText()).trim().split('\n'), [
        `Generative Language uses “${WORK.name}” at generativelanguage.googleapis.com.`,
        'Credential: an account.',
        'Project: engines.',
        'API version: v1beta.',
        'You are not signed in.',
        'Select to change.',
      ]);
      await workbench.screenshot('status-bar-not-signed-in');
      await item.click();
      const list = page.locator('.quick-input-widget:visible');
      await list
        .getByText(/^Connections/)
        .first()
        .waitFor();
      await list.getByRole('option', { name: /this window/ }).waitFor();
      await workbench.screenshot('status-bar-menu');
    } finally {
      await workbench.close();
    }
  });
});
