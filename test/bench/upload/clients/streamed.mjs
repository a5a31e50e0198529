import { open as openFile } from 'node:fs/promises';
import { RawUpload } from './raw.mjs';

const READ = 2 * 1024 ** 2;

/**
 * One request for all that is left; after a break it asks how much is there, and goes on at once. Also what breaks are
 * measured against.
 * @type {import('./client.mjs').Open}
 */
export async function open(endpoint, { path, size }) {
  const raw = new RawUpload(endpoint);
  await raw.warm();
  return async () => {
    const handle = await openFile(path);
    const url = await raw.start(size);
    let state = 'active';
    for (let offset = 0; state === 'active';) {
      try {
        ({ state } = await raw.post(url, bytesFrom(handle, offset), {
          'content-length': String(size - offset),
          'x-goog-upload-command': 'upload, finalize',
          'x-goog-upload-offset': String(offset),
        }));
        if (state !== '') continue;
      } catch (error) {
        if (/** @type {NodeJS.ErrnoException} */ (error).code === undefined) throw error;
      }
      ({ state, received: offset } = await raw.post(url, '', { 'x-goog-upload-command': 'query' }));
    }
    await handle.close();
    if (state !== 'final') throw new Error(`The upload ended ${state}.`);
  };
}

/** @param {import('node:fs/promises').FileHandle} handle @param {number} offset */
async function* bytesFrom(handle, offset) {
  // It is written over when more is asked for, which undici does once the socket has let go of it.
  const memory = Buffer.allocUnsafeSlow(READ);
  for (let at = offset; ;) {
    const { bytesRead } = await handle.read(memory, 0, READ, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield memory.subarray(0, bytesRead);
  }
}
