import { CASES } from '../cases.mjs';
import { SPECIAL } from './special.mjs';
import { json, MODEL } from './json.mjs';
import { interactionAnswer } from './interaction.mjs';
import { streamAnswer } from './payloads.mjs';

/** @typedef {(socket: import('node:net').Socket) => void} Answer */

/**
 * What the server does for a request; the model's name says which.
 * @param {string} target Path and query.
 * @returns {Answer}
 */
export function answerFor(target) {
  const path = target.split('?', 1)[0] ?? '';
  const [, model = '', verb = ''] = /\/models\/([\w-]+)(?::(\w+))?$/.exec(path) ?? [];
  if (path.endsWith('/models')) return json(200, { models: [MODEL] });
  if (verb === 'countTokens') return json(200, { totalTokens: 8 });
  if (model !== '' && verb === '') return json(200, { ...MODEL, name: `models/${model}` });
  const special = SPECIAL[model];
  if (special !== undefined) return special;
  if (path.endsWith('/interactions')) return (socket) => void socket.write(interactionAnswer());
  if (model in CASES) return (socket) => void socket.write(streamAnswer(model));
  return json(404, { error: { code: 404, message: 'Not found.', status: 'NOT_FOUND' } });
}
