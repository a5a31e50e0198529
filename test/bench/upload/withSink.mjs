import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from './bundle.mjs';
import { startSink } from './sink.mjs';

/**
 * With a fresh service for files, and a folder that is thrown away afterwards.
 * @template T
 * @param {(sink: import('./sink.mjs').Sink, folder: string, reader: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withSink(work) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-upload-'));
  try {
    const reader = await bundle('uploads', folder);
    const sink = await startSink();
    try {
      return await work(sink, folder, reader);
    } finally {
      await sink.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
