import { ResponseAccumulator } from '../../api/accumulate';
import { stepsToContents, toGenerateContent } from '../../api/interactions/generateContent/convert';
import { InteractionAccumulator } from '../../api/interactions/accumulate';
import { camelCased } from '../../api/schema/scalars';
import { INTERACTION_COUNTS } from '../../base/tokens';
import {
  isObject,
  items,
  type JsonObject,
  type JsonValue,
  objectAt,
  textAt,
  tryParse,
} from '../../base/json';
import type { Exchange, RecordedResponse } from '../exchange';

/** A model request and response in terms of generateContent. */
export interface ModelExchange {
  readonly form: 'generate' | 'interaction' | 'chat' | 'live';
  /** Model ID without `models/`. Empty for agents. */
  readonly model: string;
  readonly request: JsonObject;
  /** Whether the server has the earlier turns. */
  readonly goesOn?: true;
  /** The combined response. Undefined if the API returned an error. */
  readonly answer?: JsonObject;
  /** Text chunks if the stream has only text, otherwise all parts. */
  readonly pieces: readonly JsonObject[];
}

const GENERATES = /\.(?:g|streamG)enerateContent$/;
const CHAT = '/openai/chat/completions';

/** Converts a model request and its response. Undefined for other API methods. */
export function toModelExchange({
  operation,
  request,
  answer,
}: Exchange): ModelExchange | undefined {
  const { body, path } = request;
  if (body.kind !== 'json' || !isObject(body.json)) return undefined;
  const isGood = answer.status >= 200 && answer.status < 300;
  const messages = isGood ? findMessages(answer) : [];
  if (path.endsWith(CHAT)) {
    const said = isGood ? chatAnswer(messages) : undefined;
    return {
      form: 'chat',
      model: idOf(textAt(body.json, 'model')),
      request: chatRequest(body.json),
      ...(said && { answer: said }),
      pieces: said ? partsOf(said) : [],
    };
  }
  if (operation === 'interactions.create') return interactionExchange(body.json, messages, isGood);
  if (!GENERATES.test(operation)) return undefined;
  const { model: _model, ...asked } = camelCased(body.json);
  const [, model = ''] = /\/((?:models|tunedModels|dynamic)\/[^:/]+):/.exec(path) ?? [];
  const accumulator = new ResponseAccumulator();
  for (const message of messages) accumulator.add(message);
  return {
    form: 'generate',
    model: idOf(model),
    request: asked,
    ...(isGood && { answer: accumulator.answer() }),
    pieces: messages.flatMap(partsOf),
  };
}

function interactionExchange(
  body: JsonObject,
  messages: readonly JsonObject[],
  isGood: boolean,
): ModelExchange {
  const { model } = body;
  const name = typeof model === 'string' ? idOf(model) : '';
  const { body: request } = toGenerateContent(body);
  const goesOn = textAt(body, 'previous_interaction_id') !== '';
  const asked = {
    ...({ form: 'interaction', model: name, request } as const),
    ...(goesOn && { goesOn }),
  };
  if (!isGood) return { ...asked, pieces: [] };
  const [first] = messages;
  const isStream = typeof first?.event_type === 'string';
  const accumulator = new InteractionAccumulator();
  if (isStream) for (const event of messages) accumulator.add(event);
  const whole = isStream ? (accumulator.interaction() as JsonObject) : (first ?? {});
  const said = items(whole.steps)
    .filter(isObject)
    .filter((step) => textAt(step, 'type') !== 'user_input');
  const { contents } = stepsToContents(said);
  const parts = contents.flatMap(({ parts }) => items(parts)).filter(isObject);
  const answer: JsonObject = {
    candidates: [
      { content: { role: 'model', parts: parts as readonly JsonValue[] }, ...sourcesIn(said) },
    ],
    usageMetadata: usageOf(objectAt(whole, 'usage')),
    ...(typeof whole.status === 'string' && whole.status !== '' && { status: whole.status }),
  };
  const texts = messages.flatMap((event) => {
    const { delta } = event;
    return isObject(delta) && delta.type === 'text' ? [textAt(delta, 'text')] : [];
  });
  const plain = parts.filter((part) => textAt(part, 'text') !== '' && part.thought !== true);
  const isText = plain.length === parts.length && texts.length > 0;
  const isSame = plain.map((part) => textAt(part, 'text')).join('') === texts.join('');
  return {
    ...asked,
    answer,
    pieces: isText && isSame ? texts.map((text) => ({ text })) : parts,
  };
}

function sourcesIn(steps: readonly JsonObject[]): JsonObject {
  const cited = steps
    .flatMap(({ content }) => items(content).filter(isObject))
    .flatMap(({ annotations }) => items(annotations).filter(isObject))
    .filter(({ type }) => type === 'url_citation')
    .map((one) => ({ web: { uri: textAt(one, 'url'), title: textAt(one, 'title') } }));
  const byAddress = new Map(cited.map((one) => [one.web.uri, one]));
  if (cited.length === 0) return {};
  return { groundingMetadata: { groundingChunks: [...byAddress.values()] } };
}

function usageOf(usage: JsonObject): JsonObject {
  return Object.fromEntries(
    INTERACTION_COUNTS.flatMap(([name, own]) => {
      const count = usage[name];
      return typeof count === 'number' && count > 0 ? [[own, count]] : [];
    }),
  );
}

function findMessages({ body, stream }: RecordedResponse): readonly JsonObject[] {
  const all: readonly unknown[] = stream
    ? stream.events.map(({ data }) => (data && 'json' in data ? data.json : undefined))
    : body.kind === 'json'
      ? [body.json]
      : [];
  return all.filter(isObject);
}

