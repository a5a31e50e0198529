import { answeringModel, packedModel, type PackedThinking } from '../../api/modelPack';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import { isObject, items, objectAt, textAt, tryParse } from '../../base/json';
import { StatusError } from '../status';

/** Fields without a Gemini equivalent, which are ignored. */
const IGNORED_FIELDS = new Set([
  'user',
  'store',
  'metadata',
  'parallel_tool_calls',
  'service_tier',
  'logit_bias',
  'stream',
  'stream_options',
  'model',
  'messages',
  'tools',
  'tool_choice',
  'extra_body',
  'safety_identifier',
  'prompt_cache_key',
  'verbosity',
]);

type Setting = (value: JsonValue, model: string, now: number) => JsonObject;

const named =
  (name: string) =>
  (value: JsonValue): JsonObject => ({ [name]: value });

const SETTINGS: { readonly [name: string]: Setting } = {
  temperature: named('temperature'),
  top_p: named('topP'),
  max_tokens: named('maxOutputTokens'),
  max_completion_tokens: named('maxOutputTokens'),
  n: named('candidateCount'),
  seed: named('seed'),
  presence_penalty: named('presencePenalty'),
  frequency_penalty: named('frequencyPenalty'),
  stop: (value) => ({ stopSequences: Array.isArray(value) ? value : [value] }),
  logprobs: named('responseLogprobs'),
  top_logprobs: named('logprobs'),
  response_format: responseFormat,
  reasoning_effort: (value, model, now) => ({
    thinkingConfig: thinkingConfigOf(value, model, now),
  }),
};

/** Allowed fields of `extra_body.google`, which have no equivalent in OpenAI's API. */
const OWN_FIELDS: { readonly [name: string]: (value: JsonValue) => JsonObject } = {
  cached_content: named('cachedContent'),
  thinking_config: (value) => ({ generationConfig: { thinkingConfig: value } }),
};

/** Returns the request fields from `extra_body.google`. Throws 400 for unknown fields. */
function ownFields(body: JsonObject): JsonObject {
  const extra = objectAt(body, 'extra_body');
  const google = objectAt(extra, 'google');
  const strange =
    Object.keys(extra).find((name) => name !== 'google') ??
    Object.keys(google).find((name) => !Object.hasOwn(OWN_FIELDS, name));
  if (strange !== undefined) throw unknownName(strange);
  if (google.thinking_config && body.reasoning_effort) {
    throw invalid('reasoning_effort and thinking_config are equivalent. Send one of them.');
  }
  const fields = Object.entries(google).map(([name, value]) => OWN_FIELDS[name]?.(value ?? null));
  return Object.assign({}, ...fields) as JsonObject;
}

/**
 * Converts a chat request to a Gemini request. Throws 400 for unsupported values.
 * @param now in ms since 1970, as model aliases change over time.
 */
export function toGenerateRequest(body: JsonObject, now: number): JsonObject {
  const strange = Object.keys(body).find(
    (name) => !IGNORED_FIELDS.has(name) && !Object.hasOwn(SETTINGS, name),
  );
  if (strange !== undefined) {
    throw unknownName(strange);
  }
  const messages = items(body.messages).filter(isObject);
  if (messages.length === 0) throw invalid('messages must have at least one message.');
  const isInstruction = ({ role }: JsonObject): boolean =>
    role === 'system' || role === 'developer';
  const instructions = messages
    .filter(isInstruction)
    .flatMap((message) => partsOf(message.content));
  const config = Object.entries(body).flatMap(([name, value]) => {
    const setting = Object.hasOwn(SETTINGS, name) ? SETTINGS[name] : undefined;
    return setting && value !== null && value !== undefined
      ? [setting(value, textAt(body, 'model'), now)]
      : [];
  });
  const { generationConfig, ...own } = ownFields(body);
  if (isObject(generationConfig)) config.push(generationConfig);
  const tools = items(body.tools).filter(isObject).map(declaration);
  return {
    contents: contentsOf(messages.filter((message) => !isInstruction(message))),
    ...(instructions.length > 0 ? { systemInstruction: { parts: instructions } } : {}),
    ...(config.length > 0 ? { generationConfig: Object.assign({}, ...config) as JsonObject } : {}),
    ...(tools.length > 0 ? { tools: [{ functionDeclarations: tools }] } : {}),
    ...toolChoice(body.tool_choice),
    ...own,
  };
}

function contentsOf(messages: readonly JsonObject[]): readonly JsonObject[] {
  const names = new Map<string, string>();
  const contents: { role: string; parts: JsonObject[] }[] = [];
  for (const message of messages) {
    const role = textAt(message, 'role');
    const isResult = role === 'tool';
    const parts = isResult ? [resultOf(message, names)] : [...turnParts(message, names)];
    const last = contents.at(-1);
    if (isResult && last?.role === 'user' && last.parts.every((part) => part.functionResponse)) {
      last.parts.push(...parts);
    } else {
      contents.push({ role: role === 'assistant' ? 'model' : 'user', parts });
    }
  }
  return contents;
}

function turnParts(message: JsonObject, names: Map<string, string>): readonly JsonObject[] {
  const calls = items(message.tool_calls).filter(isObject);
  return [
    ...partsOf(message.content),
    ...calls.map((call) => {
      const asked = objectAt(call, 'function');
      const [name, args] = [textAt(asked, 'name'), textAt(asked, 'arguments')];
      const id = textAt(call, 'id');
      names.set(id, name);
      const parsed = args === '' ? {} : tryParse(args);
      if (!isObject(parsed)) throw invalid(`The arguments of ${name} must be a JSON object.`);
      const signature = signatureOf(call);
      return {
        functionCall: { name, args: parsed, ...(id === '' ? {} : { id }) },
        ...(signature === '' ? {} : { thoughtSignature: signature }),
      };
    }),
  ];
}

