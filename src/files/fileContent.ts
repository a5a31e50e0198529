import { createHash } from 'node:crypto';
import { textAt } from '../base/json';
import type { JsonObject } from '../api/schema/row';
import { openSource } from './openSource';
import type { RememberedUpload } from './rememberedFiles';
import type { UserFile, UserFiles } from './userFiles';

/** Number of leading bytes used to detect the type. */
const HEAD = 4096;

/** Reads the first 4 KiB of a file. Throws the errors of `openSource`. */
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
 * Returns the SHA-256 of a file as hex. `onPart` receives the progress, 0 to 1. Throws the errors
 * of `openSource` and `CancelledError`.
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
 * Returns a File resource's hash as hex. The API base64-encodes the hex digits (its docs say the
 * digest itself), and some gateways send plain hex.
 */
export function hashOfResource(file: JsonObject): string | undefined {
  const given = textAt(file, 'sha256Hash');
  // A hex digest is also valid base64, so hex is tested first.
  if (DIGEST.test(given)) return given.toLowerCase();
  const bytes = Buffer.from(given, 'base64');
  if (bytes.length === 32) return bytes.toString('hex');
  const digits = bytes.toString('latin1');
  return DIGEST.test(digits) ? digits.toLowerCase() : undefined;
}

export interface FileIdentity {
  /** In bytes. */
  readonly size: number;
  /** In ms since 1970. */
  readonly modifiedAt: number;
  /** SHA-256 of the concatenated first and last MiB, as hex. */
  readonly edges: string;
}

const EDGE = 1024 * 1024;

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
 * Whether a file is unchanged since its upload. If only the time differs (e.g., after a checkout),
 * the hash decides. Throws the errors of `readHash` (`contentHash` of the file).
 */
export async function isUnchanged(
  file: Pick<UserFile, 'size' | 'modifiedAt'>,
  uploaded: Pick<RememberedUpload, 'size' | 'modifiedAt' | 'hash'>,
  readHash: () => Promise<string>,
): Promise<boolean> {
  if (file.size !== uploaded.size) return false;
  if (file.modifiedAt === uploaded.modifiedAt) return true;
  return uploaded.hash !== undefined && (await readHash()) === uploaded.hash;
}
