import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tryLock } from '../../../src/service/startLock';

/** No process has such an id: the kernel gives none as high. */
const NOBODY = 2 ** 22 + 1;

describe('the lock of a start', () => {
  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'start-lock-'));
    path = join(folder, 'lock');
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is had by one of many who want it at once, and by the next when it is given back', async () => {
    const tries = await Promise.all(Array.from({ length: 8 }, () => tryLock(path, 1000)));
    const had = tries.filter((unlock) => unlock !== undefined);
    assert.equal(had.length, 1);
    assert.equal(await tryLock(path, 2000), undefined);
    await had[0]?.();
    assert.ok(await tryLock(path, 3000));
  });

  it('is taken from a process that is gone, and from one that does not end', async () => {
    for (const left of [
      { pid: NOBODY, at: 1000 },
      { pid: process.pid, at: -100_000 },
    ]) {
      await writeFile(path, JSON.stringify(left));
      assert.equal(await tryLock(path, 1000), undefined);
      const unlock = await tryLock(path, 1000);
      assert.ok(unlock, JSON.stringify(left));
      await unlock();
    }
    assert.deepEqual(await readdir(folder), []);
  });

  it('is left to one that is being written just now', async () => {
    await writeFile(path, '');
    assert.equal(await tryLock(path, Date.now()), undefined);
    assert.equal(await tryLock(path, Date.now()), undefined);
    assert.equal(await tryLock(path, Date.now() + 100_000), undefined);
    assert.ok(await tryLock(path, Date.now()));
  });
});
