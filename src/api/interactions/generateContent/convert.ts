import { isObject, items, type JsonObject, type JsonValue } from '../../../base/json';
import {
  toGenerateContentFormats,
  toGenerateContentSpeech,
  toInteractionFormats,
  toInteractionSpeech,
} from './formats';
import {
  type Draft,
  type Loss,
  Losses,
  type LossReason,
  remainingPaths,
  setPath,
  takePath,
  toDraft,
} from './media';
import { inputSteps, toContents, toSteps } from './turns';
import { toGenerateContentTools, toInteractionTools } from './tools';

export interface Converted {
  readonly body: JsonObject;
  readonly lost: readonly Loss[];
}

/** Converts a generateContent request to an interaction body. `model` is the resource name. */
export function toInteraction(request: JsonObject, model: string): Converted {
  const losses = new Losses();
  const rest = toDraft(request);
  const body: Draft = { model: model.replace(/^models\//, '') };
  delete rest.model;
  const contents = items(takePath(rest, 'contents')).filter(isObject);
  for (const { generate, interact, words } of FIELD_PAIRS) {
    move(generate, takePath(rest, generate), words?.there, losses, (value) =>
      setPath(body, interact, value),
    );
  }
  dropImplied(rest, IMPLIED_IN_INTERACTION);
  const latLng = takePath(rest, 'toolConfig.retrievalConfig.latLng');
  const tools = toInteractionTools(takePath(rest, 'tools'), latLng, losses);
  if (tools.length > 0) body.tools = tools;
  const formats = toInteractionFormats(rest, losses);
  if (formats.length > 0) body.response_format = formats;
  const voices = toInteractionSpeech(rest, losses);
  if (voices.length > 0) setPath(body, 'generation_config.speech_config', voices);
  body.input = toSteps(contents, losses);
  reportLeft(rest, 'generate', LOST_IN_INTERACTION, losses);
  return { body: plain(body), lost: losses.all };
}

export function toGenerateContent(interaction: JsonObject): Converted {
  const losses = new Losses();
  const rest = toDraft(interaction);
  const body: Draft = {};
  delete rest.model;
  const input = takePath(rest, 'input');
  body.contents = toContents(inputSteps(input), losses);
  for (const { generate, interact, words } of FIELD_PAIRS) {
    move(interact, takePath(rest, interact), words?.back, losses, (value) =>
      setPath(body, generate, value),
    );
  }
  dropImplied(rest, IMPLIED_IN_GENERATE_CONTENT);
  const { tools, latLng } = toGenerateContentTools(takePath(rest, 'tools'), losses);
  if (tools.length > 0) body.tools = tools;
  setPath(body, 'toolConfig.retrievalConfig.latLng', latLng);
  toGenerateContentFormats(rest, body, losses);
  toGenerateContentSpeech(rest, body, losses);
  setPath(body, 'cachedContent', takePath(rest, 'cached_content'));
  reportLeft(rest, 'interact', LOST_IN_GENERATE_CONTENT, losses);
  return { body: plain(body), lost: losses.all };
}

export function stepsToContents(steps: readonly JsonObject[]): {
  readonly contents: readonly JsonObject[];
  readonly lost: readonly Loss[];
} {
  const losses = new Losses();
  const contents = toContents(steps, losses);
  return { contents, lost: losses.all };
}

function move(
  path: string,
  value: JsonValue | undefined,
  change: ((value: JsonValue) => JsonValue | undefined) | undefined,
  losses: Losses,
  put: (value: JsonValue) => void,
): void {
  if (value === undefined) return;
  const changed = change ? change(value) : value;
  if (changed === undefined) losses.add(path, 'noValue');
  else put(changed);
}

function dropImplied(
  rest: Draft,
  implied: readonly (readonly [path: string, value: JsonValue])[],
): void {
  for (const [path, value] of implied) {
    const found = takePath(rest, path);
    if (found !== undefined && found !== value) setPath(rest, path, found);
  }
}

function reportLeft(
  rest: Draft,
  side: 'generate' | 'interact',
  reasons: { readonly [path: string]: LossReason },
  losses: Losses,
): void {
  const known = new Set(
    FIELD_PAIRS.flatMap((pair) => {
      const steps = pair[side].split('.');
      return steps.slice(1).map((_, at) => steps.slice(0, at + 1).join('.'));
    }),
  );
  known.add('toolConfig.retrievalConfig').add('toolConfig');
  for (const path of remainingPaths(rest, known)) losses.add(path, reasons[path] ?? 'noField');
}

function plain(draft: Draft): JsonObject {
  return Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined));
}

interface Words {
  readonly there: (value: JsonValue) => JsonValue | undefined;
  readonly back: (value: JsonValue) => JsonValue | undefined;
}

interface FieldPair {
  readonly generate: string;
  readonly interact: string;
  readonly words?: Words;
}

const CAPITALS = wordsOf(
  (value) => value.toLowerCase(),
  (value) => value.toUpperCase(),
);

const SUMMARIES: Words = {
  there: (value) => (typeof value === 'boolean' ? (value ? 'auto' : 'none') : undefined),
  back: (value) => (value === 'auto' ? true : value === 'none' ? false : undefined),
};

