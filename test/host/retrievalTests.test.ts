import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { JsonObject } from '../../src/api/schema/row';
import { FakePrompts } from '../fakes/prompts';
import { EmulatorControl } from './support/consoleEmulator';
import { activated, diagnosed, resetConnections, withPrompts } from './support/extension';
import { HeardPrompts } from './support/heardPrompts';
import { runAll, watching } from './support/watchedRuns';

const NOTES = 'corpora/field-notes-4k2vq8x1m7zd';
const GEESE = { question: 'When did the geese leave?', expect: [{ text: 'left on 18 May' }] };
const MOON = { name: 'the moon', question: 'Is it made of cheese?', expect: [{ title: 'Cheese' }] };

describe('retrieval questions in the Test Explorer', () => {
  let folder: string;
  let emulator: EmulatorControl;

  before(async () => {
    await resetConnections();
    await vscode.commands.executeCommand('generativeLanguage.useEmulator');
    const { services } = await activated();
    emulator = new EmulatorControl(await services.emulator.start());
    await emulator.reset();
    await emulator.setPace('at once');
    const [workspace] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(workspace);
    folder = join(workspace.uri.fsPath, 'searches');
  });
  beforeEach(() => mkdir(folder, { recursive: true }));
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(folder, { recursive: true, force: true });
    const { testing } = await activated();
    await (await testing.load()).tree.refresh();
  });
  after(resetConnections);

  async function written(content: JsonObject): Promise<vscode.Uri> {
    const path = join(folder, 'notes.retrieval.json');
    await writeFile(path, JSON.stringify({ source: { corpus: NOTES }, ...content }, undefined, 2));
    const { testing } = await activated();
    const uri = vscode.Uri.file(path);
    await (await testing.load()).tree.open(uri.toString());
    return uri;
  }

  async function file(): Promise<vscode.TestItem> {
    const { testing } = await activated();
    const [, item] = [...testing.controller.items][0] ?? [];
    return item ?? assert.fail('There is no file.');
  }

  const childrenOf = (item: vscode.TestItem) => [...item.children].map(([, child]) => child);

  it('stand below their file with the settings that they are asked with', async () => {
    await written({
      settings: [{ name: 'few', results: 1 }, { name: 'many' }],
      questions: [GEESE, { ...MOON, tags: ['night'] }],
    });
    const item = await file();
    assert.equal(item.label, 'searches/notes.retrieval.json');
    const { testing } = await activated();
    for (const one of childrenOf(item)) await testing.controller.resolveHandler?.(one);
    assert.deepEqual(
      childrenOf(item).map((one) => [one.label, childrenOf(one).map(({ label }) => label)]),
      [
        [GEESE.question, ['few', 'many']],
        ['the moon', ['few', 'many']],
      ],
    );
  });

  it('say what of their file can’t be read, at its line, and the rest of it runs', async () => {
    const uri = await written({ questions: [{ question: 'What?', expect: [] }, GEESE] });
    const item = await file();
    assert.match(String(item.error), /notes\.retrieval\.json, line \d+: .*questions\[0\]\.expect/);
    const { document } = await vscode.window.showTextDocument(uri);
    const line = document.positionAt(document.getText().indexOf('"expect": []')).line;
    await diagnosed(() => vscode.languages.getDiagnostics(uri).length > 0);
    assert.deepEqual(
      vscode.languages.getDiagnostics(uri).map(({ range }) => range.start.line),
      [line],
    );
    const { told } = await runAll();
    assert.deepEqual(told, [['passed', GEESE.question]]);
  });

  it('pass or fail by their figures, which stand beside them, with the lists side by side', async () => {
    await written({ at: [1, 3], atLeast: { mrr: 0.9 }, questions: [GEESE, MOON] });
    const { told, messages, output } = await runAll();
    assert.deepEqual(told.toSorted(), [
      ['failed', 'searches/notes.retrieval.json'],
      ['failed', 'the moon'],
      ['passed', GEESE.question],
    ]);
    const sides = messages.find(({ expectedOutput }) => expectedOutput === 'Cheese');
    assert.equal((sides?.actualOutput ?? '').split('\n').length, 3);
    const item = await file();
    const [geese, moon] = childrenOf(item);
    assert.match(geese?.description ?? '', /^recall@3 1\.00 · precision@3 .* · MRR [01]\.\d+$/);
    assert.match(moon?.description ?? '', /^recall@3 0\.00 · .* · MRR 0\.00$/);
    assert.match(item.description ?? '', /^recall@3 0\.50 · /);
    const said = output.join('');
    assert.match(said, /✔ When did the geese leave\?.*\r\n {4}recall@1 .* recall@3 1\.00/);
    assert.match(said, /\| Settings \| recall@1 \| recall@3 \|/);
    assert.match(said, /1 passed, 2 failed\. /);
    const { testing } = await activated();
    const { journal } = await testing.load();
    const kept = await journal.read((await journal.list())[0] ?? '');
    assert.deepEqual(
      kept?.means?.map(({ totals }) => totals.variants.map(({ failed }) => failed)),
      [[1]],
    );
    // Both are asked at once, and kept as they are answered.
    assert.deepEqual(kept.cases.map(({ name, verdict }) => [name, verdict]).toSorted(), [
      ['All questions together', 'fail'],
      [GEESE.question, 'pass'],
      ['the moon', 'fail'],
    ]);
  });

  it('are recorded, and measured again from their recordings alone', async () => {
    const uri = await written({ questions: [GEESE] });
    const { testing } = await activated();
    const { run, journal } = await testing.load();
    const { token } = new vscode.CancellationTokenSource();
    const [workspace] = vscode.workspace.workspaceFolders ?? [];
    const latest = async () =>
      (await journal.read((await journal.list())[0] ?? ''))?.cases.map(({ verdict }) => verdict);
    try {
      await run('record', token, [uri.toString()]);
      assert.deepEqual(await latest(), ['pass']);
      await run('offline', token, [uri.toString()]);
      assert.deepEqual(await latest(), ['pass']);
      await written({ questions: [{ ...GEESE, question: 'And when did the terns?' }] });
      const { output } = await watching(() => run('offline', token, [uri.toString()]));
      assert.deepEqual(await latest(), ['notMeasured']);
      assert.match(output.join(''), /\n?1 errored\. /);
    } finally {
      await rm(join(workspace?.uri.fsPath ?? '', '.genlang'), { recursive: true, force: true });
    }
  });

  const run = (name: string, ...args: readonly unknown[]) =>
    vscode.commands.executeCommand(`generativeLanguage.${name}`, ...args);

  const TEXT = 'A kite needs wind to fly high over the hills. Bread is baked of flour and water.';
  const KITES = {
    source: { corpus: NOTES },
    at: [1],
    questions: [
      {
        question: 'Does a kite need wind to fly high?',
        expect: [{ text: 'kite needs wind to fly' }],
      },
    ],
    sweep: { documents: [{ path: './kites.md' }], sizes: [3, 40] },
  };

  async function documentsOfNotes(): Promise<number> {
    const { documents } = await emulator.get<{ documents: readonly unknown[] }>(
      `v1beta/${NOTES}/documents?pageSize=20`,
    );
    return documents.length;
  }

  const report = () =>
    vscode.workspace.textDocuments
      .map((document) => document.getText())
      .find((text) => text.startsWith('# Chunk sizes'));

  it('are swept over sizes of chunks, with documents that go again', async () => {
    await writeFile(join(folder, 'kites.md'), TEXT);
    const uri = await written(KITES);
    const before = await documentsOfNotes();
    const declined = new FakePrompts('3, 40', '0', undefined);
    await withPrompts(declined, () => Promise.resolve(run('sweepChunkSizes', uri)));
    assert.match(
      declined.asked.at(-1)?.text ?? '',
      /^Create 2 temporary documents in corpora\/field-notes-\w+ to compare 2 chunk sizes, .* kites\.md\./,
    );
    assert.deepEqual([report(), await documentsOfNotes()], [undefined, before]);
    const prompts = new FakePrompts('3, 40', '0', 'Compare');
    await withPrompts(prompts, () => Promise.resolve(run('sweepChunkSizes', uri)));
    assert.deepEqual(prompts.problems, []);
    const text = report() ?? '';
    assert.match(text, /^\| 3 words \| 0\.00 .*\| 0 \| 1 \| 0 \|$/m);
    assert.match(text, /^\| 40 words \| 1\.00 .*\| 1 \| 0 \| 0 \|$/m);
    assert.equal(await documentsOfNotes(), before);
  });

  it('name documents of a sweep that could not be deleted, with a way to delete them', async () => {
    await writeFile(join(folder, 'kites.md'), TEXT);
    const uri = await written(KITES);
    const before = await documentsOfNotes();
    const operation = 'corpora.documents.delete';
    await emulator.control('POST', 'faults', { kind: 'status', status: 403, operation });
    const prompts = new HeardPrompts('40', '0', 'Compare');
    prompts.pressed.add('Delete');
    await withPrompts(prompts, async () => {
      await run('sweepChunkSizes', uri);
      await prompts.hears('Deleted the temporary documents.');
    });
    const [first] = prompts.notices;
    assert.match(
      first?.text ?? '',
      /Couldn’t delete temporary documents of a chunk-size comparison: corpora\/field-notes-\w+\/documents\/sweep-/,
    );
    assert.equal(await documentsOfNotes(), before);
  });

  it('offer in the next window to delete what a sweep has left that was not ended', async () => {
    await writeFile(join(folder, 'kites.md'), TEXT);
    const uri = await written(KITES);
    const before = await documentsOfNotes();
    const operation = 'corpora.documents.delete';
    const { offerLeftSweeps } = await (await activated()).testing.load();
    for (const _ of KITES.sweep.sizes) {
      await emulator.control('POST', 'faults', { kind: 'status', status: 403, operation });
    }
    // Whoever closes the window answers nothing.
    await withPrompts(new HeardPrompts('3, 40', '0', 'Compare'), async () => {
      await run('sweepChunkSizes', uri);
    });
    assert.equal(await documentsOfNotes(), before + 2);
    const offered =
      /^The window was closed during a chunk-size comparison\. 2 temporary documents .* corpora\/field-/;
    const dismissing = new HeardPrompts();
    await withPrompts(dismissing, () => offerLeftSweeps());
    assert.match(dismissing.notices[0]?.text ?? '', offered);
    assert.equal(await documentsOfNotes(), before + 2);
    const deleting = new HeardPrompts();
    deleting.pressed.add('Delete');
    await withPrompts(deleting, async () => {
      await offerLeftSweeps();
      await deleting.hears('Deleted the temporary documents.');
    });
    assert.match(deleting.notices[0]?.text ?? '', offered);
    assert.equal(await documentsOfNotes(), before);
    const silent = new HeardPrompts();
    await withPrompts(silent, () => offerLeftSweeps());
    assert.deepEqual(silent.notices, []);
  });

  it('are run from a search, one file of the workspace or all', async () => {
    await written({ questions: [GEESE] });
    await writeFile(
      join(folder, 'more.retrieval.json'),
      JSON.stringify({ source: { corpus: NOTES }, questions: [MOON] }),
    );
    const { testing } = await activated();
    await (await testing.load()).tree.refresh();
    const prompts = new FakePrompts('All Files', 'searches/more.retrieval.json');
    const ran = async (): Promise<void> =>
      void (await withPrompts(prompts, () => Promise.resolve(run('runRetrievalQuestions'))));
    const all = await watching(ran);
    assert.deepEqual(all.told.map(([, label]) => label).toSorted(), [GEESE.question, 'the moon']);
    const one = await watching(ran);
    assert.deepEqual(one.told, [['failed', 'the moon']]);
  });
});