function partsOf(message: JsonObject): readonly JsonObject[] {
  const [first] = items(message.candidates).filter(isObject);
  return items(objectAt(first ?? {}, 'content').parts).filter(isObject);
}

const idOf = (model: string): string => model.replace(/^models\//, '');

const SETTINGS: { readonly [name: string]: string } = {
  temperature: 'temperature',
  top_p: 'topP',
  max_tokens: 'maxOutputTokens',
  max_completion_tokens: 'maxOutputTokens',
  seed: 'seed',
};

/** Converts an OpenAI chat completions request to generateContent: turns, tools, and common settings. */
function chatRequest(body: JsonObject): JsonObject {
  const messages = items(body.messages).filter(isObject);
  const isInstruction = ({ role }: JsonObject): boolean =>
    role === 'system' || role === 'developer';
  const instruction = messages.filter(isInstruction).flatMap(contentParts);
  const names = new Map<string, string>();
  const contents = messages
    .filter((message) => !isInstruction(message))
    .map((message): JsonObject => contentOf(message, names));
  const config = Object.entries(SETTINGS).flatMap(([name, own]) => {
    const value = body[name];
    return value === undefined ? [] : [[own, value] as const];
  });
  const declared = items(body.tools)
    .filter(isObject)
    .flatMap(({ function: declaration }) => (isObject(declaration) ? [declaration] : []));
  return {
    contents,
    ...(instruction.length > 0 && { systemInstruction: { parts: instruction } }),
    ...(config.length > 0 && { generationConfig: Object.fromEntries(config) }),
    ...(declared.length > 0 && {
      tools: [
        {
          functionDeclarations: declared.map(({ name = '', description, parameters }) => ({
            name,
            ...(description !== undefined && { description }),
            ...(parameters !== undefined && { parametersJsonSchema: parameters }),
          })),
        },
      ],
    }),
  };
}

function contentOf(message: JsonObject, names: Map<string, string>): JsonObject {
  const { role } = message;
  if (role === 'tool') {
    const name = names.get(textAt(message, 'tool_call_id')) ?? '';
    const output = contentParts(message)
      .map((part) => textAt(part, 'text'))
      .join('');
    return { role: 'user', parts: [{ functionResponse: { name, response: { output } } }] };
  }
  const parts = [...contentParts(message), ...callsIn(message, names)];
  return { role: role === 'assistant' ? 'model' : 'user', parts };
}

function contentParts({ content }: JsonObject): readonly JsonObject[] {
  if (typeof content === 'string') return content === '' ? [] : [{ text: content }];
  return items(content)
    .filter(isObject)
    .map((block): JsonObject => {
      if (block.type === 'text') return { text: textAt(block, 'text') };
      const url = textAt(isObject(block.image_url) ? block.image_url : {}, 'url');
      const [, mimeType, data] = /^data:([^;,]+);base64,(.*)$/s.exec(url) ?? [];
      if (mimeType !== undefined && data !== undefined) return { inlineData: { mimeType, data } };
      return url === '' ? block : { fileData: { fileUri: url } };
    });
}

function callsIn(message: JsonObject, names = new Map<string, string>()): readonly JsonObject[] {
  return items(message.tool_calls)
    .filter(isObject)
    .map(({ id, function: called }): JsonObject => {
      const { name, arguments: written } = isObject(called) ? called : {};
      const args = typeof written === 'string' ? tryParse(written) : undefined;
      if (typeof id === 'string' && typeof name === 'string') names.set(id, name);
      return { functionCall: { name: name ?? '', args: isObject(args) ? args : {} } };
    });
}

const FINISHES: { readonly [reason: string]: string } = {
  stop: 'STOP',
  tool_calls: 'STOP',
  length: 'MAX_TOKENS',
  content_filter: 'SAFETY',
};

function chatAnswer(messages: readonly JsonObject[]): JsonObject {
  let [text, reason] = ['', ''];
  const calls: { id: string; name: string; written: string }[] = [];
  let usage: JsonObject = {};
  for (const message of messages) {
    if (isObject(message.usage)) ({ usage } = message as { usage: JsonObject });
    const choice = items(message.choices)
      .filter(isObject)
      .find(({ index = 0 }) => index === 0);
    if (!choice) continue;
    reason = textAt(choice, 'finish_reason') || reason;
    const said = isObject(choice.delta) ? choice.delta : choice.message;
    if (!isObject(said)) continue;
    text += textAt(said, 'content');
    for (const [place, call] of items(said.tool_calls).filter(isObject).entries()) {
      const at = typeof call.index === 'number' ? call.index : place;
      const { name, arguments: written } = isObject(call.function) ? call.function : {};
      const known = (calls[at] ??= { id: '', name: '', written: '' });
      known.id += textAt(call, 'id');
      if (typeof name === 'string') known.name += name;
      if (typeof written === 'string') known.written += written;
    }
  }
  const called = callsIn({
    tool_calls: Object.values(calls).map(({ id, name, written }) => ({
      id,
      function: { name, arguments: written },
    })),
  });
  const finish = FINISHES[reason];
  const [prompt, output] = [usage.prompt_tokens, usage.completion_tokens];
  return {
    candidates: [
      {
        content: { role: 'model', parts: [...(text === '' ? [] : [{ text }]), ...called] },
        ...(finish !== undefined && { finishReason: finish }),
      },
    ],
    usageMetadata: {
      ...(typeof prompt === 'number' && { promptTokenCount: prompt }),
      ...(typeof output === 'number' && { candidatesTokenCount: output }),
    },
  };
}
