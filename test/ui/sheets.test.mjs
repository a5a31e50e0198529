import assert from 'node:assert/strict';
import { expectSoon } from './support/expectSoon.mjs';
import { openStage } from './support/stage.mjs';

/** Rows of the long table. */
const MANY = 10_000;
/** More rows than fit a window of any size that is tested, with those around it that are drawn too. */
const FEW = 120;

const ROLES = ['reader', 'writer', 'owner'];

/** @param {number} count @returns {import('../../src/webview/tableRows.js').TableRow[]} */
const people = (count) =>
  Array.from({ length: count }, (_, at) => ({
    id: `row ${at}`,
    cells: [
      { text: `Notes ${at}`, action: 'open' },
      { text: `person${at}@example.com` },
      { text: ROLES[at % 3] ?? '' },
    ],
    // Of an owner nothing can be revoked.
    isSelectable: at % 3 !== 2,
  }));

/**
 * @param {string} title
 * @param {readonly import('../../src/webview/tableRows.js').TableRow[]} rows
 * @returns {import('../../src/platform/sheet.js').Sheet}
 */
const access = (title, rows) => ({
  title,
  blocks: [
    { kind: 'heading', text: title },
    {
      kind: 'table',
      id: 'access',
      caption: 'Permissions',
      rows,
      empty: 'Nothing there.',
      columns: ['Resource', 'Who', 'Role'].map((word) => ({ title: word })),
      actions: [{ id: 'revoke', title: 'Revoke…', tone: 'danger' }],
    },
    { kind: 'buttons', buttons: [{ id: 'again', title: 'Refresh' }] },
  ],
});

