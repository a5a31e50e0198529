import type { Message } from '../../api/schema/infer';
import { type FieldOf, isWhole, limitsOf, mostOf, rangeOf } from '../../api/schema/limits';
import type { MessageName } from '../../api/schema/messages';
import type { JsonObject } from '../../api/schema/row';
import type { ModelSeed } from '../models';
import { refuseProblems, StatusError } from '../status';
import { safetyProblems } from './safety';
import { checkSignatures } from './thoughts';
import { checkThinking } from './thinking';
import { checkFunctions, toolProblems } from './tools';

type Request = Message<'GenerateContentRequest'>;

const ROLES: ReadonlySet<string> = new Set(['', 'user', 'model', 'function']);

/**
 * Refuses what the service refuses of a request that is well formed. Throws `StatusError`.
 * @param given signatures that are good though they were not made here.
 */
export function checkRequest(request: Request, seed: ModelSeed, given?: ReadonlySet<string>): void {
  refuseProblems([
    ...safetyProblems('GenerateContentRequest', request.safetySettings ?? []),
    ...toolProblems(request),
    ...contentProblems(request),
    ...formatProblems(request.generationConfig ?? {}),
  ]);
  for (const content of request.contents ?? []) {
    if (!ROLES.has(content.role ?? '')) {
      throw new StatusError(400, 'Please use a valid role: user, model.');
    }
  }
  checkConfig(request.generationConfig ?? {}, seed);
  checkFunctions(request);
  checkSignatures(request.contents ?? [], seed.strictSignatures === true, given);
}

/** Throws the service's 400 where a prompt is longer than the model takes. */
export function checkInputLimit(tokens: number, seed: ModelSeed): void {
  const most = seed.model.inputTokenLimit;
  if (tokens <= most) return;
  throw new StatusError(
    400,
    `The input token count (${tokens}) exceeds the maximum number of tokens allowed (${most}).`,
  );
}

function checkConfig(config: Message<'GenerationConfig'>, seed: ModelSeed): void {
  const message = 'GenerationConfig';
  const ranges: readonly Range[] = [
    publishedRange(message, 'temperature', seed),
    publishedRange(message, 'topP'),
    publishedRange(message, 'topK'),
    publishedRange(message, 'candidateCount'),
    publishedRange(message, 'maxOutputTokens', seed),
    publishedRange(message, 'logprobs'),
    publishedRange(message, 'presencePenalty'),
    publishedRange(message, 'frequencyPenalty'),
  ];
  checkRanges(config, ranges);
  if ((config.candidateCount ?? 1) > (seed.candidates ?? 1)) {
    throw new StatusError(400, 'Multiple candidates is not enabled for this model');
  }
  // The service's wording is not published.
  if (config.topK !== undefined && seed.model.topK === undefined) {
    throw new StatusError(400, `Top-k sampling is not enabled for ${seed.model.name}`);
  }
  const asked = config.responseModalities ?? [];
  const able = seed.modalities ?? asked;
  if (asked.some((name) => !able.includes(name))) {
    throw new StatusError(
      400,
      `The requested combination of response modalities (${asked.join(', ')}) is not supported by the ` +
        `model. ${seed.model.name} accepts: ${able.join(', ')}.`,
    );
  }
  if (config.thinkingConfig) checkThinking(config.thinkingConfig, seed);
}

function formatProblems(config: Message<'GenerationConfig'>): readonly string[] {
  const at = '* GenerateContentRequest.generation_config';
  const mimeType = config.responseMimeType ?? '';
  const problems: string[] = [];
  const mimeTypes = limitsOf('GenerationConfig', 'responseMimeType').enum ?? [];
  if (mimeType !== '' && !mimeTypes.includes(mimeType)) {
    const names = mimeTypes.map((name) => `\`${name}\``).join(', ');
    problems.push(`${at}.response_mime_type: allowed mimetypes are ${names}.`);
  }
  if (config.responseSchema && config.responseJsonSchema !== undefined) {
    problems.push(`${at}.response_schema: only one of response_schema, response_json_schema.`);
  }
  if (config.responseSchema && (mimeType === '' || mimeType === 'text/plain')) {
    const only = "only allowed when response_mime_type is 'application/json' or 'text/x.enum'";
    problems.push(`${at}.response_schema: ${only}.`);
  }
  if (config.logprobs !== undefined && config.responseLogprobs !== true) {
    problems.push(`${at}.logprobs: only allowed when response_logprobs is true.`);
  }
  problems.push(...responseFormatProblems(`${at}.response_format`, config));
  const { aspectRatio: ratio = '', imageSize = '' } = config.imageConfig ?? {};
  const ratios = limitsOf('ImageConfig', 'aspectRatio').enum ?? [];
  if (ratio !== '' && !ratios.includes(ratio)) {
    problems.push(`${at}.image_config.aspect_ratio: must be one of ${ratios.join(', ')}.`);
  }
  const sizes = limitsOf('ImageConfig', 'imageSize').enum ?? [];
  if (imageSize !== '' && !sizes.includes(imageSize)) {
    problems.push(`${at}.image_config.image_size: must be one of ${sizes.join(', ')}.`);
  }
  const { languageCode = '', voiceConfig, multiSpeakerVoiceConfig } = config.speechConfig ?? {};
  const languages = limitsOf('SpeechConfig', 'languageCode').enum ?? [];
  if (languageCode !== '' && !languages.includes(languageCode)) {
    problems.push(`${at}.speech_config.language_code: must be one of ${languages.join(', ')}.`);
  }
  if (voiceConfig && multiSpeakerVoiceConfig) {
    const both = 'only one of voice_config, multi_speaker_voice_config';
    problems.push(`${at}.speech_config: ${both}.`);
  }
  return [...problems, ...stopProblems(at, config.stopSequences ?? [])];
}

