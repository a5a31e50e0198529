import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '../../harness/paths.mjs';

/**
 * @typedef {{ stream: (id: string, input: object, options?: { signal?: AbortSignal }) => AsyncIterable<unknown> }} Client
 * @typedef {(options: { endpoint: string, apiKey: string }) => Client} Connect
 */

/** @type {import('./client.mjs').Open} */
export async function open(endpoint) {
  /** @type {{ connect: Connect }} */
  const { connect } = createRequire(import.meta.url)(join(ROOT, 'dist/api.js'));
  const client = connect({ endpoint, apiKey: 'bench' });
  const body = { contents: [{ role: 'user', parts: [{ text: 'Bench' }] }] };
  return async (model, onEvent) => {
    const input = { model: `models/${model}`, body };
    for await (const answer of client.stream('models.streamGenerateContent', input)) {
      onEvent(answer);
    }
  };
}
