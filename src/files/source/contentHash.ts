import { createHash } from 'node:crypto';
import { textAt } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import type { UserFile, UserFiles } from '../userFiles';
import { openSource } from './openSource';

/**
 * SHA-256 of a file's content in hexadecimal.
 * @param onPart told how much of it is read, 0 to 1.
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
 * The same of a File resource; undefined where it has none. The service writes the digits of the digest in
 * base64; its documentation speaks of the digest itself, and some gateways leave the digits as they are.
 */
export function hashOfResource(file: JsonObject): string | undefined {
  const given = textAt(file, 'sha256Hash');
  // Digits are base64 too, so that they are looked for first.
  if (DIGEST.test(given)) return given.toLowerCase();
  const bytes = Buffer.from(given, 'base64');
  if (bytes.length === 32) return bytes.toString('hex');
  const digits = bytes.toString('latin1');
  return DIGEST.test(digits) ? digits.toLowerCase() : undefined;
}
