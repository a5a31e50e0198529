import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { textAt } from '../../src/base/json';
import type { JsonObject } from '../../src/api/schema/row';
import { EMULATOR_ID } from '../../src/service/connection';
import { FakePrompts } from '../fakes/prompts';
import { EmulatorControl } from './support/consoleEmulator';
import { activated, resetConnections, withPrompts } from './support/extension';
import { rowsBelow, rowsOf } from './support/tree';

describe('file search stores', () => {
  before(async () => {
    await resetConnections();
    await vscode.commands.executeCommand('generativeLanguage.useEmulator');
  });
  after(() => resetConnections());

  it('are rows with their documents below, which nobody can change', async () => {
    const { tree } = await activated();
    const [store] = await rowsOf('fileSearchStore');
    assert.equal(store?.node, 'resource');
    const item = await tree.getTreeItem(store);
    assert.equal(item.label, 'Harbour library');
    assert.match(String(item.description), /^1 failed · \d+ documents · /);
    const documents = await rowsBelow(store);
    assert.ok(documents.length >= 3);
    for (const row of documents) {
      assert.equal(row.node, 'resource');
      assert.doesNotMatch(row.words, /can:(rename|create)\b/);
    }
  });

  it('are what a playground searches in that asks about one', async () => {
    const { playground } = await activated();
    const [store] = await rowsOf('fileSearchStore');
    assert.ok(store);
    await vscode.commands.executeCommand('generativeLanguage.askStore', store);
    const { session } = (await playground.panels()).all.at(-1) ?? {};
    assert.deepEqual(session?.conversation.settings.requests?.chat?.tools, [
      { fileSearch: { fileSearchStoreNames: [store.name] } },
    ]);
  });

  it('take the documents of a corpus as text files, and say what became of each', async () => {
    const { services } = await activated();
    const emulator = new EmulatorControl(await services.emulator.start());
    const name = 'corpora/field-notes-4k2vq8x1m7zd';
    const corpus = { connection: EMULATOR_ID, version: 'v1beta', kind: 'corpus', name };
    const answers = new FakePrompts('New File Search Store…', 'Notes shelf', 'Migrate');
    await emulator.reset();
    await emulator.setPace('at once');
    try {
      await withPrompts(answers, async () => {
        await vscode.commands.executeCommand('generativeLanguage.moveToStore', corpus);
      });
      const { fileSearchStores } = await emulator.get<{ fileSearchStores: JsonObject[] }>(
        'v1beta/fileSearchStores',
      );
      const store = fileSearchStores.find(({ displayName }) => displayName === 'Notes shelf');
      const { documents: before } = await emulator.get<{ documents: JsonObject[] }>(
        `v1beta/${name}/documents`,
      );
      const { documents: after } = await emulator.get<{ documents: JsonObject[] }>(
        `v1beta/${textAt(store ?? {}, 'name')}/documents`,
      );
      const chunks = await Promise.all(
        before.map(async (one) => {
          const answer = await emulator.get<{ chunks?: JsonObject[] }>(
            `v1beta/${textAt(one, 'name')}/chunks`,
          );
          return answer.chunks?.length ?? 0;
        }),
      );
      const full = before.filter((_, index) => (chunks[index] ?? 0) > 0);
      assert.ok(full.length >= 2);
      const namesOf = (list: readonly JsonObject[]) =>
        list.map((one) => textAt(one, 'displayName')).sort();
      assert.deepEqual(namesOf(after), namesOf(full));
      assert.ok(after.every(({ state }) => state === 'STATE_ACTIVE'));
    } finally {
      await emulator.reset();
    }
  });
});
