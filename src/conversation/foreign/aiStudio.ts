import { findMessage } from '../../api/schema/messages';
import { isObject, isSameJson, type JsonObject, type JsonValue, tryParse } from '../../base/json';
import type { PlaygroundSettings, Turn } from '../model/conversation';
import { withModeRequest } from '../model/modes';
import { withField } from '../model/requestFields';
import { classifyAnswer } from '../answer/turnResult';
import {
  addParts,
  type ForeignConversation,
  foreignModelTurn,
  foreignUserTurn,
  type Json,
  UnsupportedFields,
  type Part,
  type Parts,
  isEmptyOrDefault,
} from './importedTurns';

/** Parses a prompt saved by AI Studio in Google Drive; undefined for other values. */
export function aiStudioPrompt(value: unknown): ForeignConversation | undefined {
  if (!isObject(value) || !isObject(value.chunkedPrompt)) return undefined;
  const { chunks, pendingInputs } = value.chunkedPrompt;
  if (!Array.isArray(chunks)) return undefined;
  const leftOut = new UnsupportedFields();
  const run = isObject(value.runSettings) ? value.runSettings : {};
  const model = typeof run.model === 'string' ? run.model : '';
  const turns: Turn[] = [];
  for (const chunk of chunks.filter(isObject)) addChunk(turns, chunk, model, leftOut);
  const settings = settingsOf(run, value.systemInstruction, leftOut);
  const draft = draftOf(pendingInputs, leftOut);
  leftOut.addOthers(value, ['chunkedPrompt', 'runSettings', 'systemInstruction']);
  leftOut.addOthers(value.chunkedPrompt, ['chunks', 'pendingInputs'], 'chunkedPrompt.');
  return {
    turns,
    settings,
    leftOut: leftOut.names,
    ...(model !== '' && { model }),
    ...(draft !== '' && { draft }),
  };
}

/** Fields of a chunk that are read, and fields that only AI Studio's page uses. */
const CHUNK = [
  'text',
  'role',
  'isThought',
  'parts',
  'finishReason',
  'errorMessage',
  'tokenCount',
  'createTime',
  'isEdited',
  'thinkingBudget',
  'isGeneratedUsingApiKey',
];

/**
 * Merges chunks into turns: thoughts come before their response, attachments before their message.
 */
function addChunk(turns: Turn[], chunk: Json, model: string, leftOut: UnsupportedFields): void {
  const role = chunk.role === 'model' ? 'model' : 'user';
  const [finishReason, errorMessage] = [text(chunk.finishReason), text(chunk.errorMessage)];
  const parts = chunkParts(chunk, leftOut);
  const isEnd = role === 'model' && (finishReason !== '' || errorMessage !== '');
  if (role === 'user') {
    leftOut.addOthers({ finishReason, errorMessage }, [], 'chunks[].');
  }
  if (parts.length === 0 && !isEnd) return;
  const begin = (): Turn =>
    role === 'model' ? foreignModelTurn(parts, model) : foreignUserTurn(parts);
  addParts(turns, parts, (last) => last.role === role, begin);
  const last = turns.at(-1);
  if (!isEnd || last?.role !== 'model') return;
  const answer = {
    parts: last.content.parts ?? [],
    ...(finishReason !== '' && { finishReason }),
  };
  const failure = { message: errorMessage, fixes: ['retry'] as const };
  const outcome = classifyAnswer(
    answer,
    errorMessage === ''
      ? { kind: 'ended' }
      : { kind: 'failed', failure, promptRefused: false, verdict: 'serviceFailed' },
    { firstTokenMs: undefined, durationMs: 0 },
  );
  turns[turns.length - 1] = { ...last, outcome };
}

function draftOf(pending: unknown, leftOut: UnsupportedFields): string {
  const inputs = Array.isArray(pending) ? pending.filter(isObject) : [];
  const parts = inputs
    .filter(({ role = 'user' }) => role === 'user')
    .flatMap((input) => chunkParts(input, leftOut));
  for (const { text: _, ...other } of parts) leftOut.addOthers(other, [], 'pendingInputs[].');
  return parts.flatMap((part) => (part.text ? [part.text] : [])).join('\n\n');
}

