import { createHash } from 'node:crypto';
import type { JsonObject } from '../../../src/api/schema/row';

/** Far from now. */
const SOON = Date.UTC(2100, 0, 1);

/** A File resource that the service has, with this content. */
export function fileThere(content: string, more: JsonObject = {}): JsonObject {
  const hex = createHash('sha256').update(content).digest('hex');
  return {
    name: `files/${hex.slice(0, 8)}`,
    displayName: 'there.txt',
    uri: `https://one.example/v1beta/files/${hex.slice(0, 8)}`,
    sizeBytes: String(Buffer.byteLength(content)),
    sha256Hash: Buffer.from(hex).toString('base64'),
    state: 'ACTIVE',
    expirationTime: new Date(SOON).toISOString(),
    ...more,
  };
}
