import assert from 'node:assert/strict';
import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openState, type State, type Stored } from '../../../../src/emulator/state';
import { folderForEach } from '../../../fakes/folder';

function record(name: string, parent = '', extra: Partial<Stored> = {}): Omit<Stored, 'seq'> {
  return { name, parent, resource: { name }, hidden: {}, ...extra };
}

const names = (records: readonly Stored[]): readonly string[] => records.map(({ name }) => name);

describe('emulator: state', () => {
  let state: State;
  beforeEach(() => {
    state = openState(undefined);
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
    assert.deepEqual(found?.hidden, { owner: 'a' });
    assert.deepEqual([...(found.vector ?? [])], [1, 2, 255]);
    assert.equal(found.seq, stored.seq);
    assert.equal(state.insert('chunks', record('corpora/c/documents/d/chunks/ü')), undefined);
    assert.ok(state.insert('files', record('corpora/c/documents/d/chunks/ü')));
    assert.equal(state.find('chunks', 'other'), undefined);
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

describe('emulator: state in a folder', () => {
  const folder = folderForEach();

  it('is still there when it is opened again, without having been closed', () => {
    const first = openState(join(folder(), 'new', 'one'));
    first.insert('corpora', record('corpora/a'));
    const second = openState(join(folder(), 'new', 'one'));
    assert.deepEqual([second.isKept, names(second.list('corpora', ''))], [true, ['corpora/a']]);
    first.close();
    second.close();
  });

  it('is for its user alone, also where it was not before', () => {
    const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);
    const at = join(folder(), 'new', 'one');
    const files = ['', '-wal', '-shm'].map((end) => join(at, `emulator.sqlite${end}`));
    const first = openState(at);
    first.insert('corpora', record('corpora/a'));
    assert.deepEqual([join(folder(), 'new'), at].map(modeOf), ['700', '700']);
    assert.deepEqual(files.map(modeOf), ['600', '600', '600']);
    for (const path of files) chmodSync(path, 0o644);
    chmodSync(at, 0o755);
    const second = openState(at);
    assert.deepEqual([at, ...files].map(modeOf), ['700', '600', '600', '600']);
    first.close();
    second.close();
  });

  it('refuses a folder that cannot be one, and a file of another version', () => {
    writeFileSync(join(folder(), 'file'), '');
    assert.throws(() => openState(join(folder(), 'file', 'one')), { reason: 'dataUnusable' });
    const database = new DatabaseSync(join(folder(), 'emulator.sqlite'));
    database.exec('PRAGMA user_version = 99');
    database.close();
    assert.throws(() => openState(folder()), { reason: 'dataUnusable', message: /version 99/ });
    writeFileSync(join(folder(), 'emulator.sqlite'), 'no database at all, but a text'.repeat(200));
    assert.throws(() => openState(folder()), { reason: 'dataUnusable' });
  });
});
