import { isObject, items, type JsonObject, type JsonValue, textAt } from '../../../base/json';
import { type Draft, type Losses, setPath, takePath } from './media';

const CONFIG = 'generationConfig';
const JSON_TYPE = 'application/json';

export function toInteractionFormats(rest: Draft, losses: Losses): readonly JsonObject[] {
  const take = (path: string): JsonValue | undefined => takePath(rest, `${CONFIG}.${path}`);
  const modalities = items(take('responseModalities')).map((one) => String(one).toLowerCase());
  const text = toTextFormat(take, losses);
  const image = toImageFormat(take, losses);
  const audio = toAudioFormat(take, losses);
  const wanted = new Set<string>(modalities);
  if (text) wanted.add('text');
  // By default, image models also return text.
  if (image && modalities.length === 0) wanted.add('text').add('image');
  if (audio && modalities.length === 0) wanted.add('audio');
  for (const [type, format] of [
    ['image', image],
    ['audio', audio],
  ] as const) {
    if (format && !wanted.has(type)) losses.add(`${CONFIG}.responseFormat.${type}`, 'noField');
  }
  const formats: { readonly [type: string]: JsonObject | undefined } = { text, image, audio };
  return [...wanted].map((type) => ({ type, ...formats[type] }));
}

type Take = (path: string) => JsonValue | undefined;

function toTextFormat(take: Take, losses: Losses): JsonObject | undefined {
  const format = take('responseFormat.text.mimeType');
  const told = take('responseMimeType') ?? (format === 'APPLICATION_JSON' ? JSON_TYPE : undefined);
  const openApi = take('responseSchema');
  const schema =
    take('responseJsonSchema') ??
    take('responseFormat.text.schema') ??
    (isObject(openApi) ? toJsonSchema(openApi) : undefined);
  const isKnown = told === JSON_TYPE || told === 'text/plain';
  if (told !== undefined && !isKnown) losses.add(`${CONFIG}.responseMimeType`, 'noValue');
  const mime = isKnown ? told : schema === undefined ? undefined : JSON_TYPE;
  if (mime === undefined) return undefined;
  return { mime_type: mime, ...(schema !== undefined && { schema }) };
}

function toImageFormat(take: Take, losses: Losses): JsonObject | undefined {
  const aspect = take('responseFormat.image.aspectRatio');
  const size = take('responseFormat.image.imageSize');
  const ratio = take('imageConfig.aspectRatio') ?? wordOf(aspect, RATIOS, 'aspectRatio', losses);
  const large = take('imageConfig.imageSize') ?? wordOf(size, SIZES, 'imageSize', losses);
  const mime = toMimeType(take('responseFormat.image.mimeType'));
  const delivery = take('responseFormat.image.delivery');
  return omitIfEmpty({
    ...(ratio !== undefined && { aspect_ratio: ratio }),
    ...(large !== undefined && { image_size: large }),
    ...(mime !== undefined && { mime_type: mime }),
    ...(typeof delivery === 'string' && { delivery: delivery.toLowerCase() }),
  });
}

function toAudioFormat(take: Take, _losses: Losses): JsonObject | undefined {
  const mime = toMimeType(take('responseFormat.audio.mimeType'));
  const [rate, bits] = ['sampleRate', 'bitRate'].map((name) =>
    take(`responseFormat.audio.${name}`),
  );
  const delivery = take('responseFormat.audio.delivery');
  return omitIfEmpty({
    ...(mime !== undefined && { mime_type: mime }),
    ...(rate !== undefined && { sample_rate: rate }),
    ...(bits !== undefined && { bit_rate: bits }),
    ...(typeof delivery === 'string' && { delivery: delivery.toLowerCase() }),
  });
}

function omitIfEmpty(format: JsonObject): JsonObject | undefined {
  return Object.keys(format).length === 0 ? undefined : format;
}

