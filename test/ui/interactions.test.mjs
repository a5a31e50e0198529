import assert from 'node:assert/strict';
import { startEmulator } from './support/emulator.mjs';
import { expectSoon } from './support/expectSoon.mjs';
import { Playground } from './support/playground.mjs';
import { answer, isDone, question } from './support/prompts.mjs';
import { sharedWindow } from './support/sharedWindow.mjs';
import { addKey, openPlayground } from './support/steps.mjs';

const QUESTION = 'How do kites fly?';

/** Tokens per second: so slow that no run ends by itself, and so fast that it ends at once. */
const SLOW = 0.1;
const FAST = 1000;
/** Seconds of the service's time in which a slow run makes its first steps, and not its last ones. */
const FIRST_STEPS = 400;

describe('a research run', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;
  /** @type {Playground} */
  let playground;
  /** @type {import('./support/emulator.mjs').RunningEmulator} */
  let emulator;

  before(async () => {
    emulator = await startEmulator();
    await emulator.control('interactions', { tokensPerSecond: SLOW });
    workbench = await sharedWindow();
    await addKey(workbench, emulator.baseUrl, emulator.apiKey);
    playground = await openPlayground(workbench);
  });
  after(async () => {
    try {
      // New conversations of this window begin in the mode that was chosen last.
      playground = await openPlayground(workbench);
      await playground.choose(/^Mode: /, 'Chat');
    } finally {
      await emulator.stop();
    }
  });

  const steps = () => playground.last.locator('.step');
  const activity = () => workbench.panelView('Activity');

  it('begins in the background once the service may keep it, goes on while the window is reloaded, and is read on in there', async () => {
    await playground.choose(/^Mode: /, 'Interaction');
    await playground.settings.click();
    await playground.frame.getByLabel('Agent').selectOption({ label: 'Deep Research' });
    await playground.frame.getByRole('button', { name: 'Hide Settings' }).first().click();
    await playground.frame.getByText('Not stored on server').waitFor();
    await playground.composer.fill(QUESTION);
    await playground.frame.getByRole('button', { name: 'Run in Background' }).click();
    await question(workbench, 'To run in the background').waitFor();
    await answer(workbench, 'To run in the background', 'Store Interactions');
    await playground.frame.getByText('Stored on server', { exact: true }).waitFor();
    await expectSoon(async () => {
      const { entries } = await emulator.control('log');
      return entries.some(
        (/** @type {{ operation: string }} */ { operation }) => operation === 'interactions.create',
      );
    }, 'It was never begun.');
    await emulator.control('clock', { advanceSeconds: FIRST_STEPS });
    await steps().nth(1).waitFor();
    await workbench.openPanelView('Activity');
    await activity()
      .getByRole('treeitem', { name: /kites fly/ })
      .first()
      .waitFor();

    await workbench.reload();
    playground = new Playground(workbench);
    await steps().nth(1).waitFor();
    await emulator.control('interactions', { tokensPerSecond: FAST });
    await playground.ended('Complete');
    await playground.last.getByText('Report: kites fly').waitFor();
    assert.equal(await playground.turns.count(), 2);
    const labels = await steps().evaluateAll((all) =>
      all.map((one) => one.getAttribute('aria-label') ?? ''),
    );
    // Nothing is missing, and nothing came twice.
    assert.deepEqual(
      labels.map((label) => label.replace(/^Step \d+: |,.*$/g, '')),
      ['Thoughts', 'File search', 'Google Search', 'Thoughts', 'Response'],
    );
    await activity()
      .getByRole('treeitem', { name: /kites fly.*completed/ })
      .first()
      .waitFor();
    await workbench.palette('View: Hide Panel');
  });

  it('is found again from the activities, wherever its conversation is by now', async () => {
    const report = playground.turns.filter({ hasText: 'Report: kites fly' }).first();
    await workbench.openPanelView('Activity');
    const row = activity()
      .getByRole('treeitem', { name: /kites fly.*completed/ })
      .last();
    const button = row.getByRole('button', { name: 'Open Job Result' }).first();
    await playground.send('[[tokens:600]] And why?');
    await playground.ended('Complete');
    // A row that is drawn anew under a mouse at rest shows no button: then the mouse comes again.
    await expectSoon(async () => {
      await workbench.page.mouse.move(0, 0);
      await row.hover();
      return await isDone(button.click({ timeout: 3000 }));
    }, 'The row never had its button.');
    await expectSoon(
      () => report.evaluate((one) => one.contains(one.ownerDocument.activeElement)),
      'The response has no focus.',
    );
  });
});
