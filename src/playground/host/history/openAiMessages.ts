import { isObject } from '../../../base/json';
import type { Message } from '../../../api/schema/infer';
import type { JsonObject } from '../../../api/schema/row';
import type { PlaygroundSettings, Turn } from '../../conversation';
import { addParts, foreignModelTurn, foreignUserTurn } from './foreignTurn';
import type { ForeignConversation } from './importedConversation';

type Json = { readonly [name: string]: unknown };
type Part = Message<'Part'>;

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
    const parts = partsOf(message.content);
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
  return { turns, settings: settingsOf(isObject(value) ? value : {}, system.join('\n\n')) };
}

/** A text as it is, anything else as JSON. */
function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function partsOf(content: unknown): readonly Part[] {
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

function callsOf(message: Json, names: Map<string, string>): readonly Part[] {
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

function resultOf(message: Json, parts: readonly Part[], names: Map<string, string>): Part {
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

function settingsOf(request: Json, systemInstruction: string): PlaygroundSettings {
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
