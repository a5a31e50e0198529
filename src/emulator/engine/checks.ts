import { refusesDecodingOptions } from '../../api/modelPack';
import type { Message } from '../../api/schema/infer';
import { type FieldOf, isWhole, fieldLimits, maxItems, valueRange } from '../../api/schema/limits';
import type { MessageName } from '../../api/schema/messages';
import type { JsonObject } from '../../api/schema/row';
import type { Edition } from '../../api/versions';
import type { ModelSeed } from '../models';
import { refuseProblems, StatusError } from '../status';
import { safetyProblems } from './safety';
import { checkSignatures, checkThinking } from './thoughts';
import { checkLastTurn, checkOrder, checkParts, contentProblems } from './contentChecks';
import {
  checkCombinations,
  checkFunctions,
  jsonSchemaProblem,
  schemaBullets,
  toolProblems,
} from './toolChecks';

type Request = Message<'GenerateContentRequest'>;

const ROLES: ReadonlySet<string> = new Set(['', 'user', 'model', 'function']);

export interface CheckedUse {
  readonly version: Edition;
  /**
   * Purpose of the request: to be answered, part of an interaction or Live API session, or only counted or
   * stored. Each has its own rules.
   */
  readonly purpose: 'answer' | 'interaction' | 'session' | 'keep';
  /** Valid thought signatures that the emulator didn't create. */
  readonly given?: ReadonlySet<string> | undefined;
}

/** Rejects well-formed requests that the live API rejects. @throws StatusError */
export function checkRequest(
  request: Request,
  seed: ModelSeed,
  { version, purpose, given }: CheckedUse,
): void {
  const { contents = [], generationConfig = {} } = request;
  refuseProblems([
    ...safetyProblems('GenerateContentRequest', request.safetySettings ?? []),
    ...toolProblems(request, version),
    ...contentProblems(request),
    ...formatProblems(generationConfig, version),
  ]);
  checkConfig(generationConfig, seed);
  checkFunctions(request);
  checkSchemas(generationConfig);
  const isInteraction = purpose === 'interaction';
  if (purpose !== 'session') checkCombinations(request, seed, version, isInteraction);
  checkContents(request, purpose);
  if (purpose === 'answer' || isInteraction) checkLastTurn(contents, seed);
  checkSignatures(contents, seed.strictSignatures === true, given);
}

/** Rejects contents that every API method rejects. @throws StatusError */
export function checkContents(
  { contents = [], cachedContent }: Request,
  purpose: CheckedUse['purpose'],
): void {
  for (const { role = '' } of contents) {
    if (!ROLES.has(role)) throw new StatusError(400, 'Please use a valid role: user, model.');
  }
  checkParts(contents);
  // Live API sessions control the turn order themselves.
  if (purpose !== 'session') checkOrder(contents, cachedContent !== undefined);
}

/** Throws 400 if a prompt exceeds the input token limit of the model. */
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
  // The error message isn't published.
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
  const { packed } = seed;
  for (const field of ['presencePenalty', 'frequencyPenalty'] as const) {
    // The error message isn't published.
    if (config[field] !== undefined && packed && refusesDecodingOptions(packed)) {
      throw new StatusError(400, `${field} is not supported for this model.`);
    }
  }
  if (config.thinkingConfig) checkThinking(config.thinkingConfig, seed);
}

function formatProblems(config: Message<'GenerationConfig'>, version: Edition): readonly string[] {
  const at = '* GenerateContentRequest.generation_config';
  const mimeType = config.responseMimeType ?? '';
  const problems: string[] = [];
  const mimeTypes = fieldLimits('GenerationConfig', 'responseMimeType').enum ?? [];
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
  problems.push(...schemaBullets(`${at}.response_schema`, config.responseSchema, version));
  if (config.logprobs !== undefined && config.responseLogprobs !== true) {
    problems.push(`${at}.logprobs: only allowed when response_logprobs is true.`);
  }
  problems.push(...responseFormatProblems(`${at}.response_format`, config));
  const { aspectRatio: ratio = '', imageSize = '' } = config.imageConfig ?? {};
  const ratios = fieldLimits('ImageConfig', 'aspectRatio').enum ?? [];
  if (ratio !== '' && !ratios.includes(ratio)) {
    problems.push(`${at}.image_config.aspect_ratio: must be one of ${ratios.join(', ')}.`);
  }
  const sizes = fieldLimits('ImageConfig', 'imageSize').enum ?? [];
  if (imageSize !== '' && !sizes.includes(imageSize)) {
    problems.push(`${at}.image_config.image_size: must be one of ${sizes.join(', ')}.`);
  }
  const { languageCode = '', voiceConfig, multiSpeakerVoiceConfig } = config.speechConfig ?? {};
  const languages = fieldLimits('SpeechConfig', 'languageCode').enum ?? [];
  if (languageCode !== '' && !languages.includes(languageCode)) {
    problems.push(`${at}.speech_config.language_code: must be one of ${languages.join(', ')}.`);
  }
  if (voiceConfig && multiSpeakerVoiceConfig) {
    const both = 'only one of voice_config, multi_speaker_voice_config';
    problems.push(`${at}.speech_config: ${both}.`);
  }
  return [...problems, ...stopProblems(at, config.stopSequences ?? [])];
}

function checkSchemas({ responseJsonSchema, responseFormat }: Message<'GenerationConfig'>): void {
  const problem =
    jsonSchemaProblem(responseJsonSchema) ?? jsonSchemaProblem(responseFormat?.text?.schema);
  if (problem !== undefined) throw new StatusError(400, problem);
}

/** Rejects response formats that are set in two ways. The error message isn't published. */
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

export function stopProblems(at: string, stops: readonly string[]): readonly string[] {
  const problems: string[] = [];
  const most = maxItems('GenerationConfig', 'stopSequences');
  if (stops.length > most) {
    problems.push(`${at}.stop_sequences: at most ${most} stop sequences are allowed.`);
  }
  if (stops.includes('')) {
    problems.push(`${at}.stop_sequences: a stop sequence must not be empty.`);
  }
  return problems;
}

export interface Range {
  readonly field: string;
  readonly least: number;
  readonly most: number;
  readonly isWhole?: boolean;
}

const MAX_INT = 2 ** 31 - 1;

/** Returns the range of a number: the limit of the model, or the documented range. */
export function publishedRange<N extends MessageName>(
  message: N,
  field: FieldOf<N>,
  seed?: ModelSeed,
): Range {
  const [least, most] = valueRange(message, field);
  const { modelMaximum } = fieldLimits(message, field);
  const own = modelMaximum && seed?.model[modelMaximum];
  const end = own ?? Math.min(most, MAX_INT);
  return { field, least, most: end, isWhole: isWhole(message, field) };
}

/** Throws 400 for the first value outside its range. */
export function checkRanges(values: JsonObject, ranges: readonly Range[]): void {
  for (const { field, least, most, isWhole: whole } of ranges) {
    const value = values[field];
    if (typeof value !== 'number' || (value >= least && value <= most)) continue;
    // The live API names the first invalid value in the error message.
    const end = whole ? most + 1 : `${most}.0001`;
    throw new StatusError(
      400,
      `Unable to submit request because it has a ${field} value of ${value} but the supported range ` +
        `is from ${least} (inclusive) to ${end} (exclusive). Update the value and try again.`,
    );
  }
}