function chunkParts(chunk: Json, leftOut: UnsupportedFields): Parts {
  const given = items(chunk.parts).filter(isObject) as Parts;
  const words = text(chunk.text);
  const own: Part[] = [];
  for (const [name, held] of Object.entries(chunk)) {
    const part = CHUNK.includes(name) || !isObject(held) ? undefined : partOf(name, held);
    if (part) own.push(part);
    else if (!CHUNK.includes(name)) leftOut.addOthers({ [name]: held }, [], 'chunks[].');
  }
  const said = given.map((part) => part.text ?? '').join('');
  if (given.length > 0 && (words === '' || words === said)) {
    const others = own.filter((part) => !given.some((other) => isSameJson(part, other)));
    return [...others, ...given];
  }
  leftOut.addOthers({ parts: given }, words === said ? ['parts'] : [], 'chunks[].');
  if (words === '') return own;
  return [...own, { text: words, ...(chunk.isThought === true && { thought: true }) }];
}

/**
 * Converts a field to a part; undefined if unsupported. Drive files have no content here, so a note
 * replaces them.
 */
function partOf(name: string, held: JsonObject): Part | undefined {
  const { mimeType, data, id } = held;
  if (name.startsWith('inline') && typeof mimeType === 'string' && typeof data === 'string') {
    return { inlineData: { mimeType, data } };
  }
  if (name === 'youtubeVideo' && typeof id === 'string') {
    const fileUri = `https://www.youtube.com/watch?v=${encodeURIComponent(id)}`;
    return { fileData: { fileUri } };
  }
  if (name.startsWith('drive') && typeof id === 'string') return { text: `[${name} ${id}]` };
  return Object.hasOwn(findMessage('Part')?.fields ?? {}, name) ? { [name]: held } : undefined;
}

const TOOLS: { readonly [setting: string]: string } = {
  enableCodeExecution: 'codeExecution',
  enableSearchAsATool: 'googleSearch',
  enableBrowseAsATool: 'urlContext',
  enableGoogleMaps: 'googleMaps',
};

function settingsOf(run: Json, system: unknown, leftOut: UnsupportedFields): PlaygroundSettings {
  const { fields = {} } = findMessage('GenerationConfig') ?? {};
  const read = ['model', 'safetySettings', 'googleSearch', 'functionDeclarations'];
  const level = text(run.thinkingLevel).replace(/^THINKING_(?:LEVEL_)?/, '');
  let request: JsonObject = instructionOf(system, leftOut);
  const set = (path: string, value: JsonValue): void => {
    request = withField(request, path, value);
  };
  for (const [name, value] of Object.entries(run) as [string, JsonValue][]) {
    if (isEmptyOrDefault(value) || read.includes(name)) continue;
    if (name === 'responseMimeType' && value === 'text/plain') continue;
    // The default in every prompt, even without image output.
    if (name === 'outputResolution' && value === '1K') continue;
    if (name === 'responseSchema') set('generationConfig.responseSchema', parsed(value));
    else if (name === 'thinkingBudget') {
      // The API rejects both together; a budget of -1 is dynamic.
      if (level === '') set('generationConfig.thinkingConfig.thinkingBudget', value);
      else if (value !== -1) leftOut.add(name, value);
    } else if (name === 'thinkingLevel') {
      if (level !== 'UNSPECIFIED') set('generationConfig.thinkingConfig.thinkingLevel', level);
    } else if (Object.hasOwn(fields, name)) set(`generationConfig.${name}`, value);
    else if (!Object.hasOwn(TOOLS, name) || value !== true) leftOut.add(name, value);
  }
  const functions = parsed(run.functionDeclarations as JsonValue | undefined);
  const search = isObject(run.googleSearch) && run.enableSearchAsATool !== false;
  const tools: JsonObject[] = Object.entries(TOOLS).flatMap(([setting, tool]) => {
    if (tool === 'googleSearch' && search)
      return [{ googleSearch: run.googleSearch as JsonObject }];
    return run[setting] === true ? [{ [tool]: {} }] : [];
  });
  if (!isEmptyOrDefault(functions)) tools.push({ functionDeclarations: functions });
  if (tools.length > 0) set('tools', tools);
  if (Array.isArray(run.safetySettings) && run.safetySettings.length > 0) {
    set('safetySettings', run.safetySettings as JsonValue);
  }
  return withModeRequest({}, 'chat', request);
}

function instructionOf(system: unknown, leftOut: UnsupportedFields): JsonObject {
  if (!isObject(system)) return {};
  const parts = items(system.parts).filter(isObject);
  leftOut.addOthers(system, ['text', 'parts', 'role'], 'systemInstruction.');
  for (const part of parts) leftOut.addOthers(part, ['text'], 'systemInstruction.parts[].');
  const words = text(system.text) || parts.map((part) => text(part.text)).join('');
  return words === '' ? {} : { systemInstruction: { parts: [{ text: words }] } };
}

function parsed(value: JsonValue | undefined): JsonValue {
  return (typeof value === 'string' ? tryParse(value) : undefined) ?? value ?? null;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
