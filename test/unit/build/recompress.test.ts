import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

/** Plain modules of scripts, which the type check of the tests does not read. */
interface Scripts {
  readonly recompress: (archive: Buffer) => Promise<Buffer>;
  readonly readZip: (archive: Buffer) => Map<string, Buffer>;
}

const text = Buffer.from(
  Array.from({ length: 1000 }, (_, line) => `line ${line * 7919} of ${line % 13}`).join('\n'),
);
const random = Buffer.from(Array.from({ length: 500 }, (_, at) => (at * at * 7919) >> 5));
const contents = new Map([
  ['extension/text.js', text],
  ['extension/ä.bin', random],
  ['empty.txt', Buffer.alloc(0)],
]);

/** What stands before a file and, without its signature and with more, in the directory. */
function fields(name: string, contents: Buffer, data: Buffer, flags: number, method: number) {
  const row = Buffer.alloc(26);
  row.writeUInt16LE(20, 0);
  row.writeUInt16LE(flags, 2);
  row.writeUInt16LE(method, 4);
  row.writeUInt32LE(0x5c210000, 6);
  row.writeUInt32LE(crc32(contents), 10);
  row.writeUInt32LE(data.length, 14);
  row.writeUInt32LE(contents.length, 18);
  row.writeUInt16LE(Buffer.byteLength(name), 22);
  return row;
}

/** As archives are written in one go: sizes stand after each file. The second file is stored. */
function archiveOf(files: ReadonlyMap<string, Buffer>): Buffer {
  const parts: Buffer[] = [];
  const rows: Buffer[] = [];
  for (const [name, bytes] of files) {
    const method = rows.length === 1 ? 0 : 8;
    const data = method === 0 ? bytes : deflateRawSync(bytes);
    const row = fields(name, bytes, data, 0x808, method);
    const offset = Buffer.alloc(4);
    offset.writeUInt32LE(Buffer.concat(parts).length);
    const start = Buffer.from(row).fill(0, 10, 22);
    const descriptor = Buffer.concat([Buffer.from('PK\x07\x08'), row.subarray(10, 22)]);
    parts.push(Buffer.from('PK\x03\x04'), start, Buffer.from(name), data, descriptor);
    const rest = [Buffer.alloc(10), offset, Buffer.from(name)];
    rows.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03'), row, ...rest]));
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.size, 8);
  end.writeUInt16LE(files.size, 10);
  end.writeUInt32LE(Buffer.concat(rows).length, 12);
  end.writeUInt32LE(Buffer.concat(parts).length, 16);
  return Buffer.concat([...parts, ...rows, end]);
}

/** Reads an archive from its beginning, file by file, as who does not look at its directory. */
function readOnwards(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  let at = 0;
  while (archive.toString('latin1', at, at + 4) === 'PK\x03\x04') {
    assert.equal(archive.readUInt16LE(at + 6) & 8, 0, 'sizes stand before the file');
    const nameEnd = at + 30 + archive.readUInt16LE(at + 26);
    const dataAt = nameEnd + archive.readUInt16LE(at + 28);
    const data = archive.subarray(dataAt, dataAt + archive.readUInt32LE(at + 18));
    const bytes = archive.readUInt16LE(at + 8) === 0 ? data : inflateRawSync(data);
    assert.equal(crc32(bytes), archive.readUInt32LE(at + 14));
    assert.equal(bytes.length, archive.readUInt32LE(at + 22));
    files.set(archive.toString('utf8', at + 30, nameEnd), bytes);
    at = dataAt + data.length;
  }
  return files;
}

describe('an archive that is compressed again', () => {
  let scripts: Scripts;
  let archive: Buffer;
  before(async () => {
    const urls = ['recompress', 'zip'].map((name) =>
      pathToFileURL(resolve(`test/harness/${name}.mjs`)),
    );
    const modules = await Promise.all(urls.map(({ href }) => import(href) as Promise<Scripts>));
    scripts = { ...modules[0], ...modules[1] } as Scripts;
    archive = archiveOf(contents);
  });

  it('has the same files in the same order, whichever way it is read', async () => {
    assert.deepEqual([...scripts.readZip(archive)], [...contents]);
    const again = await scripts.recompress(archive);
    assert.deepEqual([...scripts.readZip(again)], [...contents]);
    assert.deepEqual([...readOnwards(again)], [...contents]);
  });

  it('is smaller, keeps the times, and is the same each time', async () => {
    const again = await scripts.recompress(archive);
    assert.ok(again.length < archive.length * 0.97, `${again.length} of ${archive.length}`);
    assert.equal(again.readUInt32LE(10), 0x5c210000);
    assert.deepEqual(await scripts.recompress(archive), again);
    assert.ok((await scripts.recompress(again)).length <= again.length);
  });

  it('is not made of what is no archive', async () => {
    await assert.rejects(scripts.recompress(text), /no directory/);
    const broken = Buffer.from(archive);
    broken.writeUInt32LE(1, broken.length - 6);
    await assert.rejects(scripts.recompress(broken), /directory of the archive is broken/);
  });
});
