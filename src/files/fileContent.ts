import { createHash } from 'node:crypto';
import { textAt } from '../base/json';
import type { JsonObject } from '../api/schema/row';
import { openSource } from './openSource';
import type { Remembered } from './rememberedFiles';
import type { UserFile, UserFiles } from './userFiles';

/** Bytes of the beginning of a file that its type is detected from. */
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

/**
 * SHA-256 of a file's content in hexadecimal.
 * @param onPart receives the part that is read, 0 to 1.
 * Throws what `openSource` throws, and `CancelledError`.
 */
export async function contentHash(
  file: UserFile,
  userFiles: UserFiles,
  signal: AbortSignal,
  onPart?: (part: number) => void,
): Promise<string> {
  const source = await openSource(file, userFiles);
  try {
    const hash = createHash('sha256');
    let read = 0;
    for await (const piece of source.read(0, signal)) {
      hash.update(piece);
      read += piece.length;
      onPart?.(read / source.size);
    }
    return hash.digest('hex');
  } finally {
    await source.close();
  }
}

const DIGEST = /^[0-9a-f]{64}$/i;

/**
 * `contentHash` as a File resource has it; undefined where it has none. The service writes the digits of the digest in
 * base64; its documentation speaks of the digest itself, and some gateways leave the digits as they are.
 */
export function hashOfResource(file: JsonObject): string | undefined {
  const given = textAt(file, 'sha256Hash');
  // A hexadecimal digest is valid base64 too, so that it is tested first.
  if (DIGEST.test(given)) return given.toLowerCase();
  const bytes = Buffer.from(given, 'base64');
  if (bytes.length === 32) return bytes.toString('hex');
  const digits = bytes.toString('latin1');
  return DIGEST.test(digits) ? digits.toLowerCase() : undefined;
}

/** Detects that a file was replaced or changed, without reading all of it. */
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

/**
 * Whether a file still has the content that was uploaded: it has where size and time are the same; where only the
 * time differs, such as after a checkout, the hash decides. Throws what `readHash` throws.
 * @param readHash `contentHash` of the file.
 */
export async function isUnchanged(
  file: Pick<UserFile, 'size' | 'modifiedAt'>,
  uploaded: Pick<Remembered, 'size' | 'modifiedAt' | 'hash'>,
  readHash: () => Promise<string>,
): Promise<boolean> {
  if (file.size !== uploaded.size) return false;
  if (file.modifiedAt === uploaded.modifiedAt) return true;
  return uploaded.hash !== undefined && (await readHash()) === uploaded.hash;
}
