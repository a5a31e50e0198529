import type { Message } from '../../api/schema/infer';
import { messages } from '../../api/schema/messages';
import type { ModelSeed } from '../seeds/model';
import { badFields, StatusError } from '../status';
import { checkCached } from './cached';
import { checkFunctions } from './functionChecks';
import { checkRanges, type Range } from './ranges';
import { checkSignatures } from './thoughts';
import { RATIOS } from './wishes';

type Request = Message<'GenerateContentRequest'>;

const ROLES: ReadonlySet<string> = new Set(['', 'user', 'model', 'function']);
const MIME_TYPES = ['text/plain', 'application/json', 'text/x.enum'];
const MAX_STOP_SEQUENCES = 5;
const MAX_INT = 2 ** 31 - 1;
const FUNCTION_NAME = /^[a-zA-Z_][\w.:-]{0,63}$/;

// The current generation of categories is the one that not every version has.
const categories = Object.keys(messages.HarmCategory.only);

/** Refuses what the service refuses of a request that is well formed. Throws `StatusError`. */
export function checkRequest(request: Request, seed: ModelSeed): void {
  const problems = [
    ...safetyProblems('GenerateContentRequest', request.safetySettings ?? []),
    ...toolProblems(request),
    ...formatProblems(request.generationConfig ?? {}),
  ];
  if (problems.length > 0) throw badFields(problems);
  for (const content of request.contents ?? []) {
    if (!ROLES.has(content.role ?? '')) {
      throw new StatusError(400, 'Please use a valid role: user, model.');
    }
  }
  checkConfig(request.generationConfig ?? {}, seed);
  checkCached(request);
  checkFunctions(request);
  checkSignatures(request.contents ?? [], seed.strictSignatures === true);
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
  const ranges: readonly Range[] = [
    { field: 'temperature', least: 0, most: seed.model.maxTemperature ?? 2 },
    { field: 'topP', least: 0, most: 1 },
    { field: 'topK', least: 1, most: MAX_INT },
    { field: 'candidateCount', least: 1, most: 8 },
    { field: 'maxOutputTokens', least: 1, most: seed.model.outputTokenLimit },
    { field: 'logprobs', least: 0, most: 20 },
    { field: 'presencePenalty', least: -2, most: 2 },
    { field: 'frequencyPenalty', least: -2, most: 2 },
  ];
  checkRanges(config, ranges);
  if ((config.candidateCount ?? 1) > (seed.candidates ?? 1)) {
    throw new StatusError(400, 'Multiple candidates is not enabled for this model');
  }
  const thinking = config.thinkingConfig;
  if (thinking?.includeThoughts === true && seed.model.thinking !== true) {
    throw new StatusError(400, `Thinking is not enabled for ${seed.model.name}`);
  }
  if (thinking?.includeThoughts === true && thinking.thinkingBudget === 0) {
    throw new StatusError(
      400,
      'Thinking_config.include_thoughts is only enabled when thinking is enabled.',
    );
  }
}

/**
 * What is wrong with safety settings, one bullet each.
 * @param at the request's message.
 */
export function safetyProblems(
  at: string,
  settings: readonly Message<'SafetySetting'>[],
): readonly string[] {
  const wrong = settings.flatMap(({ category }, index) => {
    if (categories.includes(category ?? '')) return [];
    const names = categories.map((name) => `HarmCategory.${name}`).join(', ');
    return [
      `* ${at}.safety_settings[${index}]: element predicate failed: ` + `$.category in (${names})`,
    ];
  });
  const seen = settings.map((setting) => setting.category);
  const twice = seen.find((category, index) => seen.indexOf(category) !== index);
  if (twice === undefined) return wrong;
  const problem = `multiple settings for category ${twice}`;
  return [...wrong, `* ${at}.safety_settings: ${problem}`];
}

function toolProblems(request: Request): readonly string[] {
  return (request.tools ?? []).flatMap((tool, at) =>
    (tool.functionDeclarations ?? []).flatMap((row, index) => {
      if (FUNCTION_NAME.test(row.name ?? '')) return [];
      const path = `GenerateContentRequest.tools[${at}].function_declarations[${index}].name`;
      return [
        `* ${path}: [FIELD_INVALID] Invalid function name. Must start with a letter or an ` +
          'underscore. Must be alphanumeric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:) ' +
          'or dashes (-), with a maximum length of 64.',
      ];
    }),
  );
}

function formatProblems(config: Message<'GenerationConfig'>): readonly string[] {
  const at = '* GenerateContentRequest.generation_config';
  const mimeType = config.responseMimeType ?? '';
  const problems: string[] = [];
  if (mimeType !== '' && !MIME_TYPES.includes(mimeType)) {
    const names = MIME_TYPES.map((name) => `\`${name}\``).join(', ');
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
  const ratio = config.imageConfig?.aspectRatio ?? '';
  if (ratio !== '' && !RATIOS.includes(ratio)) {
    problems.push(`${at}.image_config.aspect_ratio: must be one of ${RATIOS.join(', ')}.`);
  }
  return [...problems, ...stopProblems(at, config.stopSequences ?? [])];
}

/** What is wrong with stop sequences. @param at the message that has them, with its bullet. */
export function stopProblems(at: string, stops: readonly string[]): readonly string[] {
  const problems: string[] = [];
  if (stops.length > MAX_STOP_SEQUENCES) {
    problems.push(
      `${at}.stop_sequences: at most ${MAX_STOP_SEQUENCES} stop sequences are allowed.`,
    );
  }
  if (stops.includes('')) {
    problems.push(`${at}.stop_sequences: a stop sequence must not be empty.`);
  }
  return problems;
}
