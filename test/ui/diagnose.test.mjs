import assert from 'node:assert/strict';
import { openWorkbench } from '../harness/workbench.mjs';

/** Nothing listens there, and nobody signed in. */
const WORK = {
  id: 'work0001',
  name: 'Work',
  endpoint: 'http://127.0.0.1:1',
  auth: 'oauth',
};

describe('the doctor', () => {
  it('shows what it found with all that is to do, runs a fix, and checks again', async () => {
    const workbench = await openWorkbench({
      settings: {
        'generativeLanguage.connections': [WORK],
        'generativeLanguage.activeConnection': WORK.id,
      },
    });
    try {
      const { page } = workbench;
      await workbench.palette('Generative Language: Diagnose Connection…');
      const list = page.locator('.quick-input-widget:visible');
      await list.getByText('Diagnose “Work”').waitFor();
      const row = (/** @type {RegExp} */ name) => list.getByRole('option', { name });
      await row(/^2 problems found/).waitFor();
      const client = row(/^OAuth client.*failed · Enter: Import OAuth Client…/);
      await client.waitFor();
      // The first thing that can be mended, ready to be.
      assert.match((await client.getAttribute('class')) ?? '', /focused/);
      await row(/^Loopback address.*passed/).waitFor();
      // Nothing is cut off: what a row shows is what it has.
      const texts = list.locator(
        '.monaco-list-row .label-description, .quick-input-list-label-meta',
      );
      for (const text of await texts.all()) {
        const [width, needed] = await text.evaluate((one) => [one.clientWidth, one.scrollWidth]);
        assert.ok((needed ?? 0) <= (width ?? 0) + 1, await text.innerText());
      }
      await workbench.screenshot('diagnose-problems');
      const focused = list.locator('.monaco-list-row.focused');
      while (!(await focused.innerText()).startsWith('Network')) {
        await page.keyboard.press('ArrowDown');
      }
      await workbench.screenshot('diagnose-network');
      await page.keyboard.press('Enter');
      await list.getByText('Diagnose “Work”').waitFor({ state: 'detached' });
      await list.waitFor();
      await workbench.screenshot('diagnose-fix');
      await page.keyboard.press('Escape');
      await list.getByText('Diagnose “Work”').waitFor();
      await row(/^2 problems found/).waitFor();
      await page.keyboard.press('Escape');
      await list.waitFor({ state: 'detached' });
    } finally {
      await workbench.close();
    }
  });
});
