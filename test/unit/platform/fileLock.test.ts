import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockOwner, tryLock } from '../../../src/platform/fileLock';

/** No process has such an ID: the kernel gives none as high. */
const NOBODY = 2 ** 22 + 1;

describe('a lock of several processes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'file-lock-'));
  const path = join(folder, 'lock');
  afterEach(() => rmSync(path, { force: true }));
  after(() => rmSync(folder, { recursive: true }));

  /** Leaves a file as another process would have. @param age in seconds. */
  function leave(text: string, age = 0): void {
    writeFileSync(path, text);
    const at = Date.now() / 1000 - age;
    utimesSync(path, at, at);
  }

  it('is of one at a time, and of the next one when it is given back', () => {
    const unlock = tryLock(path);
    assert.ok(unlock);
    assert.deepEqual([tryLock(path), lockOwner(path)], [undefined, process.pid]);
    unlock();
    assert.equal(existsSync(path), false);
    tryLock(path)?.();
  });

  it('is taken over from a process that has ended, and left to one that is just writing it', () => {
    for (const [text, age] of [
      [String(NOBODY), 0],
      [String(process.pid), 0],
      ['', 10],
      ['x', 10],
    ] as const) {
      leave(text, age);
      const unlock = tryLock(path);
      assert.ok(unlock, text);
      unlock();
    }
    leave('');
    assert.equal(tryLock(path), undefined);
  });

  it('is left to another process that is taking it over', () => {
    leave(String(NOBODY));
    const takeover = `${path}.takeover`;
    writeFileSync(takeover, String(process.ppid));
    assert.equal(tryLock(path), undefined);
    assert.equal(lockOwner(path), NOBODY);
    writeFileSync(takeover, String(NOBODY));
    const unlock = tryLock(path);
    assert.deepEqual(readdirSync(folder), ['lock']);
    unlock?.();
  });
});
