import { inflateRawSync } from 'node:zlib';

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;

/**
 * Reads an archive in memory, as far as a package for VS Code uses the format (no ZIP64, stored or deflated).
 * @param {Buffer} archive
 * @returns {Map<string, Buffer>} Contents by path, in the archive's order.
 * @throws {Error} When it is no such archive.
 */
export function readZip(archive) {
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  if (end < 0 || archive.readUInt32LE(end) !== END_OF_DIRECTORY) {
    throw new Error('The archive has no directory.');
  }
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  const files = new Map();
  for (let index = 0; index < count; index++) {
    if (archive.readUInt32LE(at) !== DIRECTORY_ENTRY) {
      throw new Error('The directory of the archive is broken.');
    }
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    files.set(name, contents(archive, at));
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}

/**
 * @param {Buffer} archive
 * @param {number} at Of the entry in the directory.
 */
function contents(archive, at) {
  const method = archive.readUInt16LE(at + 10);
  const size = archive.readUInt32LE(at + 20);
  const local = archive.readUInt32LE(at + 42);
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const bytes = archive.subarray(start, start + size);
  return method === 0 ? bytes : inflateRawSync(bytes);
}
