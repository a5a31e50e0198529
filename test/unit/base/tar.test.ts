import assert from 'node:assert/strict';
import { type TarEntry, TarError, untar, writeTar } from '../../../src/base/tar';

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) {
    yield await Promise.resolve(bytes.subarray(at, at + size));
  }
}

/** What an archive has, read whole; with `only` the contents of other files are not looked at. */
async function unpacked(archive: Uint8Array, size = 700, only?: string) {
  const found: (readonly [string, string | undefined])[] = [];
  for await (const { path, content } of untar(inPieces(archive, size))) {
    if (only !== undefined && path !== only) continue;
    const pieces: Uint8Array[] = [];
    for await (const piece of content ?? []) pieces.push(Uint8Array.from(piece));
    found.push([path, content && Buffer.concat(pieces).toString()]);
  }
  return found;
}

const ENTRIES: readonly TarEntry[] = [
  { path: 'notes', content: undefined },
  { path: 'notes/tide.txt', content: Buffer.from('x'.repeat(1025)) },
  { path: `${'long/'.repeat(40)}Böe.md`, content: Buffer.from('wind') },
  { path: 'empty', content: Buffer.alloc(0) },
];
const EXPECTED = ENTRIES.map(({ path, content }) => [path, content && content.toString()]);

describe('archives as they arrive', () => {
  for (const size of [1, 511, 512, 513, 100_000]) {
    it(`are unpacked from pieces of ${size} bytes`, async () => {
      assert.deepEqual(await unpacked(writeTar(ENTRIES), size), EXPECTED);
    });
  }

  it('go on behind a file that nobody reads', async () => {
    assert.deepEqual(await unpacked(writeTar(ENTRIES), 100, 'empty'), [['empty', '']]);
  });

  for (const path of ['../x', '/etc/passwd', 'a/../../x']) {
    it(`are refused where they lead out: ${path}`, async () => {
      const archive = writeTar([{ path, content: Buffer.from('x') }]);
      await assert.rejects(unpacked(archive), TarError);
    });
  }

  it('are refused where they break off, or are none', async () => {
    const archive = writeTar(ENTRIES);
    for (const end of [100, 600, 1500]) {
      await assert.rejects(unpacked(archive.subarray(0, end)), TarError, String(end));
    }
    await assert.rejects(unpacked(Buffer.from('Ebb and flow. '.repeat(100))), TarError);
  });

  it('are left behind as soon as nobody wants more', async () => {
    let hasEnded = false;
    async function* source() {
      try {
        yield* inPieces(writeTar(ENTRIES), 512);
      } finally {
        hasEnded = true;
      }
    }
    for await (const { path } of untar(source())) if (path === 'notes/tide.txt') break;
    assert.ok(hasEnded);
  });
});