/** A form of the answer is given in one way only. The wording is not published. */
function responseFormatProblems(
  at: string,
  { responseFormat = {}, ...config }: Message<'GenerationConfig'>,
): readonly string[] {
  const { text, image } = responseFormat;
  const problems: string[] = [];
  if (text && (config.responseSchema ?? config.responseJsonSchema) !== undefined) {
    problems.push(`${at}.text: only one of response_format and response_schema.`);
  }
  if (text && (config.responseMimeType ?? '') !== '') {
    problems.push(`${at}.text: only one of response_format and response_mime_type.`);
  }
  if (text?.schema !== undefined && text.mimeType !== 'APPLICATION_JSON') {
    problems.push(`${at}.text.schema: only allowed when mime_type is APPLICATION_JSON.`);
  }
  if (image && config.imageConfig) {
    problems.push(`${at}.image: only one of response_format and image_config.`);
  }
  return problems;
}

/** What is wrong with stop sequences. @param at the message that has them, with its bullet. */
export function stopProblems(at: string, stops: readonly string[]): readonly string[] {
  const problems: string[] = [];
  const most = mostOf('GenerationConfig', 'stopSequences');
  if (stops.length > most) {
    problems.push(`${at}.stop_sequences: at most ${most} stop sequences are allowed.`);
  }
  if (stops.includes('')) {
    problems.push(`${at}.stop_sequences: a stop sequence must not be empty.`);
  }
  return problems;
}

type Part = Message<'Part'>;

/**
 * What the documents forbid in the contents of a request, one bullet each: a system instruction is text, and video
 * metadata stands beside a video. The wording is not published.
 */
function contentProblems(request: Message<'GenerateContentRequest'>): readonly string[] {
  const at = '* GenerateContentRequest';
  const { systemInstruction, contents = [] } = request;
  return [
    ...(systemInstruction?.parts ?? []).flatMap(({ text }, index) =>
      text === undefined ? [`${at}.system_instruction.parts[${index}]: must be text.`] : [],
    ),
    ...contents.flatMap(({ parts = [] }, turn) =>
      parts.flatMap((part, index) =>
        videoProblems(`${at}.contents[${turn}].parts[${index}].video_metadata`, part),
      ),
    ),
  ];
}

function videoProblems(at: string, part: Part): readonly string[] {
  const { videoMetadata } = part;
  if (!videoMetadata) return [];
  if (!isVideo(part)) return [`${at}: only allowed beside a video in inline_data or file_data.`];
  const { exclusiveMinimum: above = 0, maximum: most = Infinity } = limitsOf(
    'VideoMetadata',
    'fps',
  );
  // Without presence, 0 is the same as nothing.
  const { fps = 0 } = videoMetadata;
  if (fps === 0 || (fps > above && fps <= most)) return [];
  return [`${at}.fps: must be above ${above} and at most ${most}, and is ${fps}.`];
}

function isVideo({ inlineData, fileData }: Part): boolean {
  if (inlineData) return inlineData.mimeType?.startsWith('video/') === true;
  // An address without a type may be that of a film.
  return fileData !== undefined && (fileData.mimeType ?? 'video/').startsWith('video/');
}

/** The values that the service takes for one number of a request. */
export interface Range {
  readonly field: string;
  readonly least: number;
  readonly most: number;
  /** Whether it has no fraction, which the wording of a refusal shows. */
  readonly isWhole?: boolean;
}

const MAX_INT = 2 ** 31 - 1;

/** The published range of a number; what the model allows, where its limits name that, goes first. */
export function publishedRange<N extends MessageName>(
  message: N,
  field: FieldOf<N>,
  seed?: ModelSeed,
): Range {
  const [least, most] = rangeOf(message, field);
  const { modelMaximum } = limitsOf(message, field);
  const own = modelMaximum && seed?.model[modelMaximum];
  const end = own ?? Math.min(most, MAX_INT);
  return { field, least, most: end, isWhole: isWhole(message, field) };
}

/** Throws the service's 400 for the first value outside of its range. */
export function checkRanges(values: JsonObject, ranges: readonly Range[]): void {
  for (const { field, least, most, isWhole: whole } of ranges) {
    const value = values[field];
    if (typeof value !== 'number' || (value >= least && value <= most)) continue;
    // The service names the first value that it refuses.
    const end = whole ? most + 1 : `${most}.0001`;
    throw new StatusError(
      400,
      `Unable to submit request because it has a ${field} value of ${value} but the supported range ` +
        `is from ${least} (inclusive) to ${end} (exclusive). Update the value and try again.`,
    );
  }
}
