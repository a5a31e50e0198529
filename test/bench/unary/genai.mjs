import { requirePeer } from '../peers.mjs';

/** @param {string} endpoint */
export async function open(endpoint) {
  /** @type {{ GoogleGenAI: new (options: object) => { models: { get: (input: object) => Promise<unknown> } } }} */
  const { GoogleGenAI } = requirePeer('@google/genai');
  const client = new GoogleGenAI({ apiKey: 'bench', httpOptions: { baseUrl: endpoint } });
  return () => client.models.get({ model: 'models/unary' });
}
