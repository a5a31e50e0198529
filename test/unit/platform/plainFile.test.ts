import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileSource } from '../../../src/api/upload/fileSource';
import { openPlainFile, readPlainFile, requirePlainFile } from '../../../src/platform/safeFiles';
import { english } from '../../fakes/l10n';
import { failure } from '../api/harness';

describe('plain files', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plain-'));
    await writeFile(join(folder, 'text'), 'abc');
    await symlink('text', join(folder, 'link'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    await symlink('pipe', join(folder, 'linked-pipe'));
  });
  after(() => rm(folder, { recursive: true }));

  async function read(name: string): Promise<string> {
    const pieces: Uint8Array[] = [];
    for await (const piece of readPlainFile(join(folder, name), english)) pieces.push(piece);
    return Buffer.concat(pieces).toString();
  }

  it('are read, also through a link', async () => {
    assert.equal(await read('text'), 'abc');
    assert.equal(await read('link'), 'abc');
  });

  it('stop being read when that is cancelled', async () => {
    const pieces = readPlainFile(join(folder, 'text'), english, AbortSignal.abort());
    assert.equal((await failure(pieces.next())).name, 'AbortError');
  });

  // More than Node has threads for files: one that waited would leave the last none.
  for (const name of ['pipe', 'linked-pipe', '/dev/zero', '/dev/tty', '.']) {
    it(`are told from ${name}, at once`, async () => {
      const path = name.startsWith('/') ? name : join(folder, name);
      const tries = [1, 2, 3].flatMap(() => [
        openPlainFile(path, english),
        requirePlainFile(path, english),
      ]);
      for (const tried of tries) assert.equal((await failure(tried)).reason, 'notAFile');
      assert.equal((await failure(fileSource(path))).reason, 'notReadable');
    });
  }
});
