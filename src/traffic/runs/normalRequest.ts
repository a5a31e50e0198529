import {
  isObject,
  items,
  type JsonObject,
  type JsonValue,
  objectAt,
  textAt,
  tryParse,
} from '../../base/json';
import type { WireForm } from './runExchange';

export interface NormalContent {
  readonly role: 'user' | 'model';
  /** As in `generateContent`, with thoughts and signatures. */
  readonly parts: readonly JsonObject[];
}

/** A request in the terms of `generateContent`, whatever its form. */
export interface NormalRequest {
  readonly form: WireForm;
  readonly model: string;
  readonly tools: readonly JsonValue[];
  readonly toolConfig: JsonObject;
  readonly system: JsonValue | undefined;
  readonly contents: readonly NormalContent[];
  readonly config: JsonObject;
  /** ID of the previous interaction. Empty if none. */
  readonly previous: string;
  /** Name of explicitly cached content. Empty if none. */
  readonly cached: string;
  readonly tier: string;
}

export function normalRequest(form: WireForm, target: string, body: JsonValue): NormalRequest {
  const json = isObject(body) ? body : {};
  switch (form) {
    case 'generate':
      return generateRequest(target, json);
    case 'interaction':
      return interactionRequest(json);
    case 'chat':
      return chatRequest(json);
  }
}

/** Fields that the API accepts in both spellings. */
const SNAKE = {
  toolConfig: 'tool_config',
  systemInstruction: 'system_instruction',
  generationConfig: 'generation_config',
  cachedContent: 'cached_content',
  serviceTier: 'service_tier',
  functionCall: 'function_call',
  functionResponse: 'function_response',
  thoughtSignature: 'thought_signature',
} as const;

function either(json: JsonObject, name: keyof typeof SNAKE): JsonValue | undefined {
  return json[name] ?? json[SNAKE[name]];
}

function objectIn(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {};
}

