import type { UserFile, UserFiles } from '../userFiles';
import { openSource } from './openSource';

/** Bytes from which the type of a file is told. */
export const HEAD = 4096;

/** The first 4 KiB of a file. Throws what `openSource` throws. */
export async function readHead(file: UserFile, userFiles: UserFiles): Promise<Uint8Array> {
  const source = await openSource(file, userFiles, HEAD);
  try {
    for await (const piece of source.read(0, new AbortController().signal)) {
      return Uint8Array.from(piece.subarray(0, HEAD));
    }
    return new Uint8Array();
  } finally {
    await source.close();
  }
}
