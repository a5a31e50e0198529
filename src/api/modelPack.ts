import pack from './models.json';

/** How the service stands behind a model, as its documents say. */
export type ModelStage = 'stable' | 'preview' | 'deprecated' | 'shut down' | 'legacy';

/** What a model is for. Live, video, music, agents and decisions are not for `generateContent`. */
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

/** How a model can be told to think: by levels, or with a budget of tokens. */
export interface PackedThinking {
  readonly levels?: readonly string[];
  readonly default?: string;
  /** Least and most tokens. */
  readonly budget?: readonly number[];
  /** Whether a budget of 0 switches it off. */
  readonly canDisable?: boolean;
}

/** In US dollars per million tokens. */
export interface TokenPrices {
  readonly input?: number;
  readonly output?: number;
  /** Of tokens that were cached. */
  readonly cached?: number;
  readonly cachedAudio?: number;
  /** What goes in as sound, pictures or films, where that has a price of its own. */
  readonly audio?: number;
  readonly image?: number;
  readonly video?: number;
  readonly imageOutput?: number;
  readonly audioOutput?: number;
  readonly videoOutput?: number;
}

/** Of the paid tier and the standard service, unless a field says otherwise. Nothing of it is a promise. */
interface PeriodPrices extends TokenPrices {
  /** In place of those above for prompts of more than so many tokens. */
  readonly over128k?: TokenPrices;
  readonly over200k?: TokenPrices;
  /** Of batches and the tier `flex`. */
  readonly batchFlexInput?: number;
  readonly batchFlexOutput?: number;
  /** Of the tier `priority`. */
  readonly priorityInput?: number;
  readonly priorityOutput?: number;
  /** For a million cached tokens that are kept for an hour. */
  readonly cacheStoragePerHour?: number;
}

/** The prices of a model now, and those that are announced. */
interface ModelPrices extends PeriodPrices {
  /** The last day on which these are known to hold, in UTC, such as `2026-12-31`. */
  readonly until?: string;
  /** All prices after that day; undefined if they are not known. */
  readonly then?: PeriodPrices;
}

/**
 * What documents say of a model and the service's own row of it does not. `models.json` is kept by hand: an entry per
 * model in the order of the families, each with where and when its facts were read; `checked` is the day on which all
 * of it was gone through, `covers` the day of the newest source. What is not known is absent.
 */
export interface PackedModel {
  /** The last part of its name. */
  readonly id: string;
  readonly kind: ModelUse;
  readonly stage: ModelStage;
  /** Dates, such as `2026-06-01`. */
  readonly released?: string;
  readonly shutdown?: string;
  /** Id. */
  readonly successor?: string;
  /** In tokens. */
  readonly inputTokenLimit?: number;
  readonly outputTokenLimit?: number;
  /** As `models.get` lists them. */
  readonly methods?: readonly string[];
  /** False where it does not think, true where no more than that is known. */
  readonly thinking?: boolean | PackedThinking;
  /** Fewest tokens that are cached, on request or by the service itself. */
  readonly cacheMinimum?: number;
  /** Whether the service caches by itself alone, and refuses cached contents. */
  readonly implicitCacheOnly?: boolean;
  /** Fewest and most numbers of an embedding; the most where a request says nothing. */
  readonly dimensions?: readonly number[];
  /** Shorter embeddings are the beginning of the whole one, which alone has unit length. */
  readonly unscaled?: boolean;
  /** It embeds pictures, sound, films and PDFs too, in the space of its texts. */
  readonly multimodal?: boolean;
  /** Id of the model that has answered for this name since a day, such as `2026-10-08`. */
  readonly standsFor?: { readonly model: string; readonly since: string };
  /** From this day on only those projects may use it that did before. */
  readonly closedSince?: string;
  readonly prices?: ModelPrices;
  readonly note?: string;
}

/** The day on which the facts were checked last, such as `2026-11-22`. */
export const PACK_DATE = pack.checked;

const models: ReadonlyMap<string, PackedModel> = new Map(
  (pack.models as readonly PackedModel[]).map((model) => [model.id, model]),
);

