import type { Message } from '../../../api/schema/infer';
import type { JsonObject } from '../../../api/schema/row';
import { isObject } from '../../../base/json';
import type {
  ModelTurn,
  PlaygroundSettings,
  Turn,
  UserTurn,
  Conversation,
} from '../../conversation';
import { newId } from '../conversationFile';

type Json = { readonly [name: string]: unknown };
type Part = Message<'Part'>;
type Parts = readonly Part[];

/** What other formats say of a conversation; what is absent has the default of a new one. */
export interface ForeignConversation extends Partial<Pick<Conversation, 'model' | 'settings'>> {
  readonly turns: readonly Turn[];
  /** What stood in the box for the next message. */
  readonly draft?: string;
}

/** What AI Studio keeps in a drive as a prompt; undefined where the value is none. */
export function aiStudioPrompt(value: unknown): ForeignConversation | undefined {
  if (!isObject(value) || !isObject(value.chunkedPrompt)) return undefined;
  const { chunks, pendingInputs } = value.chunkedPrompt;
  if (!Array.isArray(chunks)) return undefined;
  const run = isObject(value.runSettings) ? value.runSettings : {};
  const model = typeof run.model === 'string' ? run.model : '';
  const turns: Turn[] = [];
  for (const chunk of chunks.filter(isObject)) {
    const parts = chunkParts(chunk);
    if (parts.length === 0) continue;
    const role = chunk.role === 'model' ? 'model' : 'user';
    const begin = (): Turn =>
      role === 'model' ? foreignModelTurn(parts, model) : foreignUserTurn(parts);
    // Thoughts are a chunk of their own before the answer, and attachments before the message.
    addParts(turns, parts, (last) => last.role === role, begin);
  }
  const settings = aiStudioSettings(run, value.systemInstruction);
  const draft = draftOf(pendingInputs);
  return { turns, settings, ...(model !== '' && { model }), ...(draft !== '' && { draft }) };
}

/** What was typed there and not sent yet. */
function draftOf(pending: unknown): string {
  const inputs = Array.isArray(pending) ? pending.filter(isObject) : [];
  const parts = inputs.filter(({ role = 'user' }) => role === 'user').flatMap(chunkParts);
  return parts.flatMap(({ text = '' }) => (text === '' ? [] : [text])).join('\n\n');
}

