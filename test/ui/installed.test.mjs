import assert from 'node:assert/strict';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { packExtension } from '../harness/package.mjs';
import { ROOT } from '../harness/paths.mjs';
import { openWorkbench } from '../harness/workbench.mjs';
import { Playground, UNENDING } from './support/playground.mjs';
import { modelRow, openPlayground, tryEmulator } from './support/steps.mjs';

const QUESTION = 'What is in the package?';

describe('the package, installed into a clean VS Code', () => {
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

  it('welcomes, and shows the models of the emulator', async () => {
    const sidebar = await workbench.openView();
    await sidebar.getByRole('button', { name: 'Add API Key…' }).waitFor();
    await tryEmulator(workbench);
    await modelRow(workbench, 'Emulator Pro').waitFor();
  });

  it('opens a model as JSON', async () => {
    await modelRow(workbench, 'Emulator Pro').click();
    const editor = workbench.page.locator('.editor-instance');
    await editor.getByText('supportedGenerationMethods').first().waitFor();
    await workbench.palette('View: Close All Editors');
  });

  it('streams an answer, and stops one', async () => {
    playground = await openPlayground(workbench);
    await playground.send(QUESTION);
    await playground.ended('Complete');
    await playground.send(`Tell me a long story ${UNENDING}`);
    await playground.streaming();
    await playground.stop.click();
    await playground.ended('Stopped by you');
    assert.equal(await playground.turns.count(), 4);
  });

  it('finds the conversation again after reloading the window', async () => {
    await workbench.reload();
    playground = new Playground(workbench);
    await playground.ready();
    await playground.frame.getByText(QUESTION).first().waitFor();
    assert.equal(await playground.turns.count(), 4);
    await playground.last.getByText('Stopped by you').waitFor();
    await playground.send('And now?');
    await playground.ended('Complete');
    await workbench.screenshot('installed');
  });

  it('runs from its own folder, and needs no file of the repository', async () => {
    const emulators = await emulatorScripts();
    assert.equal(emulators.length, 1, emulators.join('\n'));
    const [script = ''] = emulators;
    const home = dirname(dirname(script));
    assert.equal(dirname(home), join(workbench.home, 'extensions'));
    assert.match(basename(home), /^generative-language\.generative-language-\d/);
    const entries = await readdir(home, { recursive: true });
    assert.deepEqual(
      entries
        // Pages that README links, and those that they link.
        .filter((path) => !/^src(\/\w+(\/\w+\.md)?)?$/.test(path))
        .filter((path) => /(^|\/)(src|test|node_modules|out)(\/|$)|\.(ts|map)$/.test(path)),
      [],
    );
    for (const path of entries.filter((name) => name.endsWith('.js'))) {
      const text = await readFile(join(home, path), 'utf8');
      assert.ok(!text.includes(ROOT), `${path} names a folder of the repository`);
    }
  });

  it('makes the page complain of nothing', () => {
    // VS Code itself has its complaints, about shutting down in a browser above all.
    const ours = /^uncaught|Content Security Policy|generative-?language|genlang/i;
    assert.deepEqual(
      workbench.consoleLines.filter(
        (line) => /^(error|warning|uncaught)/.test(line) && ours.test(line),
      ),
      [],
    );
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
