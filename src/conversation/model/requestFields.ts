import { isObject } from '../../base/json';
import type { JsonObject, JsonValue } from '../../api/schema/row';

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