/** All of them, in the order of the families. */
export function packedModels(): readonly PackedModel[] {
  return [...models.values()];
}

/** What is known of a model by its resource name or id; absent for those that users made, and for unknown ones. */
export function packedModel(name: string): PackedModel | undefined {
  return models.get(name.replace(/^models\//, ''));
}

/** Whether its shutdown date has passed. In UTC, at the end of the day. */
export function isShutDown({ stage, shutdown }: PackedModel, now: number): boolean {
  return stage === 'shut down' || (shutdown !== undefined && endOf(shutdown) <= now);
}

/** The model that answers for a name: mostly itself, else what an alias or an old name leads to by then. */
export function answeringModel(model: PackedModel, now: number): PackedModel {
  const { standsFor } = model;
  const next = standsFor && startOf(standsFor.since) <= now && packedModel(standsFor.model);
  return next ? answeringModel(next, now) : model;
}

/** Whether temperature, top-p and top-k do nothing with a model: so since Gemini 3.6, and an error is announced. */
export function ignoresSampling({ id }: PackedModel): boolean {
  const [, major = '', minor = '0'] = /^gemini-(\d+)(?:\.(\d+))?-/.exec(id) ?? [];
  return Number(major) > 3 || (major === '3' && Number(minor) >= 6);
}

/** Whether a model refuses penalties and more than one candidate: all since Gemini 4. */
export function refusesDecodingOptions({ id }: PackedModel): boolean {
  return /^gemini-([4-9]|[1-9]\d)\b/.test(id);
}

/** Whether cached contents can be made for a model by its name; true for unknown ones. */
export function takesCachedContent(name: string, now: number): boolean {
  const model = packedModel(name);
  return !model || answeringModel(model, now).implicitCacheOnly !== true;
}

/** Whether a model uses tools of the service and functions in one request: so since Gemini 3. */
export function combinesTools({ id }: PackedModel): boolean {
  return /^gemini-([3-9]|\d\d)\b/.test(id);
}

/** Fields of the tools that the service itself uses, and that some models take only without functions. */
export const BUILT_IN_TOOLS = [
  'googleSearch',
  'googleSearchRetrieval',
  'googleMaps',
  'urlContext',
  'fileSearch',
  'codeExecution',
] as const;

/** Whether a model is of Gemini 2.5 or older, which takes tools of the service, functions and JSON only one at a time. */
export function separatesTools({ id }: PackedModel): boolean {
  return /^gemini-[12]\.\d/.test(id);
}

/** Whether a model refuses to go on from a last turn of its own: so since Gemini 3.6, and Gemini 3.5 Flash-Lite too. */
export function refusesModelTurn(model: PackedModel): boolean {
  return ignoresSampling(model) || model.id.startsWith('gemini-3.5-flash-lite');
}

/** The first millisecond of a day such as `2026-06-01`, in UTC. */
export function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00.000Z`);
}

/** The last millisecond of a day such as `2026-06-01`, in UTC. */
export function endOf(day: string): number {
  return Date.parse(`${day}T23:59:59.999Z`);
}

/**
 * Returns the prices that hold at a time for a model by its resource name or id: those of the model that answers for it
 * by then. Undefined if they are not known.
 */
export function pricesAt(name: string, now: number): PeriodPrices | undefined {
  const model = packedModel(name);
  // Which model an alias without prices of its own leads to is not certain.
  if (!model?.prices) return undefined;
  const { until, then, ...prices }: ModelPrices = answeringModel(model, now).prices ?? {};
  return until === undefined || now <= endOf(until) ? prices : then;
}

/** Id of what takes the place of a model and is still served; absent where none is known. */
export function successorOf(name: string, now: number): string | undefined {
  const seen = new Set<string>();
  let model = packedModel(name);
  while (model?.successor !== undefined && !seen.has(model.id)) {
    seen.add(model.id);
    const next = packedModel(model.successor);
    if (next && !isShutDown(next, now)) return next.id;
    model = next;
  }
  return undefined;
}
