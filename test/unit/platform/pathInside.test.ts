import assert from 'node:assert/strict';
import { join, posix, resolve, win32 } from 'node:path';
import { pathInside } from '../../../src/platform/pathInside';

describe('the path from a folder to what lies in it', () => {
  it('is there for the folder itself and all below it', () => {
    assert.equal(pathInside('/app', '/app/tests/recordings', posix), 'tests/recordings');
    assert.equal(pathInside('/app', '/app', posix), '');
    assert.equal(pathInside('/app', '/app/..hidden', posix), '..hidden');
    assert.equal(pathInside('C:\\app', 'c:\\APP\\tests', win32), 'tests');
    assert.equal(pathInside(resolve('app'), resolve('app/a/b')), join('a', 'b'));
  });

  it('is not for what lies above or beside it, or on another drive', () => {
    for (const path of ['/', '/lib', '/application']) {
      assert.equal(pathInside('/app', path, posix), undefined, path);
    }
    for (const path of ['C:\\', 'C:\\lib', 'D:\\app', 'D:\\', '\\\\server\\share\\app']) {
      assert.equal(pathInside('C:\\app', path, win32), undefined, path);
    }
  });
});