function textIn(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function valuesIn(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return items(value).filter(isObject);
}

function generateRequest(target: string, json: JsonObject): NormalRequest {
  const [, model = ''] = /\/(?:models|tunedModels)\/([^/:?]+)/.exec(target) ?? [];
  const contents = objectsIn(json.contents).map((content): NormalContent => ({
    role: content.role === 'model' ? 'model' : 'user',
    parts: objectsIn(content.parts).map(normalPart),
  }));
  return {
    form: 'generate',
    model,
    contents,
    previous: '',
    tools: valuesIn(json.tools),
    toolConfig: objectIn(either(json, 'toolConfig')),
    system: either(json, 'systemInstruction'),
    config: objectIn(either(json, 'generationConfig')),
    cached: textIn(either(json, 'cachedContent')),
    tier: textIn(either(json, 'serviceTier')),
  };
}

/** Returns a part with camel-case names, which SDKs and examples mix. */
export function normalPart(part: JsonObject): JsonObject {
  const call = either(part, 'functionCall');
  const response = either(part, 'functionResponse');
  const signature = either(part, 'thoughtSignature');
  if (call === undefined && response === undefined && signature === undefined) return part;
  const {
    function_call: _call,
    function_response: _response,
    thought_signature: _signature,
    ...rest
  } = part;
  return {
    ...rest,
    ...(call !== undefined && { functionCall: call }),
    ...(response !== undefined && { functionResponse: response }),
    ...(signature !== undefined && { thoughtSignature: signature }),
  };
}

function interactionRequest(json: JsonObject): NormalRequest {
  return {
    form: 'interaction',
    model: (textAt(json, 'model') || textAt(json, 'agent')).replace(/^models\//, ''),
    tools: valuesIn(json.tools),
    toolConfig: {},
    system: json.system_instruction,
    contents: inputContents(json.input),
    config: { ...objectAt(json, 'generation_config'), ...formatSchema(json) },
    previous: textAt(json, 'previous_interaction_id'),
    cached: textAt(json, 'cached_content'),
    tier: textAt(json, 'service_tier'),
  };
}

function inputContents(input: JsonValue | undefined): readonly NormalContent[] {
  if (typeof input === 'string') return [{ role: 'user', parts: [{ text: input }] }];
  const list = isObject(input) ? [input] : objectsIn(input);
  const isSteps = list.some(({ type, role }) => role !== undefined || STEPS.test(textIn(type)));
  if (!isSteps) return list.length > 0 ? [{ role: 'user', parts: list.map(contentPart) }] : [];
  const contents: { role: 'user' | 'model'; parts: JsonObject[] }[] = [];
  for (const { isFromUser, part } of stepParts(list)) {
    const role = isFromUser ? 'user' : 'model';
    const last = contents.at(-1);
    if (last?.role === role) last.parts.push(part);
    else contents.push({ role, parts: [part] });
  }
  return contents;
}

const STEPS = /^(?:user_input|model_output|thought|.+_call|.+_result)$/;

interface StepPart {
  readonly isFromUser: boolean;
  readonly part: JsonObject;
}

/** Converts steps of an interaction. The signature of a thought is moved to the function call after it. */
export function stepParts(steps: readonly JsonObject[]): readonly StepPart[] {
  let signature = '';
  return steps.flatMap((step): StepPart[] => {
    const { role, content } = step;
    const type = textAt(step, 'type');
    const own = (part: JsonObject): StepPart => ({ isFromUser: false, part });
    switch (type) {
      case 'thought':
        signature = textAt(step, 'signature');
        return objectsIn(step.summary).map((one) =>
          own({ text: textAt(one, 'text'), thought: true }),
        );
      case 'function_call': {
        const { id, name, arguments: args } = step;
        const signed = signature === '' ? {} : { thoughtSignature: signature };
        signature = '';
        return [own({ functionCall: { id, name, args }, ...signed })];
      }
      case 'function_result': {
        const { call_id: id, name, result } = step;
        return [{ isFromUser: true, part: { functionResponse: { id, name, response: result } } }];
      }
    }
    const isFromUser = type === 'user_input' || role === 'user';
    if (typeof content === 'string') return [{ isFromUser, part: { text: content } }];
    if (content === undefined) return [own(step)];
    const list = isObject(content) ? [content] : objectsIn(content);
    return list.map((one) => ({ isFromUser, part: contentPart(one) }));
  });
}

function contentPart(content: JsonObject): JsonObject {
  const { type, text } = content;
  return type === 'text' && typeof text === 'string' ? { text } : content;
}

function chatRequest(json: JsonObject): NormalRequest {
  const messages = objectsIn(json.messages);
  const isSystem = ({ role }: JsonObject): boolean => role === 'system' || role === 'developer';
  const google = objectAt(objectAt(json, 'extra_body'), 'google');
  const system = messages.filter(isSystem).flatMap(({ content }) => chatParts(content));
  const names = new Map<string, string>();
  return {
    form: 'chat',
    model: textAt(json, 'model').replace(/^models\//, ''),
    tools: valuesIn(json.tools),
    toolConfig: json.tool_choice === 'required' ? ANY : {},
    system: system.length > 0 ? system : undefined,
    contents: messages.filter((one) => !isSystem(one)).map((one) => chatContent(one, names)),
    config: {
      ...chatConfig(json),
      ...(google.thinking_config !== undefined && { thinkingConfig: google.thinking_config }),
      ...formatSchema(json),
    },
    previous: '',
    cached: textAt(google, 'cached_content'),
    tier: textAt(json, 'service_tier'),
  };
}

/** Settings of OpenAI’s form. The later of two names for one setting counts. */
const CHAT_SETTINGS = {
  temperature: 'temperature',
  top_p: 'topP',
  max_tokens: 'maxOutputTokens',
  max_completion_tokens: 'maxOutputTokens',
  n: 'candidateCount',
  presence_penalty: 'presencePenalty',
  frequency_penalty: 'frequencyPenalty',
} as const;

function chatConfig(json: JsonObject): JsonObject {
  const settings = Object.entries(CHAT_SETTINGS).map(([name, ours]) => [ours, json[name]] as const);
  return Object.fromEntries(settings.filter(([, value]) => value !== undefined && value !== null));
}

/** Returns the schema of a `response_format`, which has a level of its own in OpenAI’s form. */
function formatSchema(json: JsonObject): JsonObject {
  const format = objectAt(json, 'response_format');
  const schema = format.schema ?? objectAt(format, 'json_schema').schema;
  return schema === undefined ? {} : { responseJsonSchema: schema };
}

const ANY = { functionCallingConfig: { mode: 'ANY' } } as const;

function chatContent(message: JsonObject, names: Map<string, string>): NormalContent {
  if (message.role === 'tool') {
    const id = textAt(message, 'tool_call_id');
    const response = chatParts(message.content);
    return { role: 'user', parts: [{ functionResponse: { id, name: names.get(id), response } }] };
  }
  const parts = chatMessageParts(message);
  for (const part of parts) {
    const call = objectAt(part, 'functionCall');
    if (textAt(call, 'id') !== '') names.set(textAt(call, 'id'), textAt(call, 'name'));
  }
  return { role: message.role === 'assistant' ? 'model' : 'user', parts };
}

/** Converts the text and the function calls of an OpenAI-compatible message. */
export function chatMessageParts(message: JsonObject): readonly JsonObject[] {
  const calls = objectsIn(message.tool_calls).map((call): JsonObject => {
    const asked = objectAt(call, 'function');
    const signature = textAt(
      objectAt(objectAt(call, 'extra_content'), 'google'),
      'thought_signature',
    );
    const args = tryParse(textAt(asked, 'arguments') || '{}') ?? asked.arguments;
    return {
      functionCall: { id: textAt(call, 'id'), name: textAt(asked, 'name'), args },
      ...(signature !== '' && { thoughtSignature: signature }),
    };
  });
  return [...chatParts(message.content), ...calls];
}

function chatParts(content: JsonValue | undefined): readonly JsonObject[] {
  if (typeof content === 'string') return content === '' ? [] : [{ text: content }];
  return objectsIn(content).map(contentPart);
}
