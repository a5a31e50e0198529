import { requirePeer } from '../peers.mjs';

/**
 * @typedef {{ stream: AsyncIterable<unknown>, response: Promise<unknown> }} Streaming
 * @typedef {{ generateContentStream: (text: string) => Promise<Streaming> }} Model
 * @typedef {{ getGenerativeModel: (model: object, options: object) => Model }} GoogleGenerativeAI
 */

/** @type {import('./client.mjs').Open} */
export async function open(endpoint) {
  /** @type {{ GoogleGenerativeAI: new (key: string) => GoogleGenerativeAI }} */
  const { GoogleGenerativeAI } = requirePeer('@google/generative-ai');
  const client = new GoogleGenerativeAI('bench');
  return async (model, onEvent) => {
    const options = { baseUrl: endpoint };
    const answers = await client.getGenerativeModel({ model }, options).generateContentStream('a');
    for await (const answer of answers.stream) onEvent(answer);
    await answers.response;
  };
}
