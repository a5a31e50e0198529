import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '../../harness/paths.mjs';

/**
 * The part of the client that is measured.
 * @typedef {object} Client
 * @property {(id: string, input: object, options?: { signal?: AbortSignal }) => AsyncIterable<unknown>} stream
 * @property {(id: string, input: object, options?: object) => Promise<unknown>} call
 */

/** @typedef {{ event_type?: string }} InteractionEvent */
/** @typedef {{ steps?: { content?: { text?: string }[] }[] }} Interaction */

/**
 * What of it reads interactions.
 * @typedef {object} Interactions
 * @property {new (client: Client, source: object) => AsyncIterable<InteractionEvent>} InteractionStream
 * @property {new () => { add(event: InteractionEvent): void, interaction(): Interaction }} InteractionAccumulator
 */

/** @typedef {(options: { endpoint: string, apiKey: string }) => Client} Connect */

/** Our client as it ships for scripts. @returns {Interactions & { connect: Connect }} */
export function loadOurs() {
  return createRequire(import.meta.url)(join(ROOT, 'dist/api.js'));
}

/** @param {string} endpoint */
export function connectOurs(endpoint) {
  return loadOurs().connect({ endpoint, apiKey: 'bench' });
}

/** What a stream is asked for. @param {string} model */
export const streamInput = (model) => ({
  model: `models/${model}`,
  body: { contents: [{ role: 'user', parts: [{ text: 'Bench' }] }] },
});