function signatureOf(call: JsonObject): string {
  return textAt(objectAt(objectAt(call, 'extra_content'), 'google'), 'thought_signature');
}

function resultOf(message: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  const id = textAt(message, 'tool_call_id');
  const name = names.get(id) ?? textAt(message, 'name');
  if (name === '') throw invalid(`No function call has the ID ${id}.`);
  const text = partsOf(message.content)
    .map((part) => textAt(part, 'text'))
    .join('');
  const parsed = tryParse(text);
  return { functionResponse: { id, name, response: isObject(parsed) ? parsed : { result: text } } };
}

function partsOf(content: JsonValue | undefined): readonly JsonObject[] {
  if (content === null || content === undefined) return [];
  if (typeof content === 'string') return [{ text: content }];
  return items(content).filter(isObject).map(partOf);
}

function partOf(part: JsonObject): JsonObject {
  const audio = objectAt(part, 'input_audio');
  switch (part.type) {
    case 'text':
      return { text: textAt(part, 'text') };
    case 'image_url':
      return dataOf(textAt(objectAt(part, 'image_url'), 'url'));
    case 'input_audio':
      return {
        inlineData: { mimeType: `audio/${textAt(audio, 'format')}`, data: textAt(audio, 'data') },
      };
    default:
      throw invalid(`Content of type ${textAt(part, 'type')} is not supported.`);
  }
}

function dataOf(url: string): JsonObject {
  const [, mimeType, data] = /^data:([\w.+/-]+);base64,(.*)$/s.exec(url) ?? [];
  if (mimeType === undefined || data === undefined) {
    throw invalid('Images must be data URLs, because the emulator fetches nothing.');
  }
  return { inlineData: { mimeType, data } };
}

function declaration(tool: JsonObject): JsonObject {
  const asked = objectAt(tool, 'function');
  const { description, parameters } = asked;
  return {
    name: textAt(asked, 'name'),
    ...(description === undefined ? {} : { description }),
    ...(parameters === undefined ? {} : { parametersJsonSchema: parameters }),
  };
}

const MODES: { readonly [choice: string]: string } = {
  auto: 'AUTO',
  none: 'NONE',
  required: 'ANY',
};

function toolChoice(choice: JsonValue | undefined): JsonObject {
  if (choice === undefined || choice === null) return {};
  const chosen = isObject(choice) && isObject(choice.function) ? choice.function.name : undefined;
  const mode = typeof choice === 'string' ? MODES[choice] : 'ANY';
  if (mode === undefined)
    throw invalid(`tool_choice must be one of ${Object.keys(MODES).join(', ')}.`);
  const allowed = chosen === undefined ? {} : { allowedFunctionNames: [chosen] };
  return { toolConfig: { functionCallingConfig: { mode, ...allowed } } };
}

function responseFormat(format: JsonValue): JsonObject {
  if (!isObject(format) || format.type === 'text') return {};
  const schema = isObject(format.json_schema) ? format.json_schema.schema : undefined;
  return {
    responseMimeType: 'application/json',
    ...(schema === undefined ? {} : { responseJsonSchema: schema }),
  };
}

function unknownName(name: string): StatusError {
  return invalid(`Invalid JSON payload received. Unknown name "${name}": Cannot find field.`);
}

export function invalid(message: string): StatusError {
  return new StatusError(400, message);
}

const LEVELS = ['MINIMAL', 'LOW', 'MEDIUM', 'HIGH'];

/** OpenAI effort values with their thinking level, and the budget in tokens for models that use budgets. */
const EFFORTS: { readonly [effort: string]: readonly [level: string, budget: number] } = {
  none: ['MINIMAL', 0],
  minimal: ['MINIMAL', 1024],
  low: ['LOW', 1024],
  medium: ['MEDIUM', 8192],
  high: ['HIGH', 24_576],
};

/**
 * Returns the closest thinking setting for `reasoning_effort` that the model supports. Throws 400 if the
 * effort is unknown.
 * @param model resource name
 * @param now in ms since 1970
 */
function thinkingConfigOf(effort: JsonValue, model: string, now: number): JsonObject {
  const wanted =
    typeof effort === 'string' && Object.hasOwn(EFFORTS, effort) ? EFFORTS[effort] : undefined;
  if (!wanted) {
    const names = Object.keys(EFFORTS).toSorted().join(', ');
    const given = typeof effort === 'string' ? effort : JSON.stringify(effort);
    throw new StatusError(400, `Invalid reasoning_effort: ${given}. Valid values are: ${names}`);
  }
  const [level, budget] = wanted;
  const packed = packedModel(model);
  const thinking = packed && answeringModel(packed, now).thinking;
  if (typeof thinking !== 'object') return { thinkingLevel: level };
  const { levels } = thinking;
  if (levels) return { thinkingLevel: nearestLevel(level, levels) };
  return { thinkingBudget: nearestBudget(budget, thinking) };
}

/** With equal distance, prefers more thinking. */
function nearestLevel(level: string, levels: readonly string[]): string {
  const at = LEVELS.indexOf(level);
  const distance = (other: string): number => Math.abs(LEVELS.indexOf(other) - at);
  const [nearest = level] = LEVELS.filter((other) => levels.includes(other))
    .toReversed()
    .toSorted((one, other) => distance(one) - distance(other));
  return nearest;
}

function nearestBudget(budget: number, { budget: range = [], canDisable }: PackedThinking): number {
  if (budget === 0 && canDisable === true) return 0;
  const [least = 0, most = Infinity] = range;
  return Math.min(Math.max(budget, least), most);
}
