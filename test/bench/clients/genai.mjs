import { requirePeer } from '../peers.mjs';

/** @typedef {{ models: { generateContentStream: (input: object) => Promise<AsyncIterable<unknown>> } }} GoogleGenAI */

/** @type {import('./client.mjs').Open} */
export async function open(endpoint) {
  /** @type {{ GoogleGenAI: new (options: object) => GoogleGenAI }} */
  const { GoogleGenAI } = requirePeer('@google/genai');
  const client = new GoogleGenAI({ apiKey: 'bench', httpOptions: { baseUrl: endpoint } });
  return async (model, onEvent) => {
    const answers = await client.models.generateContentStream({ model, contents: 'Bench' });
    for await (const answer of answers) onEvent(answer);
  };
}
