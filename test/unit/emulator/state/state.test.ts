import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openState } from '../../../../src/emulator/state';
import { MemoryState } from '../../../../src/emulator/state/memoryState';
import { SqliteState } from '../../../../src/emulator/state/sqliteState';
import type { NewStored, State, Stored } from '../../../../src/emulator/state/state';

function record(name: string, parent = '', extra: Partial<NewStored> = {}): NewStored {
  return { name, parent, resource: { name }, hidden: {}, ...extra };
}

const names = (records: readonly Stored[]): readonly string[] => records.map(({ name }) => name);

const kinds: { readonly [title: string]: () => State } = {
  'in memory': () => new MemoryState(),
  'in a database': () => new SqliteState(new DatabaseSync(':memory:'), false),
};

for (const [title, open] of Object.entries(kinds)) {
  describe(`emulator: state ${title}`, () => {
    let state: State;
    beforeEach(() => {
      state = open();
    });
    afterEach(() => state.close());

    it('finds what was inserted, once per name and kind', () => {
      const vector = new Uint8Array([1, 2, 255]);
      const stored = state.insert(
        'chunks',
        record('corpora/c/documents/d/chunks/ü', 'p', { hidden: { owner: 'a' }, vector }),
      );
      assert.ok(stored);
      const found = state.find('chunks', 'corpora/c/documents/d/chunks/ü');
      assert.deepEqual(found?.resource, { name: 'corpora/c/documents/d/chunks/ü' });
      assert.deepEqual(found.hidden, { owner: 'a' });
      assert.deepEqual([...(found.vector ?? [])], [1, 2, 255]);
      assert.equal(found.seq, stored.seq);
      assert.equal(state.insert('chunks', record('corpora/c/documents/d/chunks/ü')), undefined);
      assert.ok(state.insert('files', record('corpora/c/documents/d/chunks/ü')));
      assert.equal(state.find('chunks', 'other'), undefined);
    });

    it('lists the children of one parent in pages, oldest first', () => {
      for (const id of ['z', 'a', 'm', 'b']) state.insert('corpora', record(`corpora/${id}`));
      state.insert('documents', record('corpora/a/documents/x', 'corpora/a'));
      const first = state.list('corpora', '', { limit: 2 });
      assert.deepEqual(names(first), ['corpora/z', 'corpora/a']);
      const after = first.at(-1)?.seq ?? 0;
      assert.deepEqual(names(state.list('corpora', '', { after })), ['corpora/m', 'corpora/b']);
      assert.equal(state.count('corpora', ''), 4);
      assert.equal(state.count('documents', 'corpora/a'), 1);
      assert.equal(state.count('documents', 'corpora/b'), 0);
    });

    it('removes one, and what is below one without its neighbours', () => {
      for (const name of ['corpora/a', 'corpora/a-b', 'corpora/a0']) {
        state.insert('corpora', record(name));
        state.insert('documents', record(`${name}/documents/d`, name));
        state.insert('permissions', record(`${name}/permissions/p`, name));
      }
      assert.equal(state.countBelow('documents', 'corpora/a'), 1);
      state.removeBelow('corpora/a');
      assert.equal(state.remove('corpora', 'corpora/a'), true);
      assert.equal(state.remove('corpora', 'corpora/a'), false);
      assert.deepEqual(names(state.list('corpora', '')), ['corpora/a-b', 'corpora/a0']);
      assert.equal(state.countBelow('documents', 'corpora/a'), 0);
      assert.equal(state.countBelow('documents', 'corpora/a-b'), 1);
      assert.equal(state.countBelow('permissions', 'corpora/a0'), 1);
    });

    it('has what an undone transaction took out where it was', () => {
      for (const id of ['a', 'b', 'c']) state.insert('corpora', record(`corpora/${id}`));
      assert.throws(() =>
        state.transaction(() => {
          state.remove('corpora', 'corpora/a');
          throw new Error('no');
        }),
      );
      assert.deepEqual(names(state.list('corpora', '', { limit: 2 })), ['corpora/a', 'corpora/b']);
      state.insert('corpora', record('corpora/d'));
      const all = ['a', 'b', 'c', 'd'].map((id) => `corpora/${id}`);
      assert.deepEqual(names(state.list('corpora', '')), all);
    });
  });
}

describe('emulator: state in a folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'emulator-state-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is still there when it is opened again, without having been closed', async () => {
    const first = await openState(join(folder, 'new', 'one'));
    first.insert('corpora', record('corpora/a'));
    const second = await openState(join(folder, 'new', 'one'));
    assert.deepEqual([second.isKept, names(second.list('corpora', ''))], [true, ['corpora/a']]);
    first.close();
    second.close();
  });

  it('is for its user alone, also where it was not before', async () => {
    const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);
    const at = join(folder, 'new', 'one');
    const files = ['', '-wal', '-shm'].map((end) => join(at, `emulator.sqlite${end}`));
    const first = await openState(at);
    first.insert('corpora', record('corpora/a'));
    assert.deepEqual([join(folder, 'new'), at].map(modeOf), ['700', '700']);
    assert.deepEqual(files.map(modeOf), ['600', '600', '600']);
    for (const path of files) chmodSync(path, 0o644);
    chmodSync(at, 0o755);
    const second = await openState(at);
    assert.deepEqual([at, ...files].map(modeOf), ['700', '600', '600', '600']);
    first.close();
    second.close();
  });

  it('refuses a folder that cannot be one, and a file of another version', async () => {
    writeFileSync(join(folder, 'file'), '');
    await assert.rejects(openState(join(folder, 'file', 'one')), { reason: 'dataUnusable' });
    const database = new DatabaseSync(join(folder, 'emulator.sqlite'));
    database.exec('PRAGMA user_version = 99');
    database.close();
    await assert.rejects(openState(folder), { reason: 'dataUnusable', message: /version 99/ });
    writeFileSync(join(folder, 'emulator.sqlite'), 'no database at all, but a text'.repeat(200));
    await assert.rejects(openState(folder), { reason: 'dataUnusable' });
  });
});
