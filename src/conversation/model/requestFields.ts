import { generationLimits } from '../../api/schema/fieldLimits';
import { isObject, objectAt } from '../../base/json';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import type { PlaygroundSettings } from './conversation';

/** Returns the value at a path such as `generationConfig.seed`; undefined if absent. */
export function fieldAt(request: JsonObject, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = request;
  for (const name of path.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

/** Sets the value at a path. With undefined, removes the value and any parents left empty. */
export function withField(
  request: JsonObject,
  path: string,
  value: JsonValue | undefined,
): JsonObject {
  const [name = '', ...rest] = path.split('.');
  const inner = Object.hasOwn(request, name) ? request[name] : undefined;
  const next =
    rest.length === 0 ? value : withField(isObject(inner) ? inner : {}, rest.join('.'), value);
  const isEmptied = rest.length > 0 && isObject(next) && Object.keys(next).length === 0;
  if (next !== undefined && !isEmptied) return { ...request, [name]: next };
  return Object.fromEntries(Object.entries(request).filter(([key]) => key !== name));
}

interface RequestList {
  read(request: JsonObject, name: string): JsonValue | undefined;
  /** Sets the value, or removes it if undefined, and leaves the rest unchanged. */
  write(request: JsonObject, name: string, value: JsonValue | undefined): JsonObject;
}

/**
 * Tools by field, such as `codeExecution`. Values of several tools with the same field are merged.
 */
export const toolFields: RequestList = {
  read(request, name) {
    const found = objectsOf(request.tools).flatMap((tool) =>
      Object.hasOwn(tool, name) ? [tool[name] ?? null] : [],
    );
    return found.every(Array.isArray) && found.length > 0 ? found.flat() : found[0];
  },
  write(request, name, value) {
    const at = objectsOf(request.tools).findIndex((tool) => Object.hasOwn(tool, name));
    const kept = objectsOf(request.tools).flatMap((tool, index) => {
      if (!Object.hasOwn(tool, name)) return [tool];
      if (index === at && value !== undefined) return [{ ...tool, [name]: value }];
      const rest = Object.fromEntries(Object.entries(tool).filter(([key]) => key !== name));
      return Object.keys(rest).length > 0 ? [rest] : [];
    });
    const added = at === -1 && value !== undefined ? [{ [name]: value }] : [];
    return withList(request, 'tools', [...kept, ...added]);
  },
};

/** Tools of an interaction by type; uses the first of each type. */
export const typedTools: RequestList = {
  read(request, type) {
    return objectsOf(request.tools).find((tool) => tool.type === type);
  },
  write(request, type, value) {
    const tools = objectsOf(request.tools);
    const before = tools.find((tool) => tool.type === type);
    const next = isObject(value) ? { type, ...value } : undefined;
    const kept = tools.flatMap((tool) => (tool === before ? (next ?? []) : [tool]));
    return withList(request, 'tools', before || !next ? kept : [...kept, next]);
  },
};

export const safetyThresholds: RequestList = {
  read(request, category) {
    return objectsOf(request.safetySettings).find((item) => item.category === category)?.threshold;
  },
  write(request, category, threshold) {
    const others = objectsOf(request.safetySettings).filter((item) => item.category !== category);
    const own = objectsOf(request.safetySettings).find((item) => item.category === category);
    const added = threshold === undefined ? [] : [{ ...own, category, threshold }];
    return withList(request, 'safetySettings', [...others, ...added]);
  },
};

const SPEECH_PATH = 'generationConfig.speechConfig';
export const SPEAKERS_PATH = `${SPEECH_PATH}.multiSpeakerVoiceConfig`;
export const VOICE_PATH = `${SPEECH_PATH}.voiceConfig`;

const SPEAKER_PATHS = {
  name: 'speaker',
  voice: 'voiceConfig.prebuiltVoiceConfig.voiceName',
} as const;

/** Names and voices of speakers by index; other fields of a speaker are retained. */
export const speakerVoices = {
  read(request: JsonObject, index: number, of: 'name' | 'voice'): JsonValue | undefined {
    const speaker = speakersOf(request)[index];
    return speaker && fieldAt(speaker, SPEAKER_PATHS[of]);
  },
  /** Removes an undefined value. Also removes an empty speaker unless another one follows. */
  write(
    request: JsonObject,
    index: number,
    of: 'name' | 'voice',
    value: JsonValue | undefined,
  ): JsonObject {
    const before = speakersOf(request);
    const speakers = Array.from({ length: Math.max(before.length, index + 1) }, (_unused, at) => {
      const speaker = before[at] ?? {};
      return at === index ? withField(speaker, SPEAKER_PATHS[of], value) : speaker;
    });
    const last = speakers.findLastIndex((speaker) => Object.keys(speaker).length > 0);
    const kept = last < 0 ? undefined : speakers.slice(0, last + 1);
    return withField(request, `${SPEAKERS_PATH}.speakerVoiceConfigs`, kept);
  },
} as const;

function speakersOf(request: JsonObject): readonly JsonObject[] {
  return objectsOf(fieldAt(request, `${SPEAKERS_PATH}.speakerVoiceConfigs`));
}

function withList(request: JsonObject, name: string, items: readonly JsonObject[]): JsonObject {
  if (items.length > 0) return { ...request, [name]: items };
  return Object.fromEntries(Object.entries(request).filter(([key]) => key !== name));
}

export function objectsOf(value: JsonValue | undefined): readonly JsonObject[] {
  return itemsOf(value).filter(isObject);
}

/** Returns the items of a list; empty for other values. */
export function itemsOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

const { maxLength, pattern } = generationLimits.functionName;
const FUNCTION_NAME = new RegExp(pattern);

interface FunctionNames {
  readonly names: readonly string[];
  readonly invalid: readonly string[];
  readonly repeated: readonly string[];
}

export function functionNames(request: JsonObject | undefined): FunctionNames {
  const names = itemsOf(request?.tools)
    .flatMap((tool) => {
      // Interactions declare each function as a separate tool.
      if (field(tool, 'type') === 'function') return [tool];
      return itemsOf(field(tool, 'functionDeclarations'));
    })
    .map((row) => field(row, 'name'))
    .map((name) => (typeof name === 'string' ? name : ''));
  return {
    names,
    invalid: names.filter((name) => name.length > maxLength || !FUNCTION_NAME.test(name)),
    repeated: [...new Set(names.filter((name, at) => names.indexOf(name) !== at))],
  };
}

/** Returns the VS Code tools that declared functions of a request stand for, by function name. */
export function declaredTools(
  { vscodeTools = {} }: PlaygroundSettings,
  request: JsonObject | undefined,
): ReadonlyMap<string, string> {
  const { names } = functionNames(request);
  return new Map(
    names.flatMap((name) => {
      const tool = toolOf({ vscodeTools }, name);
      return tool === undefined ? [] : [[name, tool] as const];
    }),
  );
}

/** Forgets the VS Code tools of functions that no request declares, because a new function may get the name. */
export function withoutUnusedTools({
  vscodeTools,
  ...settings
}: PlaygroundSettings): PlaygroundSettings {
  if (!vscodeTools) return settings;
  const requests = Object.values(settings.requests ?? {});
  const used = requests.flatMap((request) => [...declaredTools({ vscodeTools }, request)]);
  return used.length > 0 ? { ...settings, vscodeTools: Object.fromEntries(used) } : settings;
}

/** Returns the VS Code tool of a function; undefined if none. */
export function toolOf(
  { vscodeTools = {} }: Pick<PlaygroundSettings, 'vscodeTools'>,
  name: string | undefined,
): string | undefined {
  return name !== undefined && Object.hasOwn(vscodeTools, name) ? vscodeTools[name] : undefined;
}

/** Removes declarations of functions from a request, and tools that are left without any. */
export function withoutFunctions(request: JsonObject, names: ReadonlySet<unknown>): JsonObject {
  const isKept = (row: JsonValue): boolean => !names.has(field(row, 'name'));
  const tools = objectsOf(request.tools).flatMap((tool) => {
    if (tool.type === 'function') return isKept(tool) ? [tool] : [];
    const { functionDeclarations, ...rest } = tool;
    if (functionDeclarations === undefined) return [tool];
    const kept = itemsOf(functionDeclarations).filter(isKept);
    if (kept.length > 0) return [{ ...rest, functionDeclarations: kept }];
    return Object.keys(rest).length > 0 ? [rest] : [];
  });
  const { tools: _, ...others } = request;
  return tools.length > 0 ? { ...others, tools } : others;
}

function field(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isObject(value) ? value[name] : undefined;
}

/** Returns the saved result of a function; undefined if none. */
export function mockResult(
  { mocks = {} }: PlaygroundSettings,
  name: string | undefined,
): JsonObject | undefined {
  return name !== undefined && Object.hasOwn(mocks, name) ? mocks[name] : undefined;
}

interface ResponseFormat {
  /** Whether the response is a plain enum value instead of JSON. */
  readonly isEnum: boolean;
  /** OpenAPI-style schema or JSON Schema; absent if any JSON is valid. */
  readonly schema?: JsonValue;
}

/** Returns the response format of a request; undefined for plain text. */
export function responseFormat(request: JsonObject | undefined): ResponseFormat | undefined {
  if (request?.response_format !== undefined) return stepsFormat(request.response_format);
  const config = request?.generationConfig as JsonObject | undefined;
  const { mimeType, schema: own } = objectAt(objectAt(config ?? {}, 'responseFormat'), 'text');
  if (own !== undefined || mimeType === 'APPLICATION_JSON') {
    return { isEnum: false, ...(own !== undefined && { schema: own }) };
  }
  const type = config?.responseMimeType;
  if (type !== 'application/json' && type !== 'text/x.enum') return undefined;
  const schema = config?.responseJsonSchema ?? config?.responseSchema;
  return { isEnum: type === 'text/x.enum', ...(schema !== undefined && { schema }) };
}

/** Returns the response format of an interaction, which may have one per output type. */
function stepsFormat(given: JsonValue): ResponseFormat | undefined {
  const formats = Array.isArray(given) ? itemsOf(given) : [given];
  const json = formats.find((format) => {
    if (!isObject(format) || (format.type !== undefined && format.type !== 'text')) return false;
    return format.mime_type === 'application/json' || format.schema !== undefined;
  });
  if (!isObject(json)) return undefined;
  return { isEnum: false, ...(json.schema !== undefined && { schema: json.schema }) };
}

/** Limit on the parts of a schema that are searched. */
const MAX_PARTS = 10_000;

const CHECKED_KEYWORDS: ReadonlySet<string> = new Set(
  (
    'type nullable enum const properties required additionalProperties items prefixItems minItems maxItems ' +
    'minLength maxLength minProperties maxProperties minimum maximum exclusiveMinimum exclusiveMaximum ' +
    'multipleOf anyOf oneOf allOf $ref $defs definitions ' +
    'title description default example examples propertyOrdering $schema $id $comment deprecated'
  ).split(' '),
);
const ONE = ['items', 'additionalProperties'];
const LISTS = ['prefixItems', 'anyOf', 'oneOf', 'allOf'];
const RECORDS = ['properties', '$defs', 'definitions'];

/** Returns the schema keywords that aren't validated, without duplicates. */
export function uncheckedKeywords(schema: JsonValue): readonly string[] {
  const found = new Set<string>();
  const work: JsonValue[] = [schema];
  for (let seen = 0; work.length > 0 && seen < MAX_PARTS; seen++) {
    const part = work.pop();
    if (!isObject(part)) continue;
    for (const name of Object.keys(part)) if (!CHECKED_KEYWORDS.has(name)) found.add(name);
    if (typeof part.$ref === 'string' && !part.$ref.startsWith('#')) found.add('$ref');
    for (const name of ONE) work.push(part[name] ?? null);
    for (const name of LISTS) work.push(...itemsOf(part[name]));
    for (const name of RECORDS) {
      work.push(...(Object.values((part[name] ?? {}) as JsonObject) as JsonValue[]));
    }
  }
  return [...found];
}
