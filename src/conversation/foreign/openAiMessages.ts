import {
  isObject,
  items,
  type JsonObject,
  type JsonValue,
  objectAt,
  textAt,
} from '../../base/json';
import type { PlaygroundSettings, Turn } from '../model/conversation';
import { withModeRequest } from '../model/modes';
import { withField } from '../model/requestFields';
import {
  addParts,
  type ForeignConversation,
  foreignModelTurn,
  foreignUserTurn,
  type Json,
  UnsupportedFields,
  type Part,
  type Parts,
} from './importedTurns';

/**
 * Parses OpenAI messages, alone or in a request; undefined for other values. Throws for an unknown
 * role.
 */
export function openAiMessages(value: unknown): ForeignConversation | undefined {
  const messages = isObject(value) ? value.messages : value;
  if (!Array.isArray(messages) || !messages.every(isObject)) return undefined;
  if (!messages.every(({ role }) => typeof role === 'string')) return undefined;
  const request = isObject(value) ? value : {};
  const leftOut = new UnsupportedFields();
  const turns: Turn[] = [];
  const system: string[] = [];
  const names = new Map<string, string>();
  for (const message of messages) {
    const parts = contentParts(message.content);
    leftOut.addOthers(message, FIELDS[textAt(message, 'role')] ?? [], 'messages[].');
    switch (message.role) {
      case 'system':
      case 'developer':
        system.push(parts.map(({ text = '' }) => text).join(''));
        break;
      case 'user':
        turns.push(foreignUserTurn(parts));
        break;
      case 'assistant':
        turns.push(foreignModelTurn(answerParts(message, parts, names, leftOut), ''));
        break;
      case 'tool':
      case 'function':
        addResult(turns, resultOf(message, parts, names));
        break;
      default:
        throw new Error(`unknown role ${plain(message.role)}`);
    }
  }
  const model = googleModel(request.model);
  const settings = settingsOf(request, system.join('\n\n'), leftOut);
  leftOut.addOthers(request, [
    ...Object.keys(SETTINGS),
    'messages',
    'tools',
    'tool_choice',
    'response_format',
    'stream',
    'stream_options',
    ...(model === undefined ? [] : ['model']),
    ...(request.n === 1 ? ['n'] : []),
  ]);
  return { turns, settings, leftOut: leftOut.names, ...(model !== undefined && { model }) };
}

const FIELDS: { readonly [role: string]: readonly string[] } = {
  system: ['role', 'content'],
  developer: ['role', 'content'],
  user: ['role', 'content'],
  assistant: [
    'role',
    'content',
    'refusal',
    'tool_calls',
    'function_call',
    'reasoning_content',
    'reasoning',
    'extra_content',
  ],
  tool: ['role', 'content', 'tool_call_id', 'name'],
  function: ['role', 'content', 'name'],
};

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function contentParts(content: unknown): Parts {
  if (typeof content === 'string') return content === '' ? [] : [{ text: content }];
  return Array.isArray(content) ? content.filter(isObject).map(partOf) : [];
}

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

/**
 * Returns thoughts, text, and calls. A message-level signature belongs to its first call, or else
 * to its text.
 */
function answerParts(
  message: JsonObject,
  said: Parts,
  names: Map<string, string>,
  leftOut: UnsupportedFields,
): Parts {
  const thoughts = textAt(message, 'reasoning_content') || textAt(message, 'reasoning');
  const refusal = said.length === 0 ? textAt(message, 'refusal') : '';
  const words = refusal === '' ? said : [{ text: refusal }];
  const parts = [...words, ...callsOf(message, names, leftOut)];
  const signature = signatureOf(message, 'messages[].', leftOut);
  const called = parts.findIndex((part) => part.functionCall !== undefined);
  const signed = called < 0 ? parts.length - 1 : called;
  const all = parts.map((part, at) =>
    at === signed && signature !== '' ? { thoughtSignature: signature, ...part } : part,
  );
  return thoughts === '' ? all : [{ text: thoughts, thought: true }, ...all];
}

function signatureOf(holder: JsonObject, prefix: string, leftOut: UnsupportedFields): string {
  const extra = objectAt(holder, 'extra_content');
  const google = objectAt(extra, 'google');
  leftOut.addOthers(extra, ['google'], `${prefix}extra_content.`);
  leftOut.addOthers(google, ['thought_signature'], `${prefix}extra_content.google.`);
  return textAt(google, 'thought_signature');
}

