import { open as openFile } from 'node:fs/promises';
import { RawUpload } from './raw.mjs';

const CHUNK = 8 * 1024 ** 2;

/**
 * The yardstick: one request for every 8 MiB, all from one buffer.
 * @type {import('./client.mjs').Open}
 */
export async function open(endpoint, { path, size }) {
  const raw = new RawUpload(endpoint);
  const buffer = Buffer.allocUnsafeSlow(CHUNK);
  await raw.warm();
  return async () => {
    const handle = await openFile(path);
    const url = await raw.start(size);
    let state = '';
    for (let offset = 0; offset < size;) {
      const { bytesRead } = await handle.read(buffer, 0, CHUNK, offset);
      const isLast = offset + bytesRead >= size;
      const answer = await raw.post(url, buffer.subarray(0, bytesRead), {
        'x-goog-upload-command': isLast ? 'upload, finalize' : 'upload',
        'x-goog-upload-offset': String(offset),
      });
      if (answer.status !== 200) throw new Error(`A piece was answered with ${answer.status}.`);
      ({ state } = answer);
      offset += bytesRead;
    }
    await handle.close();
    if (state !== 'final') throw new Error(`The upload ended ${state}.`);
  };
}
