import assert from 'node:assert/strict';
import { commandArguments, isStaleSelection } from '../../../src/catalog/commandArguments';
import { commandId, type CommandName } from '../../../src/catalog/commands';
import { commandNames, commandRow } from '../../../src/catalog/commandTable';
import { manifest } from '../../../src/catalog/manifest';

describe('a row whose menu ran a command', () => {
  const ROW = { conversation: 'aaaaaaaaaaaaaaaa' };

  it('is lost where VS Code hands over nothing for it, with or without others', () => {
    assert.equal(isStaleSelection('deleteConversation', [undefined, null]), true);
    assert.equal(isStaleSelection('deleteConversation', [null, [ROW]]), true);
  });

  it('is there where it is handed over, alone or with others', () => {
    assert.equal(isStaleSelection('deleteConversation', [ROW, undefined]), false);
    assert.equal(isStaleSelection('deleteConversation', [ROW, [ROW]]), false);
  });

  it('is missed by every command of such a menu, also by those that a title has', () => {
    const { menus } = manifest().contributes;
    const named = (menu: string): readonly CommandName[] =>
      commandNames().filter((name) =>
        (menus[menu] ?? []).some(({ command }) => command === commandId(name)),
      );
    const rows = named('view/item/context').filter((name) => commandRow(name).takes !== undefined);
    assert.ok(rows.length > 30);
    for (const name of rows)
      assert.equal(isStaleSelection(name, [undefined, undefined]), true, name);
  });
});

describe('what a command was called with', () => {
  const where = { connection: 'aaaa1111', version: 'v1beta' };
  const corpus = { ...where, kind: 'corpus', name: 'corpora/notes' };
  const model = { ...where, kind: 'tunedModel', name: 'tunedModels/haikus' };

  it('is a model, or nothing, for what works on models', () => {
    for (const name of ['openPlayground', 'compareModels'] as const) {
      assert.deepEqual(commandArguments(name, corpus), [undefined, undefined]);
      assert.deepEqual(commandArguments(name, model), [model, undefined]);
    }
    assert.deepEqual(commandArguments('proveSuccessor', corpus), [undefined, undefined]);
    assert.deepEqual(commandArguments('search', corpus), [corpus, undefined]);
  });

  it('is a session or a file for runs, without anything else that was passed', () => {
    const file = { scheme: 'file', authority: '', path: '/a.json' };
    const session = { label: 'app', entries: [] };
    assert.deepEqual(commandArguments('showRuns', { session }), [
      { session: { label: 'app' } },
      undefined,
    ]);
    assert.deepEqual(commandArguments('showRuns', { ...file, x: 1 }), [file, undefined]);
    assert.deepEqual(commandArguments('showRuns', { session: 1 }), [undefined, undefined]);
  });

  it('is a place in a file, or nothing, without anything else that was passed', () => {
    const file = { scheme: 'file', authority: '', path: '/a.py' };
    const place = { ...file, offset: 12 };
    assert.deepEqual(commandArguments('addKeyInCode', { ...place, key: 'x' }), [place, undefined]);
    assert.deepEqual(commandArguments('addKeyInCode', file), [undefined, undefined]);
  });
});
