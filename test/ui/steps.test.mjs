import assert from 'node:assert/strict';
import { openBrowser } from '../harness/browser.mjs';
import { provisionChromium } from '../harness/provisionChromium.mjs';
import { servePreview, show } from './preview/pages.mjs';

/** The page of a playground without a host: what it is asked is noted. */
describe('the steps of an answer', () => {
  /** @type {Awaited<ReturnType<typeof servePreview>>} */
  let server;
  /** @type {import('../harness/browser.mjs').RunningBrowser} */
  let browser;
  /** @type {import('playwright-core').Page} */
  let tab;

  before(async () => {
    [server, browser] = await Promise.all([
      servePreview(),
      provisionChromium().then((chromium) => openBrowser(chromium)),
    ]);
    tab = await browser.context.newPage();
  });
  after(async () => {
    await browser.close();
    server.close();
  });

  /** The label of what has the focus. */
  const focused = () =>
    tab.locator(':focus').evaluate((one) => one.getAttribute('aria-label') ?? one.textContent);
  const steps = () => tab.locator('.step');
  /** What the host was asked last. */
  const asked = () => tab.evaluate(() => /** @type {any} */ (window).mockHost.calls.at(-1));

  it('are walked by the keyboard, opened and left, and have actions', async () => {
    await show(tab, server.address, 'steps', 'dark');
    const turn = tab.locator('.turn.model');
    await turn.focus();
    await tab.keyboard.press('Alt+ArrowDown');
    assert.equal(await focused(), 'Step 1: Thoughts');
    await tab.keyboard.press('ArrowRight');
    await tab.getByText('Why something heavier than air stays up.').waitFor();
    await tab.keyboard.press('ArrowDown');
    assert.match((await focused()) ?? '', /^Step 2: Google Search, how do kites fly/);
    await tab.keyboard.press('Enter');
    assert.equal(await steps().nth(1).getByRole('listitem').count(), 2);
    await tab.keyboard.press('ArrowLeft');
    assert.equal(await steps().nth(1).getByRole('listitem').count(), 0);
    await tab.keyboard.press('End');
    assert.equal(await focused(), 'Step 20: Response, Failed');
    await tab.keyboard.press('Alt+ArrowUp');
    assert.equal(await focused(), 'Step 19: Response');
    await tab.keyboard.press('Escape');
    assert.match((await focused()) ?? '', /message 2 of 2$/);
    // Tab comes back to the step that had the focus last.
    await steps().nth(3).focus();
    await turn.focus();
    assert.equal(await tab.locator('.step[tabindex="0"]').getAttribute('data-step'), '5');

    await show(tab, server.address, 'steps', 'dark');
    await steps().nth(1).focus();
    await tab.keyboard.press('Tab');
    assert.equal(await focused(), 'Branch From Here');
    await tab.keyboard.press('Enter');
    // Its result belongs to it.
    assert.deepEqual(await asked(), { call: 'branchFrom', input: { turn: 'a1', step: 2 } });
    await tab.keyboard.press('Tab');
    await tab.keyboard.press('Enter');
    await tab.locator('.icon-button:focus .icon').waitFor();
    assert.equal((await asked()).call, 'copy');
    await tab.keyboard.press('Tab');
    await tab.keyboard.press('Enter');
    const { call, input } = await asked();
    assert.equal(call, 'openInEditor');
    assert.deepEqual(
      JSON.parse(input.text).map((/** @type {any} */ { type }) => type),
      ['google_search_call', 'google_search_result'],
    );
  });

  it('are filtered by kind, also after a reload', async () => {
    await show(tab, server.address, 'steps', 'dark');
    assert.equal(await steps().count(), 13);
    await tab.getByRole('button', { name: 'Filter Steps…' }).click();
    await tab.getByRole('option', { name: 'Searches, 4' }).click();
    await tab.getByText('9 of 13 steps').waitFor();
    assert.equal(await steps().count(), 9);
    const saved = await tab.evaluate(() => /** @type {any} */ (window).mockHost.saved());
    assert.deepEqual(saved.hiddenSteps, ['search']);
    await tab.getByRole('button', { name: 'Filter Steps…' }).click();
    await tab.getByRole('option', { name: 'All Steps' }).click();
    await tab.getByText('13 steps', { exact: true }).waitFor();
    assert.equal(await steps().count(), 13);
  });

  it('lead from branch to branch in a tree', async () => {
    await show(tab, server.address, 'branches', 'dark');
    const tree = tab.getByRole('tree');
    await tree.getByRole('treeitem', { selected: true }).focus();
    assert.equal(await focused(), 'And why do they need a tail?, 4 messages');
    await tab.keyboard.press('ArrowLeft');
    await tab.keyboard.press('ArrowLeft');
    assert.equal(await tree.getByRole('treeitem').count(), 1);
    await tab.keyboard.press('ArrowRight');
    await tab.keyboard.press('End');
    await tab.keyboard.press('Enter');
    assert.deepEqual(await asked(), { call: 'showBranch', input: { branch: 'u3' } });
  });
});
