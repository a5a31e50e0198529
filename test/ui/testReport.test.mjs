import assert from 'node:assert/strict';
import { show } from './preview/pages.mjs';
import { expectSoon } from './support/expectSoon.mjs';
import { openPreviewTab } from './support/previewTab.mjs';

/** Results that come in at once, among ten thousand cases. */
const BATCH = 40;
/** Rows that may be drawn of them: what is in sight and close to it. */
const DRAWN = 120;

// Its page alone: what it asks of its host is noted, and what the host does with it are tests in VS Code.
describe('the test report', () => {
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

  const grid = () => tab.getByRole('grid', { name: 'Test cases' });
  /** The row with a case. @param {string} name */
  const row = (name) =>
    grid()
      .getByRole('row')
      .filter({ has: tab.getByRole('button', { name, exact: true }) });
  /** @param {string} name */
  const column = (name) => grid().getByRole('columnheader', { name, exact: true }).first();
  /** @param {string | RegExp} name */
  const press = (name) => tab.getByRole('button', { name }).click();

  /** What the cases have in a column, from top to bottom. @param {string} title */
  const values = (title) =>
    grid().evaluate((table, wanted) => {
      const [last] = [...table.querySelectorAll('thead tr')].slice(-1);
      const at = [...(last?.children ?? [])].findIndex(
        (head) => head.textContent?.trim() === wanted,
      );
      const rows = [...table.querySelectorAll('tbody tr[data-row]')];
      return rows.map((one) => one.children[at]?.textContent ?? '');
    }, title);

  /** What the page has asked of its host, the beginning aside. @param {string} name */
  const calls = (name) =>
    tab.evaluate((wanted) => {
      const { calls: all } = /** @type {any} */ (globalThis).mockHost;
      return all
        .filter((/** @type {any} */ { call }) => call === wanted)
        .map((/** @type {any} */ { input }) => input);
    }, name);

  /** @param {string} name @param {unknown} input What it was asked with last. */
  const asked = (name, input) =>
    expectSoon(
      async () => JSON.stringify((await calls(name)).at(-1)) === JSON.stringify(input),
      `The host was not asked to ${name}.`,
    );

  it('sorts by a column, keeps it however little room there is, and puts what failed first', async () => {
    await open('report-one');
    const before = await values('Test case');
    await column('Score').getByRole('button').click();
    const scores = (await values('Score')).filter((text) => text !== '').map(Number);
    assert.deepEqual(
      scores,
      scores.toSorted((one, other) => one - other),
    );
    assert.equal(await column('Score').getAttribute('aria-sort'), 'ascending');
    await column('Score').getByRole('button').click();
    assert.equal(await column('Score').getAttribute('aria-sort'), 'descending');
    await column('Score').getByRole('button').click();
    assert.deepEqual(await values('Test case'), before);
    assert.equal(await column('Score').getAttribute('aria-sort'), null);

    await open('report-details');
    await press('Close Details');
    await column('Cost').getByRole('button').click();
    const priced = await values('Test case');
    await row(priced[3] ?? '')
      .getByRole('button')
      .click();
    await column('Tokens').waitFor({ state: 'detached' });
    assert.equal(await column('Cost').getAttribute('aria-sort'), 'ascending');
    assert.deepEqual(await values('Test case'), priced);

    await open('report-one');
    await column('Result').getByRole('button').click();
    const results = await values('Result');
    const first = results.findIndex((text) => text.startsWith('Passed'));
    assert.ok(first > 0 && results.slice(first).every((text) => text.startsWith('Passed')));
    assert.ok(results[0]?.startsWith('Failed'));
  });

  it('shows only what is asked for, by result and by words', async () => {
    await open('report-one');
    const all = await values('Test case');
    await press(/^Failed: \d/);
    const failed = await values('Result');
    assert.ok(failed.length > 0 && failed.every((text) => text.startsWith('Failed')));
    await press(/^Errored: \d/);
    assert.ok((await values('Result')).some((text) => text === 'Errored'));
    await press(/^Failed: \d/);
    await press(/^Errored: \d/);
    const words = tab.getByRole('textbox', { name: 'Filter Test cases' });
    await words.fill('boat sea');
    const boats = await values('Test case');
    assert.ok(boats.length > 0 && boats.length < all.length);
    assert.ok(boats.every((name) => name.includes('boat') && name.includes('sea')));
    await words.press('Escape');
    assert.deepEqual(await values('Test case'), all);
    await words.fill('a word that no case has');
    await tab.getByText('No matching results').waitFor();
  });

  it('compares two runs: what became better, worse, is new or gone', async () => {
    await open('report-compared');
    await press(/^Changed: \d/);
    const changes = new Set(await values('Change'));
    assert.ok(['Better', 'Worse'].every((word) => changes.has(word)) && !changes.has(''));
    await column('Change').getByRole('button').click();
    assert.equal((await values('Change'))[0], 'Worse');
    await tab.getByText('1 test case from the other run isn’t in this run.').waitFor();
    await tab.getByLabel('Compared with').selectOption({ label: 'No other run' });
    await asked('choose', { run: 'run 1', before: '' });
    await tab.getByLabel('Run', { exact: true }).selectOption({ index: 1 });
    // No run is compared with itself.
    await asked('choose', { run: 'run 2', before: '' });
  });

  it('runs again what failed, exports, and cancels what runs', async () => {
    await open('report-one');
    await press('Rerun Failed');
    await asked('rerun', { which: 'failed', ids: [] });
    await press('Export…');
    await expectSoon(async () => (await calls('export')).length === 1, 'Nothing was exported.');
    await open('report-running');
    await press('Cancel Run');
    await expectSoon(async () => (await calls('cancel')).length === 1, 'Nothing was canceled.');
    await open('report-empty');
    await press('Run All Prompt Tests');
    await asked('rerun', { which: 'all', ids: [] });
  });

  it('is used by the keyboard: from a title to a row, into its answers and back', async () => {
    await open('report-details');
    await press('Close Details');
    await column('Time').getByRole('button').focus();
    for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'Enter']) await tab.keyboard.press(key);
    await grid().locator('th[aria-sort=ascending]').filter({ hasText: 'Change' }).waitFor();
    for (const key of ['ArrowDown', 'End', 'Home', 'ArrowDown']) await tab.keyboard.press(key);
    const second = (await values('Test case'))[1] ?? '';
    await tab.keyboard.press('Enter');
    const details = tab.getByRole('complementary', { name: 'Details' });
    await details.getByRole('heading', { name: second, exact: true }).waitFor();
    assert.equal(await row(second).getAttribute('aria-current'), 'true');
    // There is less room: the table has fewer columns, and the same order.
    await column('File').waitFor({ state: 'detached' });
    await grid().locator('th[aria-sort=ascending]').filter({ hasText: 'Change' }).waitFor();
    assert.equal((await values('Test case'))[1], second);
    assert.equal(await grid().locator('[aria-current]').count(), 1);
    await tab.keyboard.press('Tab');
    const focused = await tab.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    assert.equal(focused, 'Close Details');
    await tab.keyboard.press('Escape');
    await details.waitFor({ state: 'detached' });
    assert.equal(await row(second).evaluate((one) => one === document.activeElement), true);
    assert.equal(await grid().locator('[aria-current]').count(), 0);
  });

  it('opens the exchange, the conversation and the place of an answer', async () => {
    await open('report-details');
    const id = '1#gemini-3.8-flash';
    await tab.getByRole('button', { name: 'Show Request Details' }).first().click();
    await asked('open', { what: 'exchange', id, repeat: 0 });
    await tab.getByRole('button', { name: 'Open in Playground' }).last().click();
    await asked('open', { what: 'playground', id, repeat: 3 });
    await tab.getByRole('button', { name: 'Go to shop.cases.jsonl:2' }).click();
    await asked('open', { what: 'case', id, repeat: 0 });
    await press('Run Again');
    await asked('rerun', { which: 'these', ids: [id] });
    // That of the second answers is not kept any more.
    assert.equal(
      await tab.getByRole('button', { name: 'Show Request Details' }).last().isDisabled(),
      true,
    );
  });

  it('stays sorted and filtered while results come in, among ten thousand cases', async () => {
    await open('report-many');
    const failed = tab.getByRole('button', { name: /^Failed: / });
    const count = async () => Number(/[\d,]+/.exec(await failed.innerText())?.[0].replace(',', ''));
    const before = await count();
    await failed.click();
    await column('Test case').getByRole('button').click();
    await tab.evaluate((batch) => {
      const cells = Array.from({ length: batch }, (_, at) => ({
        id: `new ${at}`,
        row: `new ${at}`,
        name: `0 new ${at}`,
        file: 'new.prompt.json',
        tags: '',
        variant: 'gemini-3.8-flash',
        verdict: at % 2 ? 'pass' : 'fail',
        isFlaky: false,
        passed: at % 2,
        count: 1,
        ms: 800,
      }));
      const { event } = /** @type {any} */ (globalThis).mockHost;
      event({ name: 'added', run: 'run 1', cells });
    }, BATCH);
    await expectSoon(async () => (await count()) === before + BATCH / 2, 'They were not counted.');
    await row('0 new 2').waitFor();
    const names = (await values('Test case')).filter((name) => name.startsWith('0 new '));
    assert.equal(names.length, BATCH / 2);
    assert.equal(names[1], '0 new 2');
    assert.ok((await values('Test case')).length < DRAWN);
    await column('Test case').getByRole('button').focus();
    for (const key of ['ArrowDown', 'End']) await tab.keyboard.press(key);
    const last = await grid().getAttribute('aria-rowcount');
    const at = await tab.evaluate(() => document.activeElement?.getAttribute('aria-rowindex'));
    assert.equal(at, last);
    assert.ok((await values('Test case')).length < DRAWN);
  });
});
