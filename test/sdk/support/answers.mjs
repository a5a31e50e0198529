import assert from 'node:assert/strict';
import { importTypeScript } from '../../harness/importTypeScript.mjs';

/** @typedef {{ readonly response: string, readonly versions: readonly string[] }} Row */

/** @type {Promise<{ parseRequest: (message: string, version: string, json: unknown) => { readonly violations: readonly object[] } }>} */
const validation = importTypeScript('src/api/schema/validate.ts');
/** @type {Promise<{ operationRow: (id: string) => Row }>} */
const table = importTypeScript('src/api/operations.ts');

/** What the SDK itself puts into what it answers. */
const OWN = new Set([
  'sdkHttpResponse',
  'continuation_ids',
  'output_text',
  'output_image',
  'output_audio',
  'output_video',
]);

const EVENT = 'interactions.InteractionSSEEvent';
const INTERACTION = 'interactions.Interaction';

/**
 * An answer of the SDK, which has to be made of what our tables say of the message: no other fields, and their types.
 * @param {string} method Of the SDK, which is the id of our operation too.
 * @param {any} answer
 * @returns {Promise<any>} The answer.
 */
export async function fits(method, answer) {
  const { operationRow } = await table;
  await matches(method, answer, operationRow(method).response);
  return answer;
}

/**
 * The same for an event of a stream of interactions. What its interaction is made of is told of as a part of the whole
 * one, so that it may have any of its fields.
 * @param {any} event
 */
export async function fitsEvent({ interaction, ...event }) {
  const name = event.event_type;
  if (interaction) await matches(name, interaction, INTERACTION);
  const told = interaction && { id: interaction.id, status: interaction.status };
  await matches(name, { ...event, ...(told && { interaction: told }) }, EVENT);
}

/**
 * @param {string} name
 * @param {any} answer
 * @param {string} message
 */
async function matches(name, answer, message) {
  const { parseRequest } = await validation;
  const sent = Object.entries(answer).filter(([name]) => !OWN.has(name));
  // As it came: the SDK makes dates of times.
  const json = JSON.parse(JSON.stringify(Object.fromEntries(sent)));
  const { violations } = parseRequest(message, 'v1', json);
  assert.deepEqual(violations, [], `${name} answers ${JSON.stringify(json)}`);
}
