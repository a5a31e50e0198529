import { requirePeer } from '../../peers.mjs';
import { MIME_TYPE } from './client.mjs';

/** @typedef {{ uploadFile: (path: string, options: object) => Promise<unknown>, getFile: (name: string) => Promise<unknown> }} GoogleAIFileManager */

/** @type {import('./client.mjs').Open} */
export async function open(endpoint, { path }) {
  /** @type {{ GoogleAIFileManager: new (key: string, options: object) => GoogleAIFileManager }} */
  const { GoogleAIFileManager } = requirePeer('@google/generative-ai/server');
  const client = new GoogleAIFileManager('bench', { baseUrl: endpoint });
  await client.getFile('files/warm');
  return () => client.uploadFile(path, { mimeType: MIME_TYPE });
}
