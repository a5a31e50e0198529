import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmulator } from '../../../../src/emulator/server';
import { begin, bytesOf, command, fileOf, GRANULE, hashOf, receivedBy } from './uploading';

describe('emulator: uploads on the disk', () => {
  const folders: string[] = [];
  after(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

  function temporary(): string {
    const folder = mkdtempSync(join(tmpdir(), 'uploads-test-'));
    folders.push(folder);
    return folder;
  }

  it('go on after a restart', async () => {
    const dataFolder = temporary();
    const options = { dataFolder, seed: 'empty', limits: { uploadGranularity: GRANULE } } as const;
    const bytes = bytesOf(2 * GRANULE);
    const first = await startEmulator(options);
    const path = await begin(first, { length: bytes.length });
    const begun = { offset: 0, raw: bytes.subarray(0, GRANULE) };
    await command(first, path, 'upload', begun);
    await first.close();
    const second = await startEmulator(options);
    try {
      assert.equal(await receivedBy(second, path), GRANULE);
      const rest = { offset: GRANULE, raw: bytes.subarray(GRANULE) };
      const answer = await command(second, path, 'upload, finalize', rest);
      assert.equal(fileOf(answer).sha256Hash, hashOf(bytes));
      // Nobody reads them again.
      assert.deepEqual(readdirSync(join(dataFolder, 'uploads')), []);
    } finally {
      await second.close();
    }
  });

  it('leave nothing behind where nothing is kept', async () => {
    const before = new Set(uploadFolders());
    const emulator = await startEmulator({ seed: 'empty' });
    const path = await begin(emulator);
    await command(emulator, path, 'upload', { offset: 0, raw: Buffer.alloc(8 * 1024 * 1024) });
    const made = uploadFolders().filter((name) => !before.has(name));
    assert.ok(made.length > 0);
    await emulator.close();
    const left = made.filter((name) => existsSync(join(tmpdir(), name)));
    assert.ok(left.length < made.length, 'its folder is gone');
  });

  function uploadFolders(): readonly string[] {
    return readdirSync(tmpdir()).filter((name) => name.startsWith('emulator-uploads-'));
  }
});
