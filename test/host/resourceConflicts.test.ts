import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { JsonObject } from '../../src/api/schema/row';
import { documentPath } from '../../src/catalog/documents';
import { EMULATOR_ID } from '../../src/service/connection';
import { FakePrompts } from '../fakes/prompts';
import type { EmulatorControl } from './support/consoleEmulator';
import { resetConnections, withPrompts } from './support/extension';
import { closeAll, open, replace, save, saved, shown } from './support/resourceEditor';
import { useWindowEmulator } from './support/windowEmulator';

const DOCUMENT = 'corpora/field-notes-4k2vq8x1m7zd/documents/spring-migration-9w3ht5c0rb6j';
const path = documentPath({
  connection: EMULATOR_ID,
  version: 'v1beta',
  kind: 'document',
  name: DOCUMENT,
});

describe('documents of resources that change elsewhere', () => {
  let emulator: EmulatorControl;

  before(async () => {
    emulator = await useWindowEmulator();
  });
  afterEach(closeAll);
  after(async () => {
    await resetConnections();
  });

  describe('and have changes', () => {
    let document: vscode.TextDocument;
    let mine = 'Mine 0';
    let others = '';
    beforeEach(async () => {
      // VS Code may have looked the resource up a moment ago: no two tests make the same of it.
      mine = `Mine ${Number(mine.slice(5)) + 1}`;
      others = mine.replace('Mine', 'Theirs');
      document = await open(path);
      await emulator.patch(`v1beta/${DOCUMENT}?updateMask=displayName`, { displayName: others });
      await emulator.forget();
      const text = document.getText().replace(/"displayName": ".*"/, `"displayName": "${mine}"`);
      await replace(document, text);
    });
    const theirs = async () => (await emulator.get<JsonObject>(`v1beta/${DOCUMENT}`)).displayName;

    const changes = async () => (await emulator.seen()).filter(({ method }) => method === 'PATCH');

    it('ask, and reload', async () => {
      const before = document.version;
      await withPrompts(new FakePrompts('Reload'), () => saved(document));
      await shown(document, before);
      assert.ok(document.getText().includes(`"displayName": "${others}"`));
      assert.equal(document.isDirty, false);
      assert.deepEqual(await changes(), []);
    });

    it('ask, and compare, with nothing saved', async () => {
      await withPrompts(new FakePrompts('Compare'), () => assert.rejects(save(document)));
      assert.ok(document.isDirty);
      assert.equal(await theirs(), others);
      const { activeTab } = vscode.window.tabGroups.activeTabGroup;
      assert.ok(activeTab?.input instanceof vscode.TabInputTextDiff);
      assert.equal(activeTab.input.modified.toString(), document.uri.toString());
      await withPrompts(new FakePrompts('Overwrite'), () => saved(document));
      assert.equal(await theirs(), mine);
    });
  });
});