/** The content of files in a drive is not in the prompt: a note stands for them. */
function chunkParts(chunk: Json): Parts {
  const { text, isThought } = chunk;
  const entries = Object.entries(chunk).flatMap(([name, held]): Parts => {
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

function aiStudioSettings(run: Json, system: unknown): PlaygroundSettings {
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

/**
 * Messages with role and content as OpenAI takes them, alone or in a request; undefined where the value is none.
 * Throws where a message has another role.
 */
export function openAiMessages(value: unknown): ForeignConversation | undefined {
  const messages = isObject(value) ? value.messages : value;
  if (!Array.isArray(messages) || !messages.every(isObject)) return undefined;
  if (!messages.every(({ role }) => typeof role === 'string')) return undefined;
  const turns: Turn[] = [];
  const system: string[] = [];
  const names = new Map<string, string>();
  for (const message of messages) {
    const parts = contentParts(message.content);
    switch (message.role) {
      case 'system':
      case 'developer':
        system.push(parts.map(({ text = '' }) => text).join(''));
        break;
      case 'user':
        turns.push(foreignUserTurn(parts));
        break;
      case 'assistant':
        turns.push(foreignModelTurn([...parts, ...callsOf(message, names)], ''));
        break;
      case 'tool':
      case 'function':
        addResult(turns, resultOf(message, parts, names));
        break;
      default:
        throw new Error(`the role ${plain(message.role)} is not known`);
    }
  }
  return { turns, settings: openAiSettings(isObject(value) ? value : {}, system.join('\n\n')) };
}

/** A text as it is, anything else as JSON. */
function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function contentParts(content: unknown): Parts {
  if (typeof content === 'string') return content === '' ? [] : [{ text: content }];
  return Array.isArray(content) ? content.filter(isObject).map(partOf) : [];
}

/** What has no counterpart stays as its JSON, for people to see. */
function partOf(item: Json): Part {
  const { text, refusal, image_url: image, input_audio: audio } = item;
  const words = text ?? refusal;
  if (typeof words === 'string') return { text: words };
  const url = isObject(image) && typeof image.url === 'string' ? image.url : '';
  const [, mimeType, data] = /^data:([^;,]+);base64,(.*)$/s.exec(url) ?? [];
  if (mimeType !== undefined && data !== undefined) return { inlineData: { mimeType, data } };
  if (isObject(audio) && typeof audio.data === 'string') {
    return { inlineData: { mimeType: `audio/${plain(audio.format)}`, data: audio.data } };
  }
  return { text: url || JSON.stringify(item) };
}

function callsOf(message: Json, names: Map<string, string>): Parts {
  const { tool_calls: calls, function_call: legacy } = message;
  const all = [
    ...(Array.isArray(calls) ? (calls as unknown[]) : []),
    ...(legacy ? [{ function: legacy }] : []),
  ];
  return all.filter(isObject).flatMap(({ id, function: called }) => {
    if (!isObject(called) || typeof called.name !== 'string') return [];
    const { name } = called;
    if (typeof id === 'string') names.set(id, name);
    const args = objectOf(called.arguments, 'arguments');
    return [{ functionCall: { name, args, ...(typeof id === 'string' && { id }) } }];
  });
}

function resultOf(message: Json, parts: Parts, names: Map<string, string>): Part {
  const { tool_call_id: id, name } = message;
  const called = typeof id === 'string' ? names.get(id) : undefined;
  const text = parts.map((part) => part.text ?? '').join('');
  return {
    functionResponse: {
      name: called ?? (typeof name === 'string' ? name : 'unknown'),
      response: objectOf(text, 'result'),
      ...(typeof id === 'string' && { id }),
    },
  };
}

/** The results of all calls of an answer are one message. */
function addResult(turns: Turn[], result: Part): void {
  const isResults = ({ role, content }: Turn): boolean =>
    role === 'user' && (content.parts ?? []).every((part) => part.functionResponse);
  addParts(turns, [result], isResults, () => foreignUserTurn([result]));
}

/** What should be JSON of an object; anything else stands in a field of this name. */
function objectOf(text: unknown, field: string): JsonObject {
  if (typeof text !== 'string') return {};
  try {
    const value: unknown = JSON.parse(text);
    return (isObject(value) ? value : { [field]: value }) as JsonObject;
  } catch {
    return { [field]: text };
  }
}

function openAiSettings(request: Json, systemInstruction: string): PlaygroundSettings {
  const { temperature, top_p: topP, max_tokens: legacy, max_completion_tokens: most } = request;
  const numbers = { temperature, topP, maxOutputTokens: most ?? legacy };
  const given = Object.entries(numbers).filter(([, value]) => typeof value === 'number');
  const declarations = declarationsOf(request.tools);
  const tools = [{ functionDeclarations: declarations }];
  return {
    ...(systemInstruction !== '' && { systemInstruction }),
    ...Object.fromEntries(given),
    ...(declarations.length > 0 && { requests: { chat: { tools } as unknown as JsonObject } }),
  };
}

function declarationsOf(tools: unknown): readonly Json[] {
  const all = Array.isArray(tools) ? tools.filter(isObject) : [];
  return all.flatMap(({ function: declared }) => {
    if (!isObject(declared)) return [];
    const { name, description = '', parameters } = declared;
    return [
      { name, description, ...(isObject(parameters) && { parametersJsonSchema: parameters }) },
    ];
  });
}

/** A message from elsewhere. */
function foreignUserTurn(parts: Parts): UserTurn {
  return { id: newId(), role: 'user', content: { role: 'user', parts: [...parts] } };
}

/** An answer from elsewhere, of which no more is known than that it ended. */
function foreignModelTurn(parts: Parts, model: string): ModelTurn {
  const outcome = { verdict: 'complete', durationMs: 0 } as const;
  const content = { role: 'model', parts: [...parts] };
  return { id: newId(), role: 'model', content, model, version: 'v1beta', outcome };
}

/** Adds parts to the last turn where it takes them, and begins another, with a list of its own, where it does not. */
function addParts(
  turns: Turn[],
  parts: Parts,
  takes: (last: Turn) => boolean,
  begin: () => Turn,
): void {
  const last = turns.at(-1);
  if (!last || !takes(last)) {
    turns.push(begin());
    return;
  }
  // Its own list: nobody else has the turn before all of it is read.
  const all = last.content.parts as Part[];
  for (const part of parts) all.push(part);
}
