import pack from './models.json';

export type ModelStage = 'stable' | 'preview' | 'deprecated' | 'shut down' | 'legacy';

/** Primary use. Live, video, music, agent, and decision models don't support `generateContent`. */
export type ModelUse =
  | 'text'
  | 'embedding'
  | 'image'
  | 'tts'
  | 'audio'
  | 'live'
  | 'video'
  | 'music'
  | 'agent'
  | 'decision'
  | 'legacy';

export interface PackedThinking {
  readonly levels?: readonly string[];
  readonly default?: string;
  readonly budget?: readonly number[];
  /** Whether a budget of 0 disables thinking. */
  readonly canDisable?: boolean;
}

export interface TokenPrices {
  readonly input?: number;
  readonly output?: number;
  readonly cached?: number;
  readonly cachedAudio?: number;
  /** Audio, image, or video input, if priced separately. */
  readonly audio?: number;
  readonly image?: number;
  readonly video?: number;
  readonly imageOutput?: number;
  readonly audioOutput?: number;
  readonly videoOutput?: number;
}

/** Prices of the paid tier and standard service unless noted. Informational only. */
interface PeriodPrices extends TokenPrices {
  readonly over128k?: TokenPrices;
  readonly over200k?: TokenPrices;
  readonly batchFlexInput?: number;
  readonly batchFlexOutput?: number;
  readonly priorityInput?: number;
  readonly priorityOutput?: number;
  /** Per million cached tokens and hour. */
  readonly cacheStoragePerHour?: number;
}

interface ModelPrices extends PeriodPrices {
  /** Last day in UTC for which the prices are known, such as `2026-12-31`. */
  readonly until?: string;
  /** Prices after that day. Undefined if unknown. */
  readonly then?: PeriodPrices;
}

/**
 * Documented facts that the API's model resource lacks. `models.json` is edited manually, with sources and dates;
 * `checked` is the last full review, `covers` the date of the newest source.
 */
export interface PackedModel {
  readonly id: string;
  readonly kind: ModelUse;
  readonly stage: ModelStage;
  /** Dates, such as `2026-06-01`. */
  readonly released?: string;
  readonly shutdown?: string;
  readonly successor?: string;
  readonly inputTokenLimit?: number;
  readonly outputTokenLimit?: number;
  /** As listed by `models.get`. */
  readonly methods?: readonly string[];
  /** False if unsupported; true if no details are known. */
  readonly thinking?: boolean | PackedThinking;
  /** Minimum cacheable tokens, explicit or implicit. */
  readonly cacheMinimum?: number;
  /** Whether only implicit caching works, and cached contents are rejected. */
  readonly implicitCacheOnly?: boolean;
  /** Minimum and maximum embedding dimensions; the maximum is the default. */
  readonly dimensions?: readonly number[];
  /** Shorter embeddings are a prefix of the full vector and aren't normalized. */
  readonly unscaled?: boolean;
  /** Whether images, audio, video, and PDFs share the text embedding space. */
  readonly multimodal?: boolean;
  /** Model ID behind an alias since a date, such as `2026-10-08`. */
  readonly standsFor?: { readonly model: string; readonly since: string };
  /** From this day on, only projects that used the model before may use it. */
  readonly closedSince?: string;
  readonly prices?: ModelPrices;
  readonly note?: string;
  /** Last review of this model. Default: that of the pack. */
  readonly checked?: string;
}

export const PACK_DATE = pack.checked;

/** Web page with the shutdown dates. Bundles don't contain the sources of the pack. */
export const DEPRECATIONS_PAGE = 'https://ai.google.dev/gemini-api/docs/deprecations';

const models: ReadonlyMap<string, PackedModel> = new Map(
  (pack.models as readonly PackedModel[]).map((model) => [model.id, model]),
);

export function packedModels(): readonly PackedModel[] {
  return [...models.values()];
}

