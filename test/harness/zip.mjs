import { inflateRawSync } from 'node:zlib';

const DIRECTORY_ENTRY = 0x02014b50;

/** Lengths of what stands before the names, in bytes. */
const DIRECTORY_ENTRY_LENGTH = 46;
const LOCAL_HEADER_LENGTH = 30;

/**
 * Reads an archive in memory, as far as a package for VS Code uses the format (no ZIP64, stored or deflated).
 * @param {Buffer} archive
 * @returns {Map<string, Buffer>} Contents by path, in the archive's order.
 * @throws {Error} When it is no such archive.
 */
export function readZip(archive) {
  const endAt = archive.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  if (endAt < 0) throw new Error('The archive has no directory.');
  const end = archive.subarray(endAt);
  /** @type {Map<string, Buffer>} */
  const files = new Map();
  let at = end.readUInt32LE(16);
  while (files.size < end.readUInt16LE(10)) {
    if (archive.readUInt32LE(at) !== DIRECTORY_ENTRY) {
      throw new Error('The directory of the archive is broken.');
    }
    const [name, extra, comment] = [28, 30, 32].map((field) => archive.readUInt16LE(at + field));
    const nameAt = at + DIRECTORY_ENTRY_LENGTH;
    const row = archive.subarray(at, nameAt + Number(name) + Number(extra) + Number(comment));
    const data = dataOf(archive, row);
    const isStored = archive.readUInt16LE(at + 10) === 0;
    const path = archive.toString('utf8', nameAt, nameAt + Number(name));
    files.set(path, isStored ? data : inflateRawSync(data));
    at += row.length;
  }
  return files;
}

/**
 * A file as it is stored.
 * @param {Buffer} archive
 * @param {Buffer} row Of the directory.
 */
function dataOf(archive, row) {
  const local = row.readUInt32LE(42);
  const names = archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const start = local + LOCAL_HEADER_LENGTH + names;
  return archive.subarray(start, start + row.readUInt32LE(20));
}
