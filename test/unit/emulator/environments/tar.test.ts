import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { type TarEntry, writeTar } from '../../../../src/base/tar';
import { readTar } from '../../../../src/emulator/environments/sources';

const MOST = 1_000_000;
const BLOCK = 512;

const file = (path: string, text = 'tide'): TarEntry => ({ path, content: Buffer.from(text) });

function roundTrip(entries: readonly TarEntry[]): readonly TarEntry[] {
  return readTar(writeTar(entries), MOST);
}

/** An archive of one file whose head is changed, with a checksum that is right. */
function changed(change: (head: Buffer) => void): Buffer {
  const archive = writeTar([file('a')]);
  const head = archive.subarray(0, BLOCK);
  change(head);
  head.write(' '.repeat(8), 148, 'latin1');
  const sum = head.reduce((all, byte) => all + byte, 0);
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return archive;
}

describe('emulator: tar archives', () => {
  for (const size of [0, 511, 512, 70_000]) {
    it(`give back a file of ${size} bytes, and what is behind it`, () => {
      const entries = [file('notes/a.txt', 'x'.repeat(size)), file('b')];
      assert.deepEqual(roundTrip(entries), entries);
      assert.equal(writeTar(entries).length % BLOCK, 0);
    });
  }

  it('are read with the long names of other programs', () => {
    const long = `${'l'.repeat(150)}.txt`;
    const name = writeTar([file('@LongLink', `${long}\0`)]).subarray(0, 2 * BLOCK);
    const typed = changed((head) => {
      head.set(name.subarray(0, BLOCK));
      head.write('L', 156, 'latin1');
    }).subarray(0, BLOCK);
    const archive = Buffer.concat([typed, name.subarray(BLOCK), writeTar([file('cut')])]);
    assert.deepEqual(readTar(archive, MOST), [file(long)]);
    const prefixed = changed((head) => head.write('far/away', 345, 'latin1'));
    assert.deepEqual(readTar(prefixed, MOST), [file('far/away/a')]);
  });

  it('are unpacked up to a size', () => {
    const packed = gzipSync(writeTar([file('a', 'x'.repeat(10_000))]));
    assert.equal(readTar(packed, MOST)[0]?.content?.length, 10_000);
    assert.throws(() => readTar(packed, 9_999), { code: 400 });
    assert.throws(() => readTar(packed.subarray(0, 30), MOST), { code: 400 });
    const plain = writeTar([file('a', 'x'.repeat(10_000))]);
    assert.equal(readTar(plain, plain.length).length, 1);
    assert.throws(() => readTar(plain, plain.length - 1), { code: 400 });
  });

  for (const path of ['../a', 'a/../../b', '/etc/passwd']) {
    it(`are refused with a place outside: ${path}`, () => {
      const message = `The archive contains a path outside of the archive: “${path}”.`;
      assert.throws(() => readTar(writeTar([file('fine'), file(path)]), MOST), {
        code: 400,
        message,
      });
    });
  }

  it('leave out links and devices', () => {
    for (const type of ['1', '2', '3']) {
      const archive = changed((head) => head.write(type, 156, 'latin1'));
      assert.deepEqual(readTar(archive, MOST), []);
    }
  });
});