function callsOf(
  message: JsonObject,
  names: Map<string, string>,
  leftOut: UnsupportedFields,
): Parts {
  const { tool_calls: calls, function_call: legacy } = message;
  const all = [...items(calls), ...(legacy ? [{ function: legacy }] : [])];
  return all.filter(isObject).flatMap((call) => {
    const { id, function: called } = call;
    if (!isObject(called) || typeof called.name !== 'string') {
      leftOut.add('messages[].tool_calls[]', call.type);
      return [];
    }
    const { name } = called;
    if (typeof id === 'string') names.set(id, name);
    const args = objectOf(called.arguments, 'arguments');
    const signature = signatureOf(call, 'messages[].tool_calls[].', leftOut);
    return [
      {
        functionCall: { name, args, ...(typeof id === 'string' && { id }) },
        ...(signature !== '' && { thoughtSignature: signature }),
      },
    ];
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

/** Merges the results of parallel calls into one message. */
function addResult(turns: Turn[], result: Part): void {
  const isResults = ({ role, content }: Turn): boolean =>
    role === 'user' && (content.parts ?? []).every((part) => part.functionResponse);
  addParts(turns, [result], isResults, () => foreignUserTurn([result]));
}

function objectOf(text: unknown, field: string): JsonObject {
  if (typeof text !== 'string') return {};
  try {
    const value: unknown = JSON.parse(text);
    return (isObject(value) ? value : { [field]: value }) as JsonObject;
  } catch {
    return { [field]: text };
  }
}

const SETTINGS: { readonly [name: string]: string } = {
  temperature: 'temperature',
  top_p: 'topP',
  max_tokens: 'maxOutputTokens',
  max_completion_tokens: 'maxOutputTokens',
  stop: 'stopSequences',
  seed: 'seed',
  presence_penalty: 'presencePenalty',
  frequency_penalty: 'frequencyPenalty',
  logprobs: 'responseLogprobs',
  top_logprobs: 'logprobs',
};

function settingsOf(
  request: JsonObject,
  instruction: string,
  leftOut: UnsupportedFields,
): PlaygroundSettings {
  let asked: JsonObject =
    instruction === '' ? {} : { systemInstruction: { parts: [{ text: instruction }] } };
  const set = (path: string, value: JsonValue | undefined): void => {
    if (value !== undefined) asked = withField(asked, path, value);
  };
  for (const [name, field] of Object.entries(SETTINGS)) {
    const value = request[name];
    if (value === null || value === undefined) continue;
    const isList = name === 'stop' && !Array.isArray(value);
    set(`generationConfig.${field}`, isList ? [value] : value);
  }
  const { response_format: format, tool_choice: choice } = request;
  const { type } = isObject(format) ? format : {};
  if (type === 'json_object' || type === 'json_schema') {
    set('generationConfig.responseMimeType', 'application/json');
    set(
      'generationConfig.responseJsonSchema',
      objectAt(format as JsonObject, 'json_schema').schema,
    );
  } else if (type !== undefined && type !== 'text') {
    leftOut.add('response_format', type);
  }
  const declarations = declarationsOf(request.tools, leftOut);
  if (declarations.length > 0) set('tools', [{ functionDeclarations: declarations }]);
  const calling = callingOf(choice);
  if (calling) set('toolConfig.functionCallingConfig', calling);
  else if (choice !== undefined && choice !== null) {
    leftOut.add('tool_choice', isObject(choice) ? choice.type : choice);
  }
  return withModeRequest({}, 'chat', asked);
}

function callingOf(choice: JsonValue | undefined): JsonObject | undefined {
  const modes = new Map([
    ['auto', 'AUTO'],
    ['none', 'NONE'],
    ['required', 'ANY'],
  ]);
  const mode = typeof choice === 'string' ? modes.get(choice) : undefined;
  if (mode !== undefined) return { mode };
  const name = isObject(choice) ? textAt(objectAt(choice, 'function'), 'name') : '';
  return name === '' ? undefined : { mode: 'ANY', allowedFunctionNames: [name] };
}

function declarationsOf(tools: unknown, leftOut: UnsupportedFields): readonly JsonObject[] {
  return items(tools)
    .filter(isObject)
    .flatMap(({ function: declared, type }) => {
      if (!isObject(declared)) {
        leftOut.add('tools[]', type);
        return [];
      }
      const { name = '', description = '', parameters } = declared;
      leftOut.addOthers(declared, ['name', 'description', 'parameters'], 'tools[].function.');
      return [
        { name, description, ...(isObject(parameters) && { parametersJsonSchema: parameters }) },
      ];
    });
}

function googleModel(model: unknown): string | undefined {
  if (typeof model !== 'string') return undefined;
  const id = model.replace(/^(?:google\/|models\/)/, '');
  return /^(?:gemini|gemma|learnlm)-[\w.-]+$/.test(id) ? `models/${id}` : undefined;
}
