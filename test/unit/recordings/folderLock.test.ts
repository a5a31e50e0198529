import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../../src/base/errors';
import { FolderLock, folderLock } from '../../../src/recordings/store';

describe('a folder of recordings that are made anew', () => {
  const root = mkdtempSync(join(tmpdir(), 'emulator-lock-'));
  const folder = join(root, 'main');
  const file = folderLock(folder);
  afterEach(() => rmSync(file, { force: true }));
  after(() => rmSync(root, { recursive: true }));

  const isBusy = (pid: number) => (error: unknown) =>
    error instanceof AppError &&
    error.reason === 'recordingsBusy' &&
    error.message.includes(`recording in ${folder} (process ${pid})`);

  it('is of one at a time, and of the next one after that', () => {
    const [one, other] = [new FolderLock(folder), new FolderLock(folder)];
    one.take();
    one.take();
    assert.throws(() => other.take(), isBusy(process.pid));
    other.release();
    assert.throws(() => other.take(), isBusy(process.pid));
    new FolderLock(join(root, 'other')).take();
    one.release();
    other.take();
    assert.equal(readFileSync(file, 'utf8'), String(process.pid));
    other.release();
    assert.equal(existsSync(file), false);
    rmSync(folderLock(join(root, 'other')));
  });
});
