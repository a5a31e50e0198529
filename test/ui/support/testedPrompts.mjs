import { chooseRow } from './prompts.mjs';
import { chooseEntry } from './steps.mjs';

/** @typedef {import('../../harness/workbench.mjs').Workbench} Workbench */

/**
 * The content of a prompt file with two cases.
 * @param {string} wanted What the second case expects.
 * @param {string} text With the variable `topic`.
 */
export const promptFile = (wanted, text) => ({
  format: 1,
  model: 'models/emulator-flash',
  messages: [{ role: 'user', text }],
  cases: [
    {
      name: 'names a kite',
      variables: { topic: 'a kite' },
      expect: [{ type: 'contains', value: 'kite' }],
    },
    {
      name: 'speaks of boats',
      variables: { topic: 'a kite' },
      expect: [{ type: 'contains', value: wanted }],
    },
  ],
});

/**
 * A row of the Test Explorer.
 * @param {Workbench} workbench
 * @param {string | RegExp} name What a screen reader says of it.
 */
export const testRow = ({ page }, name) =>
  page.locator('.test-explorer').getByRole('treeitem', { name });

/**
 * Runs what a row of the Test Explorer stands for as one of the profiles.
 * @param {Workbench} workbench
 * @param {RegExp} name Of the row.
 * @param {string} profile
 */
export async function runAs(workbench, name, profile) {
  await testRow(workbench, name).click({ button: 'right' });
  await chooseEntry(workbench, 'Execute Using Profile...');
  await chooseRow(workbench, profile);
}
