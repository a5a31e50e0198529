import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { FolderStore, type FileCalls } from '../../../src/platform/files';
import { folderForEach } from '../../fakes/folder';

function full(): never {
  throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
}

/** What node:fs does, until it comes to one call. */
const CRASHES: { readonly [where: string]: Partial<FileCalls> } = {
  'before the temporary file': { open: full },
  'in the middle of the text': {
    open: async (path, flags, mode) => {
      const file = await fs.open(path, flags, mode);
      const half = Object.create(file) as fs.FileHandle;
      half.writeFile = async (data) => {
        await file.writeFile((data as string).slice(0, 3));
        full();
      };
      half.close = () => file.close();
      return half;
    },
  },
  'before the rename': { rename: full },
};

describe('a folder of files', () => {
  const folder = folderForEach();

  it('writes, reads, lists and renames', async () => {
    const store = new FolderStore(join(folder(), 'new', 'deep'));
    assert.equal(await store.read('a.json'), undefined);
    assert.deepEqual(await store.list(), []);
    await store.write('a.json', 'one');
    await store.write('a.json', 'zwei');
    assert.equal(await store.read('a.json'), 'zwei');
    await store.rename('a.json', 'b.json');
    assert.deepEqual(await store.list(), ['b.json']);
  });

  for (const [where, calls] of Object.entries(CRASHES)) {
    it(`leaves the old file whole when a write fails ${where}`, async () => {
      await new FolderStore(folder()).write('a.json', 'the old text');
      const failing = new FolderStore(folder(), { ...fs, ...calls });
      await assert.rejects(failing.write('a.json', 'the new text'), /no space left/);
      assert.equal(await failing.read('a.json'), 'the old text');
      assert.deepEqual(await failing.list(), ['a.json']);
    });
  }

  for (const [how, isAborted] of [
    ['breaks', false],
    ['is cancelled after its last piece', true],
  ] as const) {
    it(`has no half of what is written in pieces where that ${how}`, async () => {
      const store = new FolderStore(folder());
      const controller = new AbortController();
      async function* pieces() {
        yield await Promise.resolve('{"a":1}\n');
        if (!isAborted) throw new Error('The connection was lost.');
        controller.abort();
      }
      await assert.rejects(store.writePieces('a.jsonl', pieces(), controller.signal));
      assert.deepEqual(await store.list(), []);
    });
  }

  it('tells exactly one of several that it took a file away', async () => {
    const stores = [1, 2, 3].map(() => new FolderStore(folder()));
    await stores[0]?.write('a.json', 'one');
    const removed = await Promise.all(stores.map((store) => store.remove('a.json')));
    assert.deepEqual([...removed].sort(), [false, false, true]);
    assert.deepEqual(await stores[0]?.list(), []);
  });

  it('sweeps what a crashed writer left, and nothing that may still be written', async () => {
    const store = new FolderStore(folder());
    const old = join(folder(), '.a.json.0011.tmp');
    await fs.writeFile(old, 'half');
    await fs.writeFile(join(folder(), '.b.json.0011.tmp'), 'half');
    await fs.writeFile(join(folder(), 'c.tmp'), 'a name of its own');
    await fs.utimes(old, 0, 0);
    await fs.utimes(join(folder(), 'c.tmp'), 0, 0);
    await store.sweep(Date.now());
    assert.deepEqual([...(await store.list())].sort(), ['.b.json.0011.tmp', 'c.tmp']);
  });
});
