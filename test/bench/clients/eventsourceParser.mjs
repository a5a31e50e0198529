import { requirePeer } from '../peers.mjs';

/** @typedef {{ createParser: (on: { onEvent: (event: { data: string }) => void }) => { feed: (text: string) => void } }} Parser */

/**
 * With `fetch`, the way its documentation shows.
 * @type {import('./client.mjs').Open}
 */
export async function open(endpoint) {
  /** @type {Parser} */
  const { createParser } = requirePeer('eventsource-parser');
  const { BODY, pathOf } = await import('./request.mjs');
  return async (model, onEvent) => {
    const headers = { 'content-type': 'application/json', 'x-goog-api-key': 'bench' };
    const response = await fetch(endpoint + pathOf(model), {
      method: 'POST',
      headers,
      body: BODY,
    });
    const parser = createParser({ onEvent: ({ data }) => onEvent(JSON.parse(data)) });
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) {
      parser.feed(decoder.decode(bytes, { stream: true }));
    }
  };
}
