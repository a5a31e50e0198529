import { requirePeer } from '../../peers.mjs';
import { MIME_TYPE } from './client.mjs';

/** @typedef {{ files: { upload: (input: object) => Promise<unknown> }, models: { get: (input: object) => Promise<unknown> } }} GoogleGenAI */

/** @type {import('./client.mjs').Open} */
export async function open(endpoint, { path }) {
  /** @type {{ GoogleGenAI: new (options: object) => GoogleGenAI }} */
  const { GoogleGenAI } = requirePeer('@google/genai');
  const client = new GoogleGenAI({ apiKey: 'bench', httpOptions: { baseUrl: endpoint } });
  await client.models.get({ model: 'models/warm' });
  return () => client.files.upload({ file: path, config: { mimeType: MIME_TYPE } });
}
