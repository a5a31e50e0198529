import { camelCased } from '../../api/schema/camelCased';
import { isObject, items, type JsonObject } from '../../base/json';
import { withModeRequest } from '../model/modeRequest';
import {
  type ForeignConversation,
  foreignModelTurn,
  foreignUserTurn,
  LeftOut,
  type Parts,
} from './foreignTurns';

/** The body of a request to generateContent, in either spelling of its fields; undefined where the value is none. */
export function generateRequest(value: unknown): ForeignConversation | undefined {
  if (!isObject(value) || value.contents === undefined) return undefined;
  const { contents, model, ...rest } = camelCased(value);
  const all = (Array.isArray(contents) ? items(contents) : [contents]).filter(isObject);
  if (all.some((content) => !Array.isArray(content.parts) && !isObject(content.parts))) {
    return undefined;
  }
  const leftOut = new LeftOut();
  const name = modelName(model);
  const turns = all.map(({ role, parts, ...others }) => {
    leftOut.addOthers(others, [], 'contents[].');
    const list = (Array.isArray(parts) ? items(parts) : [parts]).filter(isObject) as Parts;
    return role === 'model' ? foreignModelTurn(list, name) : foreignUserTurn(list);
  });
  const settings = withModeRequest({}, 'chat', withPlainInstruction(rest));
  return { turns, settings, leftOut: leftOut.names, ...(name !== '' && { model: name }) };
}

function modelName(model: unknown): string {
  if (typeof model !== 'string' || model === '') return '';
  return /^(?:models|tunedModels)\//.test(model) ? model : `models/${model}`;
}

/** An instruction that is a text alone stands in parts; who says it changes nothing. */
function withPlainInstruction({ systemInstruction: given, ...rest }: JsonObject): JsonObject {
  if (given === undefined) return rest;
  if (typeof given === 'string')
    return { ...rest, systemInstruction: { parts: [{ text: given }] } };
  const { role: _, ...content } = isObject(given) ? given : {};
  return { ...rest, systemInstruction: content };
}