const INSTRUCTION: Words = {
  there(value) {
    const parts = isObject(value) ? items(value.parts) : [];
    const texts = parts.map((part) =>
      isObject(part) && Object.keys(part).length === 1 ? part.text : undefined,
    );
    if (texts.length === 0 || !texts.every((text) => typeof text === 'string')) return undefined;
    return texts.join('\n\n');
  },
  back: (value) => (typeof value === 'string' ? { parts: [{ text: value }] } : undefined),
};

const HARM = 'HARM_CATEGORY_';
const SAFETY: Words = {
  there: (value) =>
    changed(value, ({ category, threshold, ...rest }) =>
      Object.keys(rest).length > 0 || typeof category !== 'string' || typeof threshold !== 'string'
        ? undefined
        : { type: category.replace(HARM, '').toLowerCase(), threshold: threshold.toLowerCase() },
    ),
  back: (value) =>
    changed(value, ({ type, threshold }) =>
      typeof type !== 'string' || typeof threshold !== 'string'
        ? undefined
        : { category: `${HARM}${type.toUpperCase()}`, threshold: threshold.toUpperCase() },
    ),
};

/** `deferred` exists only for interactions. */
const TIER: Words = {
  there: (value) => value,
  back: (value) => (value === 'deferred' ? undefined : value),
};

const CHOICE: Words = {
  there(value) {
    if (!isObject(value)) return undefined;
    const { mode, allowedFunctionNames: names, ...rest } = value;
    if (Object.keys(rest).length > 0) return undefined;
    const word = typeof mode === 'string' ? mode.toLowerCase() : undefined;
    if (!Array.isArray(names)) return word;
    return { allowed_tools: { ...(word !== undefined && { mode: word }), tools: names } };
  },
  back(value) {
    if (typeof value === 'string') return { mode: value.toUpperCase() };
    const allowed = isObject(value) ? value.allowed_tools : undefined;
    if (!isObject(allowed)) return undefined;
    const { mode, tools } = allowed;
    return {
      ...(typeof mode === 'string' && { mode: mode.toUpperCase() }),
      ...(Array.isArray(tools) && { allowedFunctionNames: tools }),
    };
  },
};

const CONFIG = 'generationConfig';
const TRANSCRIPTION = `${CONFIG}.audioTranscriptionConfig`;

const FIELD_PAIRS: readonly FieldPair[] = [
  { generate: 'systemInstruction', interact: 'system_instruction', words: INSTRUCTION },
  { generate: 'safetySettings', interact: 'safety_settings', words: SAFETY },
  { generate: 'serviceTier', interact: 'service_tier', words: TIER },
  { generate: 'labels', interact: 'labels' },
  {
    generate: 'toolConfig.functionCallingConfig',
    interact: 'generation_config.tool_choice',
    words: CHOICE,
  },
  { generate: `${CONFIG}.maxOutputTokens`, interact: 'generation_config.max_output_tokens' },
  { generate: `${CONFIG}.seed`, interact: 'generation_config.seed' },
  { generate: `${CONFIG}.stopSequences`, interact: 'generation_config.stop_sequences' },
  { generate: `${CONFIG}.temperature`, interact: 'generation_config.temperature' },
  { generate: `${CONFIG}.topP`, interact: 'generation_config.top_p' },
  {
    generate: `${CONFIG}.thinkingConfig.thinkingLevel`,
    interact: 'generation_config.thinking_level',
    words: CAPITALS,
  },
  {
    generate: `${CONFIG}.thinkingConfig.includeThoughts`,
    interact: 'generation_config.thinking_summaries',
    words: SUMMARIES,
  },
  {
    generate: `${TRANSCRIPTION}.mode`,
    interact: 'generation_config.transcription_config.mode',
    words: CAPITALS,
  },
  {
    generate: `${TRANSCRIPTION}.languageCodes`,
    interact: 'generation_config.transcription_config.language_codes',
  },
  {
    generate: `${TRANSCRIPTION}.customVocabulary`,
    interact: 'generation_config.transcription_config.custom_vocabulary',
  },
];

const LOST_IN_INTERACTION: { readonly [path: string]: LossReason } = {
  store: 'keeping',
  cachedContent: 'keeping',
  continuationToken: 'answer',
};

const LOST_IN_GENERATE_CONTENT: { readonly [path: string]: LossReason } = {
  store: 'keeping',
  previous_interaction_id: 'keeping',
  background: 'running',
  webhook_config: 'running',
  continuation_token: 'answer',
  agent: 'agents',
  agent_config: 'agents',
  environment: 'agents',
};

/** Values that only describe the transport or are implied by the target, so their loss isn't reported. */
const IMPLIED_IN_INTERACTION: readonly (readonly [path: string, value: JsonValue])[] = [
  ['toolConfig.includeServerSideToolInvocations', true],
];
const IMPLIED_IN_GENERATE_CONTENT: readonly (readonly [path: string, value: JsonValue])[] = [
  ['stream', true],
  ['stream', false],
  ['background', false],
];

function wordsOf(there: (value: string) => string, back: (value: string) => string): Words {
  return {
    there: (value) => (typeof value === 'string' ? there(value) : undefined),
    back: (value) => (typeof value === 'string' ? back(value) : undefined),
  };
}

function changed(
  value: JsonValue,
  change: (item: JsonObject) => JsonObject | undefined,
): readonly JsonObject[] | undefined {
  const all = items(value).map((item) => (isObject(item) ? change(item) : undefined));
  return all.every((one) => one !== undefined) ? all : undefined;
}
