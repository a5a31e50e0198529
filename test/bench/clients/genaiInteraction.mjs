import { requirePeer } from '../peers.mjs';

/** @typedef {{ event_type?: string }} Event */
/** @typedef {{ interactions: { create: (input: object) => Promise<AsyncIterable<Event>> } }} GoogleGenAI */

/**
 * It gives the events, and adds nothing up.
 * @type {import('./client.mjs').Open}
 */
export async function open(endpoint) {
  /** @type {{ GoogleGenAI: new (options: object) => GoogleGenAI }} */
  const { GoogleGenAI } = requirePeer('@google/genai');
  const client = new GoogleGenAI({ apiKey: 'bench', httpOptions: { baseUrl: endpoint } });
  return async (model, onEvent) => {
    const events = await client.interactions.create({ model, input: 'Bench', stream: true });
    for await (const event of events) if (event.event_type === 'step.delta') onEvent(event);
  };
}
