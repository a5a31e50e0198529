import { expectSoon } from './expectSoon.mjs';
import { Playground } from './playground.mjs';
import { chooseOf, chooseRow, isDone, MOMENT } from './prompts.mjs';

/** @typedef {import('../../harness/workbench.mjs').Workbench} Workbench */

/** Far longer than VS Code waits before it shows a tooltip, or what is in a row, in ms. */
const ANSWER = 3_000;

/**
 * Chooses the built-in emulator from the welcome text, and waits for its models.
 * @param {Workbench} workbench
 */
export async function tryEmulator(workbench) {
  const sidebar = await workbench.openView();
  await sidebar.getByRole('button', { name: 'Use Emulator' }).click();
  // Where the button was a row comes, whose tooltip would lie over the others.
  await workbench.page.mouse.move(0, 0);
  await listedModel(workbench).waitFor();
  return sidebar;
}

/**
 * Closes the list of models, below which the other roots are out of sight: VS Code draws only what is in view.
 * @param {Workbench} workbench
 */
export async function foldModels(workbench) {
  const [models, files] = [modelRow(workbench, 'Models'), modelRow(workbench, 'Files')];
  // A click on a row that is still drawn may be lost.
  await expectSoon(async () => {
    if ((await models.getAttribute('aria-expanded')) === 'true') {
      await models.locator('.monaco-tl-twistie').click();
    }
    const isShown = await isDone(files.waitFor({ timeout: ANSWER }));
    return isShown && (await models.getAttribute('aria-expanded')) === 'false';
  }, 'The models were not folded.');
}

/**
 * Closes the rows inside of others, the innermost first: the tree remembers what was open below a row that was closed, and
 * would open it again under whoever clicks there.
 * @param {import('playwright-core').Locator} tree
 */
export async function foldInside(tree) {
  await expectSoon(async () => {
    const rows = await tree
      .locator('[role=treeitem][aria-expanded=true]')
      .evaluateAll((all) =>
        all.map((row) => ({ id: row.id, level: Number(row.getAttribute('aria-level')) })),
      );
    const inner = rows.toSorted((one, other) => other.level - one.level)[0];
    if (!inner || inner.level < 2) return true;
    // Where rows move meanwhile, another one has its place, or none: then it is looked for again.
    const twistie = tree.locator(`[id="${inner.id}"][aria-expanded=true] .monaco-tl-twistie`);
    await isDone(twistie.click({ timeout: ANSWER }));
    return false;
  }, 'Rows inside of others stay open.');
}

/**
 * Selects a word of an editor. VS Code takes two clicks for one each where a slow machine has them too far apart.
 * @param {Workbench} workbench
 * @param {import('playwright-core').Locator} word
 */
export async function selectWord(workbench, word) {
  const [letters = ''] = /\w+/.exec((await word.textContent()) ?? '') ?? [];
  const selected = workbench.page.locator('.statusbar-item', {
    hasText: `(${letters.length} selected)`,
  });
  await expectSoon(async () => {
    await word.dblclick();
    return await isDone(selected.waitFor({ timeout: ANSWER }));
  }, 'No word was selected.');
}

/**
 * A row of the resources, by how its label begins.
 * @param {Workbench} workbench
 * @param {string} label
 */
export function modelRow(workbench, label) {
  return workbench.page
    .locator('.part.sidebar')
    .getByRole('treeitem', { name: new RegExp(`^${label}`) })
    .first();
}

/**
 * The first model that the emulator lists. Its test models are below the others, out of view.
 * @param {Workbench} workbench
 */
export function listedModel(workbench) {
  return modelRow(workbench, 'Gemini \\d');
}

/**
 * Opens a row of the resources, which may be open already: the window knows what was open below another one.
 * @param {Workbench} workbench
 * @param {string} label
 */
export async function openRow(workbench, label) {
  const row = modelRow(workbench, label);
  const open = workbench.page.locator('.part.sidebar [role=treeitem][aria-expanded=true]');
  await row.waitFor();
  // A click is lost where the rows move meanwhile, as they do when another connection comes into use. A second click folds
  // a row that was only slow to open.
  await expectSoon(async () => {
    if ((await row.getAttribute('aria-expanded')) === 'true') return true;
    await row.locator('.monaco-tl-twistie').click();
    const opened = open.filter({ hasText: label }).first();
    return await isDone(opened.waitFor({ timeout: MOMENT }));
  }, `${label} was not opened.`);
}

/**
 * Opens rows that are each below the one before, until the last one is to be seen. Where another connection has come into
 * use meanwhile, what was open is folded, and it begins anew.
 * @param {Workbench} workbench
 * @param {readonly string[]} labels
 */
