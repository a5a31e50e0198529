import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';

const MIB = 1024 ** 2;

/** @typedef {import('./clients/client.mjs').LocalFile} LocalFile */

/**
 * A file without content, which takes no room on the disk, and is read once, so that everybody finds it in memory.
 * @param {string} folder
 * @param {number} mib
 * @param {string} reader
 * @returns {Promise<LocalFile>}
 */
export async function emptyFile(folder, mib, reader) {
  const path = join(folder, `${mib}.bin`);
  const handle = await open(path, 'w');
  await handle.truncate(mib * MIB);
  await handle.close();
  await once(createReadStream(path, { highWaterMark: MIB }).resume(), 'close');
  return { path, size: mib * MIB, reader };
}

/**
 * A file of which every part is different, and its SHA-256 in hexadecimal.
 * @param {string} folder
 * @param {number} bytes
 * @param {string} reader
 * @returns {Promise<LocalFile & { digest: string }>}
 */
export async function fullFile(folder, bytes, reader) {
  const path = join(folder, `full-${bytes}.bin`);
  const hash = createHash('sha256');
  const handle = await open(path, 'w');
  for (let at = 0; at < bytes; at += MIB) {
    // A block of its own for every place; random bytes would take the time that the uploads have.
    const block = Buffer.alloc(Math.min(MIB, bytes - at), `${at} of ${bytes}, and on. `);
    hash.update(block);
    await handle.write(block);
  }
  await handle.close();
  return { path, size: bytes, reader, digest: hash.digest('hex') };
}