const NUMBERS = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE', 'SIX', 'SEVEN', 'EIGHT', 'NINE'];
const COUNTS = new Map([
  ...NUMBERS.map((word, at) => [word, at + 1] as const),
  ['SIXTEEN', 16],
  ['TWENTY_ONE', 21],
]);
const RATIOS = (word: string): string | undefined => {
  const [width, height] = word
    .replace('ASPECT_RATIO_', '')
    .split('_BY_')
    .map((one) => COUNTS.get(one));
  return width === undefined || height === undefined ? undefined : `${width}:${height}`;
};
const SIZE_WORDS: ReadonlyMap<string, string> = new Map([
  ['FIVE_TWELVE', '512'],
  ['ONE_K', '1K'],
  ['TWO_K', '2K'],
  ['FOUR_K', '4K'],
]);
const SIZES = (word: string): string | undefined => SIZE_WORDS.get(word.replace('IMAGE_SIZE_', ''));

function wordOf(
  value: JsonValue | undefined,
  words: (word: string) => string | undefined,
  field: string,
  losses: Losses,
): string | undefined {
  if (typeof value !== 'string') return undefined;
  const word = words(value);
  if (word === undefined) losses.add(`${CONFIG}.responseFormat.image.${field}`, 'noValue');
  return word;
}

function toMimeType(word: JsonValue | undefined): string | undefined {
  return typeof word === 'string' ? word.toLowerCase().replace('_', '/') : undefined;
}

export function toGenerateContentFormats(rest: Draft, body: Draft, losses: Losses): void {
  const given = takePath(rest, 'response_format');
  const formats = (Array.isArray(given) ? items(given) : [given]).filter(isObject);
  const put = (path: string, value: JsonValue | undefined): void =>
    setPath(body, `${CONFIG}.${path}`, value);
  const wanted = new Set<string>();
  for (const { type, ...format } of formats) {
    const name = typeof type === 'string' ? type : '';
    if (!['text', 'image', 'audio', 'video'].includes(name)) {
      put('responseMimeType', JSON_TYPE);
      put('responseJsonSchema', { ...(type !== undefined && { type }), ...format });
      continue;
    }
    wanted.add(name.toUpperCase());
    fromFormat(name, format, put, losses);
  }
  const config = takePath(rest, 'generation_config.image_config');
  if (isObject(config)) fromFormat('image', config, put, losses);
  const older = takePath(rest, 'response_mime_type');
  if (older !== undefined) put('responseMimeType', older);
  for (const one of items(takePath(rest, 'response_modalities')))
    wanted.add(String(one).toUpperCase());
  const isPlain = wanted.size === 0 || (wanted.size === 1 && wanted.has('TEXT'));
  if (!isPlain) put('responseModalities', [...wanted]);
}

/** Request paths of format fields; unlisted fields have no equivalent. */
const FORMAT_FIELDS: { readonly [type: string]: { readonly [field: string]: string } } = {
  text: { mime_type: 'responseMimeType', schema: 'responseJsonSchema' },
  image: {
    aspect_ratio: 'imageConfig.aspectRatio',
    image_size: 'imageConfig.imageSize',
    mime_type: 'responseFormat.image.mimeType',
    delivery: 'responseFormat.image.delivery',
  },
  audio: {
    mime_type: 'responseFormat.audio.mimeType',
    sample_rate: 'responseFormat.audio.sampleRate',
    bit_rate: 'responseFormat.audio.bitRate',
    delivery: 'responseFormat.audio.delivery',
  },
};

function fromFormat(
  type: string,
  format: JsonObject,
  put: (path: string, value: JsonValue | undefined) => void,
  losses: Losses,
): void {
  if (type === 'text' && format.schema !== undefined && format.mime_type === undefined) {
    put('responseMimeType', JSON_TYPE);
  }
  for (const [field, value] of Object.entries(format)) {
    const path = FORMAT_FIELDS[type]?.[field];
    if (path === undefined) losses.add(`response_format.${type}.${field}`, 'noField');
    else put(path, path.startsWith('responseFormat') ? fromWord(field, value) : value);
  }
}

function fromWord(field: string, value: JsonValue | undefined): JsonValue | undefined {
  if (typeof value !== 'string') return value;
  return (field === 'mime_type' ? value.replace('/', '_') : value).toUpperCase();
}