describe('the tables of a page', () => {
  /** @type {import('./support/stage.mjs').StagePages} */
  let stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.close());

  const page = () => stage.webviewFrame();
  const rows = () => page().locator('tbody tr[data-row]');
  const row = (/** @type {string} */ words) => page().getByRole('row', { name: words });
  const press = (/** @type {string} */ key) => page().keyboard.press(key);
  /** What has the focus, as it is read out. */
  const focused = () =>
    page()
      .locator(':focus')
      .evaluate((one) => one.getAttribute('aria-label') ?? one.textContent ?? '');
  const widths = () =>
    page()
      .locator('thead th')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().width)));
  const asked = () => stage.host.acts.at(-1);

  describe('with six rows', () => {
    before(async () => {
      await stage.openSheet(access('A few', people(6)));
      await rows().first().waitFor();
    });

    it('are a grid, with a stop for Tab in the head and one in the rows', async () => {
      const grid = page().getByRole('grid', { name: 'Permissions' });
      assert.equal(await grid.getAttribute('aria-multiselectable'), 'true');
      assert.equal(await rows().count(), 6);
      assert.equal(await page().getByRole('textbox').count(), 0, 'few rows have no filter');
      const stops = [];
      for (let count = 0; count < 4; count++) {
        await press('Tab');
        stops.push(await focused());
      }
      assert.deepEqual(stops, [
        'Revoke…',
        'Select all rows',
        'Notes 0person0@example.comreader',
        'Refresh',
      ]);
      await press('Shift+Tab');
    });

    it('go from row to row with the arrows, and select with the space bar', async () => {
      await press('Space');
      await press('ArrowDown');
      await press('Shift+ArrowDown');
      await press('Shift+ArrowDown');
      assert.match(await focused(), /^Notes 3/);
      await page().getByText('3 selected').waitFor();
      assert.equal(await row('Notes 3').getAttribute('aria-selected'), 'true');
      assert.equal(await row('Notes 2').getAttribute('aria-selected'), null);
      await press('Shift+ArrowUp');
      await page().getByText('2 selected').waitFor();
      await press('Control+a');
      await page().getByText('4 selected').waitFor();
      await press('Escape');
      assert.equal(await page().getByText('selected').count(), 0);
      await press('End');
      assert.match(await focused(), /^Notes 5/);
    });

    it('go into a row and out of it, and open its link with Enter', async () => {
      await press('Home');
      await press('ArrowRight');
      assert.match(await focused(), /^Select Notes 0, person0/);
      await press('Space');
      await page().getByText('1 selected').waitFor();
      await press('ArrowRight');
      assert.equal(await focused(), 'Notes 0');
      await press('Escape');
      await press('ArrowDown');
      await press('Enter');
      await expectSoon(async () => asked()?.action === 'open', 'Nothing was opened.');
      assert.deepEqual(asked(), { action: 'open', rows: ['row 1'] });
      await press('Control+Enter');
      await row('Notes 3').click({ position: { x: 300, y: 10 }, modifiers: ['Shift'] });
      await page().getByText('3 selected').waitFor();
      await press('Escape');
      await row('Notes 4').click({ position: { x: 300, y: 10 }, modifiers: ['Control'] });
      await page().getByText('1 selected').waitFor();
    });

    it('sort by the titles of their columns, which the arrows reach', async () => {
      await press('Home');
      await press('ArrowUp');
      assert.equal(await focused(), 'Select all rows');
      await press('ArrowRight');
      await press('End');
      assert.equal(await focused(), 'Role');
      await press('Enter');
      const role = page().getByRole('columnheader', { name: 'Role' });
      assert.equal(await role.getAttribute('aria-sort'), 'ascending');
      await press('Enter');
      assert.equal(await role.getAttribute('aria-sort'), 'descending');
      assert.match((await rows().first().textContent()) ?? '', /^Notes 1/);
      await press('ArrowDown');
      assert.match(await focused(), /^Notes 0/, 'where the keyboard was before');
    });

    it('have columns whose borders are dragged, by keyboard too, and stay where they were put', async () => {
      const before = await widths();
      const border = page().locator('.data-table-sash').first();
      const { x = 0, y = 0 } = (await border.boundingBox()) ?? {};
      await page().mouse.move(x + 2, y + 10);
      await page().mouse.down();
      await page().mouse.move(x - 58, y + 10, { steps: 3 });
      await page().mouse.up();
      const [box, resource, who, role] = await widths();
      assert.deepEqual([box, role], [before[0], before[3]]);
      assert.ok(Math.abs((before[1] ?? 0) - (resource ?? 0) - 60) <= 2, `${before} → ${resource}`);
      assert.ok(Math.abs((who ?? 0) - (before[2] ?? 0) - 60) <= 2, `${before} → ${who}`);
      await page().getByRole('button', { name: 'Who' }).focus();
      for (let count = 0; count < 50; count++) await press('Shift+ArrowRight');
      const [, , , least] = await widths();
      assert.ok(least === 40, `${least} px are left`);
      const moved = await widths();
      await stage.hideAndShow();
      await rows().first().waitFor();
      assert.deepEqual(await widths(), moved);
      await border.dblclick();
      assert.deepEqual(await widths(), before);
    });

    it('keep the focus and forget the selection of what is gone when they change', async () => {
      await row('Notes 1').focus();
      await press('Tab');
      const left = people(6).filter(({ id }) => id !== 'row 4');
      await stage.openSheet(access('A few', left));
      await expectSoon(async () => (await rows().count()) === 5, 'The row is still there.');
      assert.equal(await page().getByText('1 selected').count(), 0);
      assert.equal(await focused(), 'Refresh');
      await stage.openSheet(access('A few', []));
      await page().getByText('Nothing there.').waitFor();
      assert.equal(await page().getByRole('grid').count(), 0);
      assert.equal(await page().getByRole('button', { name: 'Revoke…' }).count(), 0);
    });
  });

  describe('with ten thousand rows', () => {
    before(async () => {
      await stage.openSheet(access('Many', people(MANY)));
      await rows().first().waitFor();
    });

    it('draw what can be seen, and keep their columns while they are scrolled', async () => {
      const before = await widths();
      assert.ok((await rows().count()) < FEW);
      await page().evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
      await expectSoon(async () => (await row('Notes 1 ').count()) === 0, 'It does not scroll.');
      assert.ok((await rows().count()) < FEW);
      assert.deepEqual(await widths(), before);
      await page().evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await row(`Notes ${MANY - 1}`).waitFor();
      await page().getByRole('button', { name: 'Refresh' }).waitFor();
      assert.deepEqual(await widths(), before);
      const grid = page().getByRole('grid');
      assert.equal(await grid.getAttribute('aria-rowcount'), String(MANY + 1));
      const last = row(`Notes ${MANY - 1}`);
      assert.equal(await last.getAttribute('aria-rowindex'), String(MANY + 1));
    });

    it('go to their end and back with the keyboard, below what sticks on top', async () => {
      await page().evaluate(() => scrollTo(0, 0));
      await row('Notes 0').focus();
      await press('End');
      assert.match(await focused(), /^Notes 9999/);
      await press('PageUp');
      assert.match(await focused(), /^Notes 99\d\d/);
      await press('Home');
      assert.match(await focused(), /^Notes 0/);
      await press('ArrowDown');
      await page().evaluate(() => scrollTo(0, 50_000));
      await row('Notes 2300').waitFor();
      assert.match(await focused(), /^Notes 1p/, 'out of sight, and still there');
      for (let count = 0; count < 40; count++) await press('ArrowDown');
      for (let count = 0; count < 30; count++) await press('ArrowUp');
      const [head, top] = await page().evaluate(() => [
        document.querySelector('thead')?.getBoundingClientRect().bottom ?? 0,
        document.querySelector(':focus')?.getBoundingClientRect().top ?? 0,
      ]);
      assert.ok((top ?? 0) >= (head ?? 0), `${top} px is behind the head, which ends at ${head}`);
    });

    it('are filtered by words, and select what is shown alone', async () => {
      await row('Notes 11 person').focus();
      await press('Control+f');
      await page().keyboard.type('reader 999');
      await page().getByText('7 of 10,000 rows').waitFor();
      assert.equal(await rows().count(), 7);
      await page().getByRole('checkbox', { name: 'Select all rows' }).check();
      await page().getByText('7 selected').waitFor();
      await page().getByRole('textbox', { name: 'Filter Permissions' }).fill('person9999@');
      await page().getByText('7 selected, 6 of them hidden').waitFor();
      await stage.hideAndShow();
      await page().getByText('7 selected, 6 of them hidden').waitFor();
      await page().getByRole('button', { name: 'Revoke…' }).click();
      await expectSoon(async () => asked()?.action === 'revoke', 'Nothing was revoked.');
      assert.equal(asked().rows.length, 7);
      await page().getByRole('textbox', { name: 'Filter Permissions' }).fill('nobody');
      await page().getByText('No matching results').waitFor();
      await press('Escape');
      await row('Notes 0').waitFor();
    });
  });
});

