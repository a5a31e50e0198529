import { isObject } from '../../../base/json';
import type { Message } from '../../../api/schema/infer';
import type { JsonObject } from '../../../api/schema/row';
import type { PlaygroundSettings, Turn } from '../../conversation';
import { addParts, foreignModelTurn, foreignUserTurn } from './foreignTurn';
import type { ForeignConversation } from './importedConversation';

type Json = { readonly [name: string]: unknown };
type Part = Message<'Part'>;

/** What AI Studio keeps in a drive as a prompt; undefined where the value is none. */
export function aiStudioPrompt(value: unknown): ForeignConversation | undefined {
  if (!isObject(value) || !isObject(value.chunkedPrompt)) return undefined;
  const { chunks, pendingInputs } = value.chunkedPrompt;
  if (!Array.isArray(chunks)) return undefined;
  const run = isObject(value.runSettings) ? value.runSettings : {};
  const model = typeof run.model === 'string' ? run.model : '';
  const turns: Turn[] = [];
  for (const chunk of chunks.filter(isObject)) {
    const parts = partsOf(chunk);
    if (parts.length === 0) continue;
    const role = chunk.role === 'model' ? 'model' : 'user';
    const begin = (): Turn =>
      role === 'model' ? foreignModelTurn(parts, model) : foreignUserTurn(parts);
    // Thoughts are a chunk of their own before the answer, and attachments before the message.
    addParts(turns, parts, (last) => last.role === role, begin);
  }
  const settings = settingsOf(run, value.systemInstruction);
  const draft = draftOf(pendingInputs);
  return { turns, settings, ...(model !== '' && { model }), ...(draft !== '' && { draft }) };
}

/** What was typed there and not sent yet. */
function draftOf(pending: unknown): string {
  const inputs = Array.isArray(pending) ? pending.filter(isObject) : [];
  const parts = inputs.filter(({ role = 'user' }) => role === 'user').flatMap(partsOf);
  return parts.flatMap(({ text = '' }) => (text === '' ? [] : [text])).join('\n\n');
}

/** The content of files in a drive is not in the prompt: a note stands for them. */
function partsOf(chunk: Json): readonly Part[] {
  const { text, isThought } = chunk;
  const entries = Object.entries(chunk).flatMap(([name, held]): readonly Part[] => {
    if (!isObject(held)) return [];
    const { mimeType, data, id } = held;
    if (name.startsWith('inline') && typeof mimeType === 'string' && typeof data === 'string') {
      return [{ inlineData: { mimeType, data } }];
    }
    return name.startsWith('drive') && typeof id === 'string' ? [{ text: `[${name} ${id}]` }] : [];
  });
  if (typeof text !== 'string' || text === '') return entries;
  return [...entries, { text, ...(isThought === true && { thought: true }) }];
}

function settingsOf(run: Json, system: unknown): PlaygroundSettings {
  const systemInstruction = systemText(system);
  const number = (name: string): number | undefined =>
    typeof run[name] === 'number' ? run[name] : undefined;
  const fields = {
    temperature: number('temperature'),
    topP: number('topP'),
    topK: number('topK'),
    maxOutputTokens: number('maxOutputTokens'),
  };
  const given = Object.entries(fields).filter(([, field]) => field !== undefined);
  const { safetySettings } = run;
  const chat = Array.isArray(safetySettings) && ({ safetySettings } as JsonObject);
  return {
    ...(systemInstruction !== '' && { systemInstruction }),
    ...Object.fromEntries(given),
    ...(chat && { requests: { chat } }),
  };
}

function systemText(system: unknown): string {
  if (!isObject(system)) return '';
  if (typeof system.text === 'string') return system.text;
  const parts = Array.isArray(system.parts) ? system.parts.filter(isObject) : [];
  return parts.map(({ text }) => (typeof text === 'string' ? text : '')).join('');
}
