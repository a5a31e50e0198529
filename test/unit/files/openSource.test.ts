import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { appendFile, rename, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contentHash, readHead } from '../../../src/files/rememberedFiles';
import { type OpenSource, type UserFile, openSource } from '../../../src/files/openSource';
import { FakeUserFiles, targetOf } from '../../fakes/userFiles';
import { folderForEach } from '../../fakes/folder';

describe('reading a file of the user', () => {
  const folder = folderForEach();
  const none = new FakeUserFiles();
  const never = new AbortController().signal;
  const MIB = 1024 * 1024;

  async function fileOf(content: string | Uint8Array): Promise<UserFile> {
    const path = join(folder(), 'a.txt');
    await writeFile(path, content);
    return await lookedAt(path);
  }

  async function lookedAt(path: string): Promise<UserFile> {
    const { size, mtimeMs } = await stat(path);
    const modifiedAt = Math.floor(mtimeMs);
    return {
      target: targetOf(path),
      name: 'a.txt',
      path,
      localPath: path,
      kind: 'file',
      size,
      modifiedAt,
    };
  }

  async function all(source: OpenSource, offset = 0): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of source.read(offset, never)) pieces.push(Buffer.from(piece));
    return Buffer.concat(pieces);
  }

  it('gives all of it, and the rest from an offset, more than once', async () => {
    const content = Buffer.alloc(5 * MIB + 3, 'abcdefg');
    const source = await openSource(await fileOf(content), none);
    try {
      assert.equal(source.size, content.length);
      assert.ok((await all(source)).equals(content));
      assert.ok((await all(source, 5 * MIB)).equals(content.subarray(5 * MIB)));
    } finally {
      await source.close();
    }
  });

  for (const [title, change] of [
    ['was appended to', (path: string) => appendFile(path, 'more')],
    ['was cut off', (path: string) => truncate(path, MIB)],
    ['was deleted', (path: string) => rm(path)],
    [
      'was written anew with as many bytes',
      async (path: string) => {
        await writeFile(path, Buffer.alloc(6 * MIB, 'z'));
        await utimes(path, 1, 1);
      },
    ],
    [
      'was replaced by another',
      async (path: string) => {
        await writeFile(`${path}.new`, Buffer.alloc(6 * MIB, 'z'));
        await rename(`${path}.new`, path);
      },
    ],
  ] as const) {
    it(`fails before its last piece when it ${title} meanwhile`, async () => {
      const file = await fileOf(Buffer.alloc(6 * MIB, 'a'));
      const source = await openSource(file, none);
      let given = 0;
      await assert.rejects(
        async () => {
          for await (const piece of source.read(0, never)) {
            if (given === 0) await change(file.path);
            given += piece.length;
          }
        },
        { reason: 'sourceChanged' },
      );
      assert.ok(given < file.size, `${given} bytes were given.`);
      await source.close();
    });
  }

  it('tells its content by a hash, and how far it has read', async () => {
    const content = Buffer.alloc(5 * MIB, 'xyz');
    const parts: number[] = [];
    const hash = await contentHash(await fileOf(content), none, never, (part) => parts.push(part));
    assert.equal(hash, createHash('sha256').update(content).digest('hex'));
    assert.equal(parts.at(-1), 1);
    assert.ok(parts.length > 1);
  });

  it('reads no more than its head to tell the type', async () => {
    const head = await readHead(await fileOf(Buffer.alloc(MIB, 'h')), none);
    assert.equal(head.length, 4096);
  });

  it('reads one of a virtual file system whole, up to 100 MB', async () => {
    const files = new FakeUserFiles({ '/v/a.txt': 'virtual', '/v/big': { size: 100_000_001 } });
    const source = await openSource(await files.inspect(targetOf('/v/a.txt')), files);
    assert.equal((await all(source, 3)).toString(), 'tual');
    await assert.rejects(openSource(await files.inspect(targetOf('/v/big')), files), {
      reason: 'tooLarge',
    });
    assert.deepEqual(files.read, ['/v/a.txt']);
  });
});