export async function openPath(workbench, labels) {
  const isThere = (/** @type {string} */ label) =>
    isDone(modelRow(workbench, label).waitFor({ timeout: ANSWER }));
  const [above, last = ''] = [labels.slice(0, -1), labels.at(-1)];
  await expectSoon(async () => {
    for (const label of above) {
      if (!(await isThere(label))) return false;
      await openRow(workbench, label);
    }
    return await isThere(last);
  }, `${last} was not shown.`);
}

/**
 * Opens a playground from the palette.
 * @param {Workbench} workbench
 * @returns {Promise<Playground>}
 */
export async function openPlayground(workbench) {
  await workbench.palette('Gemini API: Open Playground');
  const playground = new Playground(workbench);
  // A panel that was open before is in front for a moment more.
  await expectSoon(
    async () => (await playground.turns.count()) === 0,
    'The panel in front has a conversation.',
  );
  await playground.ready();
  return playground;
}

/**
 * Answers VS Code's input box.
 * @param {Workbench} workbench
 * @param {string} prompt Words that its prompt has.
 * @param {string} text
 */
export async function answerInput(workbench, prompt, text) {
  const widget = workbench.page.locator('.quick-input-widget:visible');
  await widget.getByText(prompt).first().waitFor();
  await widget.locator('input').first().fill(text);
  await workbench.page.keyboard.press('Enter');
}

/**
 * Waits until the window uses a connection.
 * @param {Workbench} workbench
 * @param {string} name
 */
async function inUse({ page }, name) {
  await page.locator('.part.statusbar').getByText(name, { exact: true }).waitFor();
}

/**
 * Adds an API key for a service on this machine, and uses it.
 * @param {Workbench} workbench
 * @param {string} endpoint
 * @param {string} key
 */
export async function addKey(workbench, endpoint, key) {
  await chooseOf(workbench, 'Gemini API: Add Connection…', 'Gives access to models and files');
  await chooseRow(workbench, 'Custom Endpoint…');
  await answerInput(workbench, 'Base URL of the API', endpoint);
  await answerInput(workbench, 'The key is stored in VS Code secret storage', key);
  await answerInput(workbench, 'Enter a name for the connection', new URL(endpoint).host);
  await inUse(workbench, new URL(endpoint).host);
}

/**
 * Adds a connection that sends no credential, as to a gateway, and uses it.
 * @param {Workbench} workbench
 * @param {string} endpoint
 * @param {string} name
 */
export async function addGateway(workbench, endpoint, name) {
  await chooseOf(workbench, 'Gemini API: Add Connection…', 'No authentication');
  await answerInput(workbench, 'Base URL of the API', endpoint);
  await answerInput(workbench, 'Enter a name for the connection', name);
  await inUse(workbench, name);
}

/**
 * Chooses from the menu of a row.
 * @param {Workbench} workbench
 * @param {string} label How the row's label begins.
 * @param {string} entry
 */
export async function chooseFromMenu(workbench, label, entry) {
  await modelRow(workbench, label).click({ button: 'right' });
  await chooseEntry(workbench, entry);
}

/**
 * Chooses from the menu that a right-click has opened.
 * @param {Workbench} workbench
 * @param {string} entry
 */
export async function chooseEntry(workbench, entry) {
  // A menu takes no click in its first moment, for that of the mouse that opened it.
  const item = workbench.page.getByRole('menuitem', { name: entry });
  await item.hover();
  // Enter runs what has the focus, which the mouse gives a moment later.
  await expectSoon(
    () =>
      item.evaluate(
        (shown) =>
          shown.contains(document.activeElement) || shown.closest('.action-item.focused') !== null,
      ),
    `The mouse never chose ${entry}.`,
  );
  await workbench.page.keyboard.press('Enter');
}

/**
 * Waits for the tooltip of a row. A row that is drawn anew under a mouse at rest shows none: then the mouse comes again.
 * @param {Workbench} workbench
 * @param {import('playwright-core').Locator} row
 * @param {string | RegExp} text Of the tooltip.
 * @param {{ x: number, y: number }} [position] In the row; its middle by default.
 * @returns {Promise<import('playwright-core').Locator>} The tooltip.
 */
export async function tooltip({ page }, row, text, position) {
  const hover = page.locator('.monaco-hover:visible').filter({ has: page.getByText(text) });
  await expectSoon(async () => {
    await page.mouse.move(0, 0);
    await row.hover(position && { position });
    return await isDone(hover.first().waitFor({ timeout: ANSWER }));
  }, `There was no tooltip ${text}.`);
  return hover.first();
}
