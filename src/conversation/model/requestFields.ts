import { isObject } from '../../base/json';
import type { JsonObject, JsonValue } from '../../api/schema/row';

/** What a request has at a path such as `generationConfig.seed`; undefined where it has nothing there. */
export function fieldAt(request: JsonObject, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = request;
  for (const name of path.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

/**
 * A request with another value at a path, or, where that is undefined, without it and without what it leaves
 * empty. Everything else stays as it is.
 */
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

/** What is set for one thing in the lists of a request: its tools, and its safety settings. */
interface RequestList {
  read(request: JsonObject, name: string): JsonValue | undefined;
  /** Without a value, takes it out; of the rest nothing changes. */
  write(request: JsonObject, name: string, value: JsonValue | undefined): JsonObject;
}

/** Fields of tools, such as `codeExecution`: one tool each. Those of several with the same field are one list. */
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

/** Tools of an interaction, by the words for their types; of several of one type, the first. */
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

/** Thresholds of safety settings, by their categories. */
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
/** Where a request has the voices of two who speak, and that of one. */
export const SPEAKERS_PATH = `${SPEECH_PATH}.multiSpeakerVoiceConfig`;
export const VOICE_PATH = `${SPEECH_PATH}.voiceConfig`;

const SPEAKER_PATHS = {
  name: 'speaker',
  voice: 'voiceConfig.prebuiltVoiceConfig.voiceName',
} as const;

/** Names and voices of those who speak, by their place in the list; what else is said of one stays. */
export const speakerVoices = {
  read(request: JsonObject, index: number, of: 'name' | 'voice'): JsonValue | undefined {
    const speaker = speakersOf(request)[index];
    return speaker && fieldAt(speaker, SPEAKER_PATHS[of]);
  },
  /** Without a value, takes it out; who has nothing left goes, but for one that another comes after. */
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

/** The objects among the items of a list. */
export function objectsOf(value: JsonValue | undefined): readonly JsonObject[] {
  return itemsOf(value).filter(isObject);
}

/** The items of a list; none of anything else. */
export function itemsOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}
