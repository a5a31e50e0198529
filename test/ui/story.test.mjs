import assert from 'node:assert/strict';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { packExtension } from '../harness/package.mjs';
import { ROOT } from '../harness/paths.mjs';
import { openWorkbench } from '../harness/workbench.mjs';
import { Playground, UNENDING } from './support/playground.mjs';
import { listedModel, openPlayground, tooltip, tryEmulator } from './support/steps.mjs';

const QUESTION = 'Write a TypeScript function that groups a list by a key';

describe('the story of a new user, with the installed package', () => {
  /** @type {string} */
  let folder;
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;
  /** @type {Playground} */
  let playground;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vsix-'));
    const vsix = await packExtension(join(folder, 'generative-language.vsix'));
    workbench = await openWorkbench({ extensionFrom: vsix });
  });
  after(async () => {
    await workbench?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('is welcomed, tries the emulator, and opens a model as JSON that can only be read', async () => {
    const sidebar = await workbench.openView();
    await sidebar.getByRole('button', { name: 'Add API Key…' }).waitFor();
    await tryEmulator(workbench);
    const row = listedModel(workbench);
    assert.match((await row.getAttribute('aria-label')) ?? '', /1\.0M/);
    await tooltip(workbench, row, 'countTokens');
    await row.click();
    const editor = workbench.page.locator('.editor-instance');
    await editor.getByText('supportedGenerationMethods').first().waitFor();
    await editor.getByText('Read-only: models can’t be changed.').waitFor();
    await workbench.palette('View: Close All Editors');
  });

  it('asks, watches the answer stream, and stops one', async () => {
    playground = await openPlayground(workbench);
    await playground.send(QUESTION);
    await playground.streaming();
    await playground.ended('Complete');
    await playground.last.getByRole('button', { name: 'Copy Code' }).first().click();
    await playground.frame.getByText('Copied').first().waitFor({ state: 'attached' });
    assert.match(
      String(await workbench.page.evaluate('navigator.clipboard.readText()')),
      /function \w+\(/,
    );
    // VS Code's own webview loads a script for it.
    await playground.send('[[echo]]It is $x^2$.');
    await playground.ended('Complete');
    await playground.last.locator('math msup').waitFor();
    await playground.send(`Tell me a long story ${UNENDING}`);
    await playground.streaming();
    await playground.stop.click();
    await playground.ended('Stopped by you');
    assert.equal(await playground.turns.count(), 6);
  });

  it('finds everything again after reloading the window', async () => {
    await playground.composer.fill('Not sent yet');
    await workbench.reload();
    playground = new Playground(workbench);
    await playground.ready();
    await playground.frame.getByText(QUESTION).first().waitFor();
    assert.equal(await playground.turns.count(), 6);
    assert.equal(await playground.composer.inputValue(), 'Not sent yet');
    await listedModel(workbench).waitFor();
  });

  it('runs from the folder of the package, which needs no file of the repository, without a complaint', async () => {
    const emulators = await emulatorScripts();
    assert.equal(emulators.length, 1, emulators.join('\n'));
    const [script = ''] = emulators;
    const home = dirname(dirname(script));
    assert.equal(dirname(home), join(workbench.home, 'extensions'));
    assert.match(basename(home), /^generative-language\.generative-language-\d/);
    for (const path of await readdir(home, { recursive: true })) {
      if (!path.endsWith('.js')) continue;
      const text = await readFile(join(home, path), 'utf8');
      assert.ok(!text.includes(ROOT), `${path} names a folder of the repository`);
    }
    // VS Code itself has its complaints, about shutting down in a browser above all.
    const ours = /^uncaught|Content Security Policy|generative-?language|genlang/i;
    const complaints = workbench.consoleLines.filter(
      (line) => /^(error|warning|uncaught)/.test(line) && ours.test(line),
    );
    assert.deepEqual(complaints, []);
  });

  /** The programs of the emulators that keep their data in this VS Code's folder; they outlive the window that began them. */
  async function emulatorScripts() {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    const lines = await Promise.all(
      pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
    );
    const words = lines
      .filter((line) => line.includes(workbench.home))
      .flatMap((line) => line.split('\0'));
    return words.filter((word) => word.endsWith('/emulator.js'));
  }
});