/** Returns the facts of a model by resource name or ID. Undefined for tuned and unknown models. */
export function packedModel(name: string): PackedModel | undefined {
  return models.get(name.replace(/^models\//, ''));
}

/** Whether a model makes decisions, and nothing else. Unknown models are recognized by name. */
export function decides(name: string): boolean {
  const known = packedModel(name);
  return known ? known.kind === 'decision' : /\bdecision\b/.test(name);
}

/** Whether the shutdown date has passed (end of day, UTC). */
export function isShutDown({ stage, shutdown }: PackedModel, now: number): boolean {
  return stage === 'shut down' || (shutdown !== undefined && shutdownDate(shutdown) <= now);
}

/** Age in ms from which facts may be outdated. */
const OLD = 60 * 24 * 60 * 60 * 1000;

/**
 * Returns the day of the last review if the facts of a model may be outdated: after 60 days, or after its
 * shutdown date. Undefined if they are current, and for unknown models.
 */
export function outdatedSince(name: string, now: number): string | undefined {
  const model = packedModel(name);
  if (!model) return undefined;
  const { checked = PACK_DATE, shutdown, stage } = model;
  const hasEnded = stage !== 'shut down' && shutdown !== undefined && shutdownDate(shutdown) <= now;
  return hasEnded || shutdownDate(checked) + OLD < now ? checked : undefined;
}

/** Resolves aliases and replaced model names at a given time. */
export function answeringModel(model: PackedModel, now: number): PackedModel {
  const { standsFor } = model;
  const next = standsFor && releaseDate(standsFor.since) <= now && packedModel(standsFor.model);
  return next ? answeringModel(next, now) : model;
}

/** Whether temperature, topP, and topK have no effect: since Gemini 3.6. An error is announced. */
export function ignoresSampling({ id }: PackedModel): boolean {
  const [, major = '', minor = '0'] = /^gemini-(\d+)(?:\.(\d+))?-/.exec(id) ?? [];
  return Number(major) > 3 || (major === '3' && Number(minor) >= 6);
}

/** Whether penalties and several candidates are rejected: since Gemini 4. */
export function refusesDecodingOptions({ id }: PackedModel): boolean {
  return /^gemini-([4-9]|[1-9]\d)\b/.test(id);
}

/** Whether cached contents can be created for a model; true for unknown models. */
export function takesCachedContent(name: string, now: number): boolean {
  const model = packedModel(name);
  return !model || answeringModel(model, now).implicitCacheOnly !== true;
}

/** Whether built-in tools and functions can be combined in one request: since Gemini 3. */
export function combinesTools({ id }: PackedModel): boolean {
  return /^gemini-([3-9]|\d\d)\b/.test(id);
}

/** Fields of built-in tools, which some models don't combine with functions. */
export const BUILT_IN_TOOLS = [
  'googleSearch',
  'googleSearchRetrieval',
  'googleMaps',
  'urlContext',
  'fileSearch',
  'codeExecution',
] as const;

/** Whether built-in tools, functions, and JSON output exclude each other: up to Gemini 2.5. */
export function separatesTools({ id }: PackedModel): boolean {
  return /^gemini-[12]\.\d/.test(id);
}

/** Whether a trailing model turn is rejected: since Gemini 3.6, and by Gemini 3.5 Flash-Lite. */
export function refusesModelTurn(model: PackedModel): boolean {
  return ignoresSampling(model) || model.id.startsWith('gemini-3.5-flash-lite');
}

const IGNORED_PARAMETERS = ['temperature', 'topP', 'topK'] as const;

/** Conditions under which models reject a parameter, or a conversation that ends with a model turn. */
const REJECTED_PARAMETERS = {
  thinkingBudget: (model: PackedModel) => hasLevelsOnly(model) && refusesDecodingOptions(model),
  frequencyPenalty: refusesDecodingOptions,
  presencePenalty: refusesDecodingOptions,
  candidateCount: refusesDecodingOptions,
  cachedContent: ({ implicitCacheOnly }: PackedModel) => implicitCacheOnly === true,
  modelTurn: refusesModelTurn,
} as const;

export type RejectedParameter = keyof typeof REJECTED_PARAMETERS;
export type LimitedParameter = (typeof IGNORED_PARAMETERS)[number] | RejectedParameter;

function hasLevelsOnly({ thinking }: PackedModel): boolean {
  return typeof thinking === 'object' && thinking.levels !== undefined && !thinking.budget;
}

/** Returns the parameters that have no effect, by their names in the API. */
export function ignoredParameters(
  model: PackedModel,
): readonly (typeof IGNORED_PARAMETERS)[number][] {
  return ignoresSampling(model) ? IGNORED_PARAMETERS : [];
}

/** Returns the parameters that lead to an error 400. */
export function rejectedParameters(model: PackedModel): readonly RejectedParameter[] {
  const names = Object.keys(REJECTED_PARAMETERS) as RejectedParameter[];
  return names.filter((name) => REJECTED_PARAMETERS[name](model));
}

export function releaseDate(day: string): number {
  return Date.parse(`${day}T00:00:00.000Z`);
}

export function shutdownDate(day: string): number {
  return Date.parse(`${day}T23:59:59.999Z`);
}

/** Returns prices at a given time by model name or ID, resolving aliases. Undefined if unknown. */
export function pricesOn(name: string, now: number): PeriodPrices | undefined {
  const model = packedModel(name);
  // The target of an alias without prices is uncertain.
  if (!model?.prices) return undefined;
  const { until, then, ...prices }: ModelPrices = answeringModel(model, now).prices ?? {};
  return until === undefined || now <= shutdownDate(until) ? prices : then;
}

/** Returns the ID of a successor that is open to new users. Undefined if unknown. */
export function successorModel(name: string, now: number): string | undefined {
  const seen = new Set<string>();
  let model = packedModel(name);
  while (model?.successor !== undefined && !seen.has(model.id)) {
    seen.add(model.id);
    const next = packedModel(model.successor);
    if (next && isOffered(next, now)) return next.id;
    model = next;
  }
  return undefined;
}

/** Whether new users can send requests that the model itself answers. */
function isOffered(model: PackedModel, now: number): boolean {
  const { closedSince } = model;
  const isClosed = closedSince !== undefined && releaseDate(closedSince) <= now;
  return !isShutDown(model, now) && !isClosed && answeringModel(model, now) === model;
}
