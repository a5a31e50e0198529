import assert from 'node:assert/strict';
import { THEMES } from '../harness/theme.mjs';
import { openWorkbench } from '../harness/workbench.mjs';
import { expectSoon } from './support/expectSoon.mjs';
import { Playground, UNENDING } from './support/playground.mjs';
import { modelRow, openPlayground, tooltip, tryEmulator } from './support/steps.mjs';

const QUESTION = 'Write a TypeScript function that groups a list by a key, with a table of cases';

describe('the story of a new user', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;
  /** @type {Playground} */
  let playground;

  before(async () => {
    workbench = await openWorkbench();
  });
  after(() => workbench.close());

  it('is welcomed with what to do first', async () => {
    const sidebar = await workbench.openView();
    await sidebar.getByRole('button', { name: 'Add API Key…' }).waitFor();
    await sidebar.getByRole('button', { name: 'Use Emulator' }).waitFor();
    await workbench.screenshot('welcome');
  });

  it('tries the emulator and sees its models', async () => {
    await tryEmulator(workbench);
    const row = modelRow(workbench, 'Emulator Flash');
    assert.match((await row.getAttribute('aria-label')) ?? '', /1\.0M/);
    await workbench.page
      .getByRole('button', { name: /built-in emulator listens/ })
      .first()
      .waitFor();
    await tooltip(workbench, row, 'countTokens');
    await workbench.screenshot('models');
  });

  it('opens a model as JSON that can only be read', async () => {
    await modelRow(workbench, 'Emulator Pro').click();
    const editor = workbench.page.locator('.editor-instance');
    await editor.getByText('supportedGenerationMethods').first().waitFor();
    await editor.getByText('Read-only: models can’t be changed.').waitFor();
    await editor.locator('.view-lines').first().click();
    await workbench.page.keyboard.type('x');
    const refusal = workbench.page.locator('.monaco-editor-overlaymessage');
    await refusal
      .getByText(/read-only/)
      .first()
      .waitFor();
    await workbench.screenshot('document');
    await workbench.palette('View: Close All Editors');
  });

  it('asks, and watches the answer stream', async () => {
    playground = await openPlayground(workbench);
    await workbench.screenshot('playground-empty');
    await playground.send(QUESTION);
    await playground.streaming();
    await workbench.screenshot('playground-streaming');
    await playground.ended('Complete');
    assert.equal(await playground.turns.count(), 2);
    await playground.last.getByRole('button', { name: 'Copy Code' }).first().waitFor();
    await workbench.screenshot('playground-answer');
  });

  it('copies a block of code', async () => {
    await playground.last.getByRole('button', { name: 'Copy Code' }).first().click();
    await playground.frame.getByText('Copied').first().waitFor({ state: 'attached' });
    const copied = await workbench.page.evaluate('navigator.clipboard.readText()');
    assert.match(String(copied), /function \w+\(/);
  });

  it('shows a formula, which VS Code’s own webview loads a script for', async () => {
    await playground.send('[[echo]]It is $x^2$.');
    await playground.ended('Complete');
    await playground.last.locator('math msup').waitFor();
  });

  it('stops an answer, and keeps what had arrived', async () => {
    await playground.send(`Tell me a long story ${UNENDING}`);
    await playground.streaming();
    await playground.stop.click();
    await playground.ended('Stopped by you');
    assert.ok(((await playground.last.textContent()) ?? '').length > 60);
    await workbench.screenshot('playground-stopped');
  });

  it('continues an answer that the token limit cut', async () => {
    await playground.settings.click();
    await playground.frame.getByRole('textbox', { name: 'Max output tokens' }).fill('40');
    await workbench.screenshot('playground-settings');
    await playground.frame.getByRole('button', { name: 'Hide Settings' }).first().click();
    await playground.send('List the steps of making tea');
    await playground.ended('Cut by the token limit');
    await workbench.screenshot('playground-cut');
    const text = async () => (await playground.last.textContent()) ?? '';
    const before = (await text()).length;
    await playground.last.getByRole('button', { name: 'Continue' }).click();
    await expectSoon(async () => (await text()).length > before, 'The answer never went on.');
    await playground.ended(/Complete|Cut by the token limit/);
    const after = await text();
    assert.ok(after.length > before);
    // The rest of the same answer, and not an answer to the request for it.
    assert.equal(after.split('This is turn').length, 2, after);
  });

  it('finds everything again after reloading the window', async () => {
    const turns = await playground.turns.count();
    await playground.composer.fill('Not sent yet');
    await workbench.reload();
    playground = new Playground(workbench);
    await playground.ready();
    await playground.frame.getByText(QUESTION).first().waitFor();
    assert.equal(await playground.turns.count(), turns);
    assert.equal(await playground.composer.inputValue(), 'Not sent yet');
    await modelRow(workbench, 'Emulator Flash').waitFor();
    await workbench.screenshot('reloaded');
  });

  it('opens a second playground beside the first', async () => {
    await workbench.palette('Generative Language: Open Playground');
    await new Playground(workbench).frame.getByText(/^Ask Emulator/).waitFor();
    await workbench.palette('View: Move Editor into Right Group');
    await workbench.webviewFrame(1).getByRole('textbox', { name: 'Message' }).waitFor();
    // A page that is moved is loaded anew: until then the full one has no turns either.
    const both = [new Playground(workbench, 0), new Playground(workbench, 1)];
    const counts = () => Promise.all(both.map(({ turns }) => turns.count()));
    await expectSoon(
      async () => (await counts()).sort().join() === '0,8',
      'Not one of them is empty, and the other full.',
    );
    const [first = NaN] = await counts();
    const second = new Playground(workbench, first === 0 ? 0 : 1);
    await second.send('A second conversation');
    await second.ended(/Complete|Cut by the token limit/);
    assert.equal(await second.turns.count(), 2);
    await workbench.screenshot('two-playgrounds');
  });

  it('finds a conversation again after closing its panel', async () => {
    await workbench.palette('View: Close All Editors');
    await workbench.page.locator('.tabs-container .tab').first().waitFor({ state: 'detached' });
    await workbench.palette('Generative Language: Open Conversation…');
    const rows = workbench.page.locator('.quick-input-list .monaco-list-row');
    await rows
      .filter({ hasText: QUESTION.slice(0, 30) })
      .first()
      .waitFor();
    await workbench.screenshot('conversations');
    await rows
      .filter({ hasText: QUESTION.slice(0, 30) })
      .first()
      .click();
    const again = new Playground(workbench);
    await again.ready();
    await again.frame.getByText(QUESTION).first().waitFor();
    assert.equal(await again.turns.count(), 8);
  });

  it('shows what was blocked, beside the settings', async () => {
    playground = await openPlayground(workbench);
    await playground.send(QUESTION);
    await playground.ended('Complete');
    await playground.settings.click();
    await playground.send('Block this [[safety:HARASSMENT]]');
    await playground.ended(/Blocked by the service/);
    await playground.last.getByText('Safety ratings').click();
  });

  for (const theme of /** @type {(keyof typeof THEMES)[]} */ (Object.keys(THEMES))) {
    it(`looks right in ${THEMES[theme].name}`, async () => {
      await workbench.chooseTheme(theme);
      const background = await workbench.page
        .locator('.part.editor')
        .evaluate((element) => getComputedStyle(element).backgroundColor);
      const red = Number(/rgba?\((\d+)/.exec(background)?.[1]);
      assert.equal(red < 128, theme === 'dark' || theme === 'hc-black', background);
      await playground.last.getByRole('button', { name: 'Retry' }).scrollIntoViewIfNeeded();
      await workbench.screenshot(`theme-${theme}-blocked`);
      await playground.turns.first().scrollIntoViewIfNeeded();
      await workbench.screenshot(`theme-${theme}-answer`);
    });
  }
});
