import assert from 'node:assert/strict';
import { openWorkbench } from '../harness/workbench.mjs';
import { tooltip } from './support/steps.mjs';

/** Nothing listens there, and nobody signed in. */
const WORK = {
  id: 'work0001',
  name: 'Work $(trash)',
  endpoint: 'http://127.0.0.1:1',
  auth: 'oauth',
  project: 'engines',
};

describe('the status bar and the doctor of a connection', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;
  before(async () => {
    workbench = await openWorkbench({
      settings: {
        'generativeLanguage.connections': [WORK],
        'generativeLanguage.activeConnection': WORK.id,
      },
    });
  });
  after(() => workbench.close());

  const sheet = () => workbench.webviewFrame();
  const titles = () => sheet().getByRole('listitem').getByRole('heading').allInnerTexts();

  it('say of an account that nobody is signed in, and open the menu of connections', async () => {
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
    const hover = await tooltip(workbench, item, /engines/);
    assert.deepEqual((await hover.innerText()).trim().split('\n'), [
      `Generative Language uses “${WORK.name}” at 127.0.0.1:1.`,
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
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'hidden' });
  });

  it('show what failed first, each with its buttons, and the rest below', async () => {
    await workbench.palette('Generative Language: Diagnose Connection…');
    await sheet().getByRole('heading', { name: '2 problems found' }).waitFor();
    const found = await titles();
    assert.deepEqual(found.slice(0, 2), ['OAuth client failed', 'Network failed']);
    assert.ok(found.includes('Loopback address passed'), found.join());
    const [client] = await sheet().getByRole('listitem').all();
    await client?.getByRole('button', { name: 'Import OAuth Client…' }).waitFor();
    await workbench.screenshot('diagnose-problems');
  });

  it('wrap every text, also in a narrow tab', async () => {
    const main = sheet().getByRole('main');
    for (const width of [1280, 500]) {
      await workbench.page.setViewportSize({ width, height: 800 });
      await sheet().getByRole('heading', { name: '2 problems found' }).waitFor();
      const [shown, needed] = await main.evaluate((one) => [one.clientWidth, one.scrollWidth]);
      assert.ok((needed ?? 0) <= (shown ?? 0), `${needed} of ${shown} px`);
    }
    await workbench.screenshot('diagnose-narrow');
    await workbench.page.setViewportSize({ width: 1280, height: 800 });
  });

  it('run a fix, and check again', async () => {
    const { page } = workbench;
    await sheet().getByRole('button', { name: 'Edit Connection…' }).click();
    const list = page.locator('.quick-input-widget:visible');
    await list.waitFor();
    await workbench.screenshot('diagnose-fix');
    await page.keyboard.press('Escape');
    await sheet().getByRole('button', { name: 'Check Again' }).waitFor();
    await sheet().getByRole('heading', { name: '2 problems found' }).waitFor();
    await sheet().getByRole('button', { name: 'Copy Report' }).click();
    await sheet().getByRole('button', { name: 'Copied' }).waitFor();
  });

  for (const theme of /** @type {const} */ (['light', 'hc-black'])) {
    it(`can be read in ${theme}`, async () => {
      await workbench.chooseTheme(theme);
      await workbench.screenshot(`diagnose-${theme}`);
    });
  }
});
