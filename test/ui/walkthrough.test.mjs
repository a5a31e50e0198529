import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../harness/paths.mjs';
import { sharedWindow } from './support/sharedWindow.mjs';

/** VS Code leaves the pictures out of a narrow page. */
const WIDE = { width: 1700, height: 950 };

describe('Set Up OAuth', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;
  /** The texts of its steps, in order. @type {{ title: string, description: string }[]} */
  let steps;

  before(async () => {
    const read = async (/** @type {string} */ file) =>
      JSON.parse(await readFile(join(ROOT, file), 'utf8'));
    const [manifest, texts] = await Promise.all(['package.json', 'package.nls.json'].map(read));
    const [, walkthrough] = manifest.contributes.walkthroughs;
    steps = walkthrough.steps.map((/** @type {{ title: string, description: string }} */ step) => ({
      title: texts[step.title.slice(1, -1)],
      description: texts[step.description.slice(1, -1)],
    }));
    workbench = await sharedWindow(WIDE);
  });

  const page = () => workbench.page.locator('.gettingStartedContainer .gettingStartedSlideDetails');
  const step = (/** @type {string} */ title) =>
    page().locator('.getting-started-step', {
      has: workbench.page.getByText(title, { exact: true }),
    });

  it('opens from the palette, has a picture and a button for every step, and counts a step once its command ran', async () => {
    await workbench.palette('Gemini API: Set Up OAuth…');
    await page().getByText('Set Up OAuth for the Gemini API').waitFor();
    assert.deepEqual(
      await page().locator('.getting-started-step .step-title').allInnerTexts(),
      steps.map(({ title }) => title),
    );

    for (const { title, description } of steps) {
      await step(title).click();
      const [, label = ''] = /^\[(.+?)\]\(/m.exec(description) ?? [];
      await step(title).getByRole('button', { name: label }).waitFor();
      await workbench.webviewFrame().locator('svg rect').first().waitFor();
    }

    const diagnose = step('Check the connection');
    await diagnose.click();
    assert.equal(await diagnose.locator('.codicon-getting-started-step-checked').count(), 0);
    await diagnose.getByRole('button', { name: 'Diagnose Connection…' }).click();
    await workbench.webviewFrame().getByRole('button', { name: 'Check Again' }).waitFor();
    await workbench.palette('View: Close Editor');
    await diagnose.locator('.codicon-getting-started-step-checked').waitFor();
  });
});
