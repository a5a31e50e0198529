import type { Message } from '../../api/schema/infer';
import { messages } from '../../api/schema/messages';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import { isObject, textAt } from '../../base/json';
import { StatusError } from '../status';
import type { InteractionRequest } from './run';

type Request = Message<'GenerateContentRequest'>;
type GenerationConfig = Message<'GenerationConfig'>;
type Tool = Message<'interactions.Tool'>;

export function requestOf(
  asked: InteractionRequest,
  contents: NonNullable<Request['contents']>,
): Request {
  const { system_instruction: system, tools = [], safety_settings: safety = [] } = asked;
  const choice = asked.generation_config?.tool_choice;
  const point = tools.find((tool) => tool.type === 'google_maps');
  const latLng =
    point?.type === 'google_maps' && point.latitude !== undefined && point.longitude !== undefined
      ? { latitude: point.latitude, longitude: point.longitude }
      : undefined;
  return {
    contents,
    ...(system !== undefined && { systemInstruction: { parts: [{ text: system }] } }),
    ...(tools.length > 0 && { tools: toolsOf(tools) }),
    toolConfig: {
      includeServerSideToolInvocations: true,
      ...(choice !== undefined && { functionCallingConfig: callingOf(choice) }),
      ...(latLng && { retrievalConfig: { latLng } }),
    },
    ...(safety.length > 0 && { safetySettings: safetyOf(safety) }),
    ...(asked.cached_content !== undefined && { cachedContent: asked.cached_content }),
    generationConfig: configOf(asked),
  };
}

function toolsOf(tools: readonly Tool[]): NonNullable<Request['tools']> {
  return tools.flatMap((tool): Message<'Tool'>[] => {
    switch (tool.type) {
      case 'function': {
        const { name = '', description, parameters } = tool;
        const declaration = {
          name,
          ...(description !== undefined && { description }),
          ...(parameters !== undefined && { parametersJsonSchema: parameters }),
        };
        return [{ functionDeclarations: [declaration] }];
      }
      case 'computer_use':
        return [{ functionDeclarations: computerFunctions(tool) }];
      case 'code_execution':
        return [{ codeExecution: {} }];
      case 'google_search': {
        const types = tool.search_types ?? [];
        const isPictures = types.includes('image_search') && !types.includes('web_search');
        return [{ googleSearch: isPictures ? { searchTypes: { imageSearch: {} } } : {} }];
      }
      case 'google_maps':
        return [{ googleMaps: { enableWidget: tool.enable_widget === true } }];
      case 'url_context':
        return [{ urlContext: {} }];
      case 'file_search':
        return [
          {
            fileSearch: {
              fileSearchStoreNames: tool.file_search_store_names ?? [],
              ...(tool.top_k !== undefined && { topK: tool.top_k }),
              ...(tool.metadata_filter !== undefined && { metadataFilter: tool.metadata_filter }),
            },
          },
        ];
      case 'retrieval':
        throw new StatusError(400, 'The tool retrieval is not supported here.');
      default:
        return [];
    }
  });
}

function callingOf(choice: JsonValue): NonNullable<Message<'ToolConfig'>['functionCallingConfig']> {
  if (typeof choice === 'string') return { mode: choice.toUpperCase() };
  const { allowed_tools: allowed } = isObject(choice) ? choice : {};
  const { mode = 'any', tools = [] } = isObject(allowed) ? allowed : {};
  const wanted = (typeof mode === 'string' ? mode : 'any').toUpperCase();
  // In the engine, VALIDATED supports allowed function names; AUTO doesn't.
  return {
    mode: wanted === 'AUTO' ? 'VALIDATED' : wanted,
    allowedFunctionNames: tools as readonly string[],
  };
}

function safetyOf(
  settings: NonNullable<InteractionRequest['safety_settings']>,
): NonNullable<Request['safetySettings']> {
  const known = Object.keys(messages.HarmCategory.only);
  return settings
    .map(({ type = '', threshold = '' }) => ({
      category: `HARM_CATEGORY_${type.toUpperCase()}`,
      threshold: threshold.toUpperCase(),
    }))
    .filter(({ category }) => known.includes(category));
}

