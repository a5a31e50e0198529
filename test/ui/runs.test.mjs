import assert from 'node:assert/strict';
import { show } from './preview/pages.mjs';
import { expectSoon } from './support/expectSoon.mjs';
import { openPreviewTab } from './support/previewTab.mjs';

/** Rows of a list that may be drawn in a window of 800 pixels. */
const DRAWN = 60;

// Its page alone: what its host does is tested in `traffic.test.mjs` and with units.
describe('the runs', () => {
  /** @type {import('./support/previewTab.mjs').PreviewTab} */
  let preview;
  /** @type {import('playwright-core').Page} */
  let tab;

  before(async () => {
    preview = await openPreviewTab({ size: { width: 1200, height: 800 } });
    ({ tab } = preview);
  });
  afterEach(() => assert.deepEqual(preview.problems.splice(0), []));
  after(() => preview.close());

  /** @param {string} name Of a state of the preview. */
  const open = (name) => show(tab, preview.server.address, name, 'dark');
  /** @param {string} name */
  const list = (name) => tab.getByRole('listbox', { name });
  const focused = () =>
    tab.evaluate(
      () =>
        document.activeElement?.getAttribute('aria-label') ??
        document.activeElement?.textContent ??
        '',
    );
  /** What the page has asked of its host. @param {string} name */
  const calls = (name) =>
    tab.evaluate((wanted) => {
      const { calls: all } = /** @type {any} */ (globalThis).mockHost;
      return all
        .filter((/** @type {any} */ { call }) => call === wanted)
        .map((/** @type {any} */ { input }) => input);
    }, name);

  it('draw few of 5,000 rows, and reach the last one with a key', async () => {
    await open('runs-many');
    for (const name of ['Runs', 'Turns']) {
      const rows = list(name).getByRole('option');
      assert.ok((await rows.count()) <= DRAWN, `${name}: ${await rows.count()} rows`);
      await list(name).locator('[tabindex="0"]').focus();
      await tab.keyboard.press('End');
      await list(name).locator('[aria-posinset="5000"][aria-selected="true"]').waitFor();
      await expectSoon(
        async () => (await list(name).locator('[aria-posinset="5000"]:focus').count()) === 1,
        'The last row has no focus.',
      );
      assert.ok((await rows.count()) <= DRAWN, `${name}: ${await rows.count()} rows`);
    }
  });

  it('are read with the keyboard alone', async () => {
    await open('runs-some');
    await list('Runs').locator('[tabindex="0"]').focus();
    await tab.keyboard.press('ArrowDown');
    await list('Runs').locator('[aria-posinset="3"][aria-selected="true"]:focus').waitFor();
    await tab.keyboard.press('ArrowUp');
    await list('Turns').locator('[aria-selected="true"]').waitFor();
    await tab.keyboard.press('Enter');
    await expectSoon(
      async () => /^Turn 2, attempt 2 of 2/.test(await focused()),
      'No turn has the focus.',
    );
    await tab.keyboard.press('Enter');
    await expectSoon(async () => (await calls('open')).length === 1, 'Enter opens nothing.');
    assert.deepEqual(await calls('open'), [{ what: 'open', turn: 3 }]);
    await tab.keyboard.press('F6');
    assert.equal(await focused(), 'Open Request Details');
    await tab.keyboard.press('Shift+F6');
    assert.match(await focused(), /^Turn 2/);
    await tab.getByRole('button', { name: 'Compare Sent and Received' }).press('Enter');
    await expectSoon(async () => (await calls('remedy')).length === 1, 'The button asks nothing.');
    assert.deepEqual(await calls('remedy'), [{ what: 'compare', finding: 'a', run: 3 }]);
    await tab.getByRole('button', { name: 'Invalid function call by the model' }).press('Enter');
    await list('Turns').locator('[aria-posinset="5"][aria-selected="true"]').waitFor();
  });

  it('of one folder can be left for all', async () => {
    const all = tab.getByRole('button', { name: 'Show All Runs' });
    for (const state of ['runs-folder-empty', 'runs-folder']) {
      await open(state);
      await all.press('Enter');
      await expectSoon(
        async () => (await calls('showAll')).length === 1,
        'The button asks nothing.',
      );
    }
    await list('Runs').locator('[aria-selected="true"]:focus').waitFor();
    await tab.evaluate(() => {
      const event = { name: 'runs', rows: [], note: '', folder: '' };
      /** @type {any} */ (globalThis).mockHost.event(event);
    });
    await all.waitFor({ state: 'detached' });
  });

  it('take new rows without losing the place', async () => {
    await open('runs-some');
    await list('Turns').locator('[aria-posinset="4"]').click();
    await tab.evaluate(() => {
      const row = {
        id: 9,
        app: 'other',
        time: '',
        words: 'New',
        models: '',
        turns: 1,
        errors: 0,
        tokens: 0,
        unpriced: 0,
        findings: 0,
        isRunning: false,
      };
      /** @type {any} */ (globalThis).mockHost.event({
        name: 'changed',
        rows: [row],
        removed: [1],
      });
    });
    await list('Runs').getByRole('option', { name: /^New/ }).waitFor();
    await list('Turns').locator('[aria-posinset="4"]:focus').waitFor();
    await list('Runs').locator('[aria-posinset="3"][aria-selected="true"]').waitFor();
  });
});