describe('a page that is told how things go', () => {
  /** @type {import('./support/stage.mjs').StagePages} */
  let stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.close());

  const page = () => stage.webviewFrame();

  it('keeps the focus on a button whose words change, and says when it is done', async () => {
    /** @param {boolean} isBusy @param {string} title @returns {import('../../src/platform/sheet.js').Sheet} */
    const diagnosis = (isBusy, title) => ({
      title: 'Diagnosis',
      isBusy,
      blocks: [
        ...(isBusy ? [] : [/** @type {const} */ ({ kind: 'text', text: 'All is well.' })]),
        { kind: 'buttons', buttons: [{ id: 'copy', title }] },
        {
          kind: 'findings',
          findings: [
            {
              id: 'network',
              title: 'Network',
              text: '',
              buttons: [{ id: 'fix', title: 'Fix' }],
              state: isBusy ? 'running' : 'passed',
              stateText: isBusy ? 'is checked' : 'passed',
            },
          ],
        },
      ],
    });
    const sheet = await stage.openSheet(diagnosis(true, 'Copy Report'));
    const copy = page().getByRole('button', { name: 'Copy Report' });
    await copy.focus();
    assert.equal(await page().getByRole('main').getAttribute('aria-busy'), 'true');
    sheet.update(diagnosis(false, 'Copied'));
    await page().getByRole('status').getByText('Finished.').waitFor();
    await page().getByRole('heading', { name: 'Network passed' }).waitFor();
    assert.equal(await page().locator(':focus').textContent(), 'Copied');
    assert.equal(await page().getByRole('main').getAttribute('aria-busy'), 'false');
    await page().getByRole('button', { name: 'Fix' }).click();
    await expectSoon(async () => stage.host.acts.at(-1)?.action === 'fix', 'Nothing is mended.');
  });

  it('draws a curve whose points the arrows reach, as wide as the tab', async () => {
    /** @param {number} count @returns {import('../../src/platform/sheet.js').Sheet} */
    const loss = (count) => ({
      title: 'Loss',
      blocks: [
        {
          kind: 'chart',
          caption: 'It falls.',
          xTitle: 'Step',
          yTitle: 'Mean loss',
          points: Array.from(
            { length: count },
            (_, at) => /** @type {const} */ ([at + 1, 1 / (at + 1)]),
          ),
        },
      ],
    });
    const sheet = await stage.openSheet(loss(4));
    const points = page().getByRole('img');
    await expectSoon(async () => (await points.count()) === 4, 'Valid fields: no points.');
    await points.first().focus();
    await page().keyboard.press('ArrowRight');
    await page().getByRole('status').getByText('Step 2, Mean loss 0.5').waitFor();
    sheet.update(loss(5));
    await expectSoon(async () => (await points.count()) === 5, 'The new point is missing.');
    assert.equal(
      await page().locator(':focus').getAttribute('aria-label'),
      'Step 2, Mean loss 0.5',
    );
    await page().keyboard.press('End');
    await page().getByRole('status').getByText('Step 5, Mean loss 0.2').waitFor();
    for (const width of [360, 1200]) {
      await page().setViewportSize({ width, height: 700 });
      const drawing = page().getByRole('group', { name: 'It falls.' });
      const margins = width === 360 ? 24 : 48;
      await expectSoon(
        async () => (await drawing.boundingBox())?.width === Math.min(width - margins, 960),
        `It is not as wide as a tab of ${width} px.`,
      );
    }
  });
});
