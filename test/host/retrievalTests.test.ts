import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { JsonObject } from '../../src/api/schema/row';
import { FakePrompts } from '../fakes/prompts';
import { activated, resetConnections, withPrompts } from './support/extension';
import { runAll, watching } from './support/watchedRuns';
import { useWindowEmulator } from './support/windowEmulator';

const NOTES = 'corpora/field-notes-4k2vq8x1m7zd';
const GEESE = { question: 'When did the geese leave?', expect: [{ text: 'left on 18 May' }] };
const MOON = { name: 'the moon', question: 'Is it made of cheese?', expect: [{ title: 'Cheese' }] };

describe('retrieval questions in the Test Explorer', () => {
  let folder: string;

  before(async () => {
    await useWindowEmulator();
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
  });

  const run = (name: string, ...args: readonly unknown[]) =>
    vscode.commands.executeCommand(`generativeLanguage.${name}`, ...args);

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
