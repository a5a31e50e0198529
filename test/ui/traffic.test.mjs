import assert from 'node:assert/strict';
import { startEmulator } from './support/emulator.mjs';
import { UNENDING } from './support/playground.mjs';
import { sharedWindow } from './support/sharedWindow.mjs';
import { addKey, openPlayground, tooltip } from './support/steps.mjs';

describe('the view of the traffic', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;
  /** @type {import('./support/emulator.mjs').RunningEmulator} */
  let emulator;
  /** @type {import('playwright-core').Locator} */
  let pane;

  before(async () => {
    // Without files, which the tree would ask about again and again while they are processed.
    emulator = await startEmulator(['--seed', 'empty', '--latency', '0', '--rate', '200']);
    workbench = await sharedWindow();
    await addKey(workbench, emulator.baseUrl, emulator.apiKey);
    pane = await workbench.openPanelView('Traffic');
  });
  after(() => emulator.stop());

  /** Rows by how they are read out. @param {string | RegExp} name */
  const rows = (name) => pane.getByRole('treeitem', { name });
  const lines = () => workbench.page.locator('.editor-instance .view-lines');

  it('has a row for each request with its attempts, opens one, and is cleared', async () => {
    await emulator.control('faults', { kind: 'status', operation: 'models.streamGenerateContent' });
    const playground = await openPlayground(workbench);
    await playground.send('What is a kite?');
    await playground.ended('Complete');
    await playground.send(`Tell me a story ${UNENDING}`);
    await playground.streaming();
    await playground.composer.press('Escape');
    await playground.ended('Stopped by you');
    const stream = 'models.streamGenerateContent';
    await rows(new RegExp(`^${stream}, canceled, .+B$`)).waitFor();
    await rows(new RegExp(`^${stream}, 200, .+ KB$`)).waitFor();
    await rows(new RegExp(`^${stream}, error 503, `)).waitFor();
    const labels = await rows(new RegExp(`^${stream}, `)).evaluateAll((items) =>
      items.map((item) => item.getAttribute('aria-label') ?? ''),
    );
    const [cancelled = '', good = '', bad = ''] = labels;
    assert.match(cancelled, /canceled/);
    assert.match(good, /, 200,/);
    assert.match(bad, /error 503/);
    const row = rows(/, 200, .+ KB$/).first();
    const text = await (await tooltip(workbench, row, /Attempt/)).innerText();
    assert.match(text, /POST \/v1beta\/models\/.+:streamGenerateContent/);
    assert.match(text, /Connection: 127\.0\.0\.1:\d+/);
    assert.match(text, /Attempt: 2/);

    await rows(/, 200, .+ KB$/)
      .first()
      .click();
    await lines().getByText('models.streamGenerateContent').first().waitFor();
    await pane.hover();
    await pane.getByRole('button', { name: 'Show Runs' }).click();
    const runs = workbench.webviewFrame();
    await runs.getByRole('option', { name: /^What is a kite\?.*2 turns, 1 error,/ }).click();
    // A retry is an attempt of its step.
    await runs.getByRole('option', { name: /^Turn 1, attempt 1 of 2.*503/ }).waitFor();
    await runs.getByRole('option', { name: /^Turn 1, attempt 2 of 2.*200/ }).click();
    await runs.getByRole('option', { name: /^Turn 2, Tell me a story/ }).waitFor();
    await runs.getByText(/^Retries the request of .+: the same body after a failure\.$/).waitFor();
    await runs.getByRole('button', { name: 'Open Request Details' }).click();
    await lines().getByText('models.streamGenerateContent').first().waitFor();
    await pane.hover();
    await pane.getByRole('button', { name: 'Clear Traffic' }).click();
    await pane.getByText(/No requests yet\./).waitFor();
    await pane.getByRole('button', { name: 'Clear Traffic' }).waitFor({ state: 'detached' });
  });
});