export function toInteractionSpeech(rest: Draft, losses: Losses): readonly JsonObject[] {
  const speech = takePath(rest, `${CONFIG}.speechConfig`);
  if (!isObject(speech)) return [];
  const { voiceConfig, multiSpeakerVoiceConfig: many, languageCode: language, ...others } = speech;
  for (const field of Object.keys(others)) losses.add(`${CONFIG}.speechConfig.${field}`, 'noField');
  const spoken = language === undefined ? {} : { language };
  const speakers = isObject(many) ? items(many.speakerVoiceConfigs).filter(isObject) : [];
  if (speakers.length > 0) {
    return speakers.map(({ speaker, voiceConfig: voice }) => ({
      ...toVoice(voice, losses),
      ...spoken,
      ...(speaker !== undefined && { speaker }),
    }));
  }
  const one = { ...toVoice(voiceConfig, losses), ...spoken };
  return Object.keys(one).length === 0 ? [] : [one];
}

function toVoice(config: JsonValue | undefined, losses: Losses): JsonObject {
  if (!isObject(config)) return {};
  const { prebuiltVoiceConfig: prebuilt, voice, ...others } = config;
  const at = `${CONFIG}.speechConfig.voiceConfig`;
  for (const field of Object.keys(others)) losses.add(`${at}.${field}`, 'noField');
  const name = isObject(prebuilt) ? prebuilt.voiceName : voice;
  return name === undefined ? {} : { voice: name };
}

export function toGenerateContentSpeech(rest: Draft, body: Draft, losses: Losses): void {
  const given = takePath(rest, 'generation_config.speech_config');
  const all = items(isObject(given) ? given.speakers : given).filter(isObject);
  const [first] = all;
  if (!first) return;
  const languages = new Set(all.map(({ language }) => language).filter(Boolean));
  if (languages.size > 1) losses.add('generation_config.speech_config[].language', 'noValue');
  const [language] = languages;
  const isOne = all.length === 1 && first.speaker === undefined;
  const voices = isOne
    ? fromVoice(first)
    : {
        multiSpeakerVoiceConfig: {
          speakerVoiceConfigs: all.map((one) => ({
            speaker: one.speaker ?? '',
            ...fromVoice(one),
          })),
        },
      };
  setPath(body, `${CONFIG}.speechConfig`, {
    ...voices,
    ...(language !== undefined && { languageCode: language }),
  });
}

function fromVoice(of: JsonObject): JsonObject {
  const voice = textAt(of, 'voice');
  if (voice === '') return {};
  const isOwn = /^voice(key)?_/.test(voice);
  return { voiceConfig: isOwn ? { voice } : { prebuiltVoiceConfig: { voiceName: voice } } };
}

/** Keywords whose numbers the API writes as strings. */
const SIZE_KEYWORDS: readonly string[] = [
  'maxItems',
  'minItems',
  'minProperties',
  'maxProperties',
  'minLength',
  'maxLength',
];

/** Converts an OpenAPI-style schema to JSON Schema, which interactions require. */
export function toJsonSchema(schema: JsonObject): JsonObject {
  const { nullable, type, ...rest } = schema;
  const word = typeof type === 'string' ? type.toLowerCase() : type;
  const kind = nullable === true && typeof word === 'string' ? [word, 'null'] : word;
  const fields = Object.entries(rest).map(([name, value]) => [name, fieldOf(name, value)] as const);
  return { ...(kind !== undefined && { type: kind }), ...Object.fromEntries(fields) };
}

function fieldOf(name: string, value: JsonValue | undefined): JsonValue | undefined {
  if (SIZE_KEYWORDS.includes(name) && typeof value === 'string') return Number(value);
  if (name === 'items' && isObject(value)) return toJsonSchema(value);
  if (name === 'anyOf') return items(value).filter(isObject).map(toJsonSchema);
  if (name !== 'properties' || !isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, of]) => [field, isObject(of) ? toJsonSchema(of) : of]),
  );
}
