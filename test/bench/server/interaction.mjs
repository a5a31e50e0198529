import { event as answerEvent, HEAD, httpChunk, smallText } from './payloads.mjs';
import { CASES } from '../cases.mjs';

const ID = 'v1_YmVuY2gtaW50ZXJhY3Rpb24';
const INTERACTION = { id: ID, object: 'interaction', created: '2026-11-01T00:00:00Z', model: 'm' };

/** @type {Buffer | undefined} */
let made;

/** The answer of an interaction: as many events with text as the case has, each as long as one of an answer. */
export function interactionAnswer() {
  if (made !== undefined) return made;
  const count = CASES.interaction?.events ?? 0;
  const length = answerEvent({ text: smallText(1) }).length;
  const events = [
    event('interaction.created', { interaction: { ...INTERACTION, status: 'in_progress' } }, 'e-0'),
    event('step.start', { index: 0, step: { type: 'model_output' } }, 'e-1'),
    ...Array.from({ length: count }, (_, index) => delta(index + 2, length)),
    event('step.stop', { index: 0 }, `e-${count + 2}`),
    event(
      'interaction.completed',
      { interaction: { ...INTERACTION, status: 'completed' } },
      `e-${count + 3}`,
    ),
    Buffer.from('event: done\ndata: [DONE]\n\n'),
  ];
  made = Buffer.concat([Buffer.from(HEAD), ...events.map(httpChunk), httpChunk()]);
  return made;
}

/**
 * @param {number} number
 * @param {number} length Of the whole event in bytes, which its id fills.
 */
function delta(number, length) {
  const rest = {
    index: 0,
    delta: { type: 'text', text: smallText(number) },
    metadata: {
      total_usage: { total_tokens: 8 + number, total_input_tokens: 8, total_output_tokens: number },
    },
  };
  const id = `e-${number}`;
  const short = event('step.delta', rest, id).length;
  return event('step.delta', rest, id.padEnd(id.length + length - short, '-'));
}

/**
 * @param {string} type
 * @param {object} rest
 * @param {string} id
 */
function event(type, rest, id) {
  const data = JSON.stringify({ event_type: type, ...rest, event_id: id });
  return Buffer.from(`event: ${type}\ndata: ${data}\n\n`);
}