function configOf(asked: InteractionRequest): GenerationConfig {
  const config = asked.generation_config ?? {};
  const { thinking_level: level, thinking_summaries: summaries } = config;
  const isThinking = level !== undefined || summaries === 'auto';
  return {
    ...(config.max_output_tokens !== undefined && { maxOutputTokens: config.max_output_tokens }),
    ...(config.seed !== undefined && { seed: config.seed }),
    ...(config.stop_sequences && { stopSequences: config.stop_sequences }),
    ...(config.temperature !== undefined && { temperature: config.temperature }),
    ...(config.top_p !== undefined && { topP: config.top_p }),
    ...(isThinking && {
      thinkingConfig: {
        ...(level !== undefined && { thinkingLevel: level.toUpperCase() }),
        ...(summaries === 'auto' && { includeThoughts: true }),
      },
    }),
    ...speechOf(config.speech_config),
    ...formatOf(asked),
  };
}

function speechOf(speech: JsonValue | undefined): GenerationConfig {
  const voices = Array.isArray(speech) ? (speech as readonly JsonValue[]) : [];
  const [first] = voices;
  if (!isObject(first) || typeof first.voice !== 'string') return {};
  return { speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: first.voice } } } };
}

export function formatsOf({ response_format: format }: InteractionRequest): readonly JsonObject[] {
  if (format === undefined) return [];
  return (Array.isArray(format) ? format : [format]) as readonly JsonObject[];
}

function formatOf(asked: InteractionRequest): GenerationConfig {
  const formats = formatsOf(asked);
  const wanted = new Set<string>((asked.response_modalities ?? []).map((one) => one.toUpperCase()));
  let found: GenerationConfig = {};
  const mimeType = asked.response_mime_type;
  if (mimeType !== undefined) found = { responseMimeType: mimeType };
  for (const format of formats) {
    const { type } = format;
    if (type === 'image' || type === 'audio') wanted.add(type.toUpperCase());
    if (type === 'text') {
      wanted.add('TEXT');
      if (format.mime_type === 'application/json' || format.schema !== undefined) {
        found = { ...found, ...jsonOf(format.schema) };
      }
    }
    if (type === 'image') {
      const image = {
        ...(typeof format.aspect_ratio === 'string' && { aspectRatio: format.aspect_ratio }),
        ...(typeof format.image_size === 'string' && { imageSize: format.image_size }),
      };
      found = { ...found, responseFormat: { ...found.responseFormat, image } };
    }
    if (type === 'audio' && format.mime_type !== undefined && format.mime_type !== 'audio/l16') {
      // WAV, regardless of the requested format, plays everywhere.
      const audio = { mimeType: 'AUDIO_WAV' };
      found = { ...found, responseFormat: { ...found.responseFormat, audio } };
    }
    // A plain JSON Schema without a type wrapper.
    if (!['text', 'image', 'audio', 'video'].includes(textAt(format, 'type')))
      found = { ...found, ...jsonOf(format) };
  }
  const modalities = [...wanted].filter((one) => ['TEXT', 'IMAGE', 'AUDIO'].includes(one));
  const isPlain = modalities.length === 0 || (modalities.length === 1 && modalities[0] === 'TEXT');
  return { ...found, ...(isPlain ? {} : { responseModalities: modalities }) };
}

function jsonOf(schema: JsonValue | undefined): GenerationConfig {
  return {
    responseMimeType: 'application/json',
    ...(schema !== undefined && { responseJsonSchema: schema }),
  };
}

const POINT = { x: { type: 'integer', maximum: 999 }, y: { type: 'integer', maximum: 999 } };

const actions: { readonly [name: string]: JsonObject } = {
  open_web_browser: {},
  navigate: { url: { type: 'string' } },
  search: {},
  click_at: POINT,
  hover_at: POINT,
  type_text_at: { ...POINT, text: { type: 'string' }, press_enter: { type: 'boolean' } },
  scroll_document: { direction: { enum: ['up', 'down', 'left', 'right'] } },
  key_combination: { keys: { type: 'string' } },
  go_back: {},
  go_forward: {},
  wait_5_seconds: {},
};

function computerFunctions({
  excluded_predefined_functions: excluded = [],
}: Message<'interactions.ComputerUse'>): readonly Message<'FunctionDeclaration'>[] {
  return Object.entries(actions)
    .filter(([name]) => !excluded.includes(name))
    .map(([name, properties]) => ({
      name,
      parametersJsonSchema: { type: 'object', properties, required: Object.keys(properties) },
    }));
}
