import { createHash } from 'node:crypto';
import type { UserFile, UserFiles } from '../userFiles';
import { openSource } from './openSource';

/** What tells a file apart from a later one at the same place, without reading all of it. */
export interface FileIdentity {
  /** In bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
  /** SHA-256 of the first and the last MiB, one after the other, in hexadecimal. */
  readonly edges: string;
}

const EDGE = 1024 * 1024;

/** Throws what `openSource` throws. */
export async function identityOf(file: UserFile, userFiles: UserFiles): Promise<FileIdentity> {
  const source = await openSource(file, userFiles, EDGE);
  try {
    const hash = createHash('sha256');
    for (const offset of [0, Math.max(0, source.size - EDGE)]) {
      let left = Math.min(EDGE, source.size);
      for await (const piece of source.read(offset, new AbortController().signal)) {
        hash.update(piece.subarray(0, left));
        left -= piece.length;
        if (left <= 0) break;
      }
    }
    return { size: file.size, modifiedAt: file.modifiedAt, edges: hash.digest('hex') };
  } finally {
    await source.close();
  }
}

export function sameIdentity(a: FileIdentity, b: FileIdentity): boolean {
  return a.size === b.size && a.modifiedAt === b.modifiedAt && a.edges === b.edges;
}
