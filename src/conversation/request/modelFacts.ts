import * as l10n from '@vscode/l10n';
import type { CallOutput } from '../../api/call';
import { ServiceError } from '../../api/errors';
import {
  answeringModel,
  decides,
  ignoresSampling,
  outdatedSince,
  PACK_DATE,
  packedModel,
  pricesOn,
  refusesDecodingOptions,
} from '../../api/modelPack';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import { isObject, textAt } from '../../base/json';
import { estimatePrice } from '../../catalog/priceEstimate';
import type { Conversation, ModelTurn, Turn, TurnResult } from '../model/conversation';
import { DECIDES } from '../model/decisionMode';
import { isTunedModel } from '../model/modeRow';
import type { ModelInfo, Spending, TurnPrice, TurnPrices } from '../model/protocol';
import { fieldAt, withField } from '../model/requestFields';
import { hasContent } from '../model/turns';

/** Features that some models lack. The API rejects requests that use a missing feature. */
const MODEL_FACTS = [
  'thinking',
  'thinkingLevel',
  'thinkingBudget',
  'sampling',
  'topK',
  'penalties',
  'candidates',
  'format',
  'instruction',
  'functions',
] as const;
export type ModelFact = (typeof MODEL_FACTS)[number];

interface FactRow {
  readonly fields: readonly string[];
  readonly isLacking: (model: ModelInfo) => boolean;
  /** Error message of the API for models whose resource doesn't say. */
  readonly said: RegExp;
  readonly isUsual?: (value: JsonValue) => boolean;
  readonly words: () => string;
}

/** Whether the API has described a model; otherwise an absent field means nothing. */
const isDescribed = ({ name, methods }: ModelInfo): boolean =>
  methods !== undefined && !isTunedModel(name);
const tuned = ({ name }: ModelInfo): boolean => isTunedModel(name);

/**
 * Sources: the `Model` resource (`thinking`, `topK`), the guide to tuned models (no instructions,
 * functions, or response formats), and the API's errors.
 */
const ROWS: { readonly [F in ModelFact]: FactRow } = {
  thinking: {
    fields: ['generationConfig.thinkingConfig', 'generation_config.thinking_summaries'],
    isLacking: (model) => tuned(model) || (isDescribed(model) && !model.thinking),
    said: /\bthinking( budget| level)? is not (enabled|supported)/i,
    words: () => l10n.t('thinking'),
  },
  thinkingLevel: {
    fields: ['generationConfig.thinkingConfig.thinkingLevel', 'generation_config.thinking_level'],
    isLacking: ({ budget, levels }) => budget !== undefined && !levels,
    said: /\bthinking_level is not supported/i,
    words: () => l10n.t('thinking level'),
  },
  thinkingBudget: {
    fields: ['generationConfig.thinkingConfig.thinkingBudget'],
    isLacking: ({ budget, levels }) => levels !== undefined && !budget,
    said: /\bthinking_budget is not supported/i,
    words: () => l10n.t('thinking budget'),
  },
  // These models ignore the parameters now and will reject them later.
  sampling: {
    fields: [
      'generationConfig.temperature',
      'generationConfig.topP',
      'generation_config.temperature',
      'generation_config.top_p',
    ],
    isLacking: ({ ignoresSampling }) => ignoresSampling === true,
    said: /\b(temperature|top[-_ ]?p)\b.*\b(not (enabled|supported|allowed)|deprecated)/i,
    words: () => l10n.t('temperature and top-p'),
  },
  topK: {
    fields: ['generationConfig.topK', 'topK'],
    isLacking: (model) =>
      (isDescribed(model) && model.topK === undefined) || model.ignoresSampling === true,
    said: /\btop[-_ ]?k\b.*\bnot (enabled|supported|allowed)/i,
    words: () => l10n.t('top-k'),
  },
  penalties: {
    fields: ['generationConfig.presencePenalty', 'generationConfig.frequencyPenalty'],
    isLacking: (model) => model.refusesDecodingOptions === true,
    said: /\bpenalty\b.*\bnot (enabled|supported|allowed)/i,
    words: () => l10n.t('penalties'),
  },
  candidates: {
    fields: ['generationConfig.candidateCount', 'candidateCount'],
    isLacking: (model) => model.refusesDecodingOptions === true,
    said: /multiple candidates (is|are) not (enabled|supported)|only one candidate/i,
    isUsual: (value) => value === 1,
    words: () => l10n.t('more than one candidate'),
  },
  format: {
    fields: [
      'generationConfig.responseMimeType',
      'generationConfig.responseSchema',
      'generationConfig.responseJsonSchema',
      'generationConfig.responseFormat.text',
    ],
    isLacking: tuned,
    said: /(json mode|controlled generation|response[_ ]?(json[_ ]?)?schema) is not (enabled|supported)/i,
    isUsual: (value) => value === 'text/plain',
    words: () => l10n.t('response format or schema'),
  },
  instruction: {
    fields: ['systemInstruction'],
    isLacking: tuned,
    said: /(developer|system) instructions? (is|are) not (enabled|supported)/i,
    words: () => l10n.t('system instruction'),
  },
  functions: {
    fields: ['tools', 'toolConfig'],
    isLacking: tuned,
    said: /(function calling|tool use) is not (enabled|supported)/i,
    words: () => l10n.t('functions and tools'),
  },
};

export function missingFeatures(model: ModelInfo): readonly ModelFact[] {
  return MODEL_FACTS.filter((fact) => ROWS[fact].isLacking(model));
}

/** Returns the missing features named by an API error; empty for other errors. */
export function rejectedFeatures(error: unknown): readonly ModelFact[] {
  if (!(error instanceof ServiceError) || error.httpStatus !== 400) return [];
  return MODEL_FACTS.filter((fact) => ROWS[fact].said.test(error.message));
}

export function featureText(facts: readonly ModelFact[]): string {
  return facts.map((fact) => ROWS[fact].words()).join(', ');
}

export function featuresAt(paths: readonly string[]): readonly ModelFact[] {
  return MODEL_FACTS.filter((fact) => ROWS[fact].fields.some((field) => paths.includes(field)));
}

export function stripRefusedFields(
  body: JsonObject,
  lacking: readonly ModelFact[],
): { readonly value: JsonObject; readonly refused: readonly string[] } {
  const refused = lacking.flatMap((fact) => {
    const { fields, isUsual } = ROWS[fact];
    return fields.filter((path) => {
      const value = fieldAt(body, path);
      return value !== undefined && !isUsual?.(value);
    });
  });
  return { value: refused.reduce((fit, path) => withField(fit, path, undefined), body), refused };
}

export function unknownModel(name: string): ModelInfo {
  return { name, displayName: name.replace(/^(models|tunedModels)\//, ''), thinking: false };
}

export function modelInfo(item: JsonObject, now = Date.now()): ModelInfo {
  const model = item as CallOutput<'models.get'>;
  const known = unknownModel(model.name ?? '');
  const methods = decides(known.name) ? [DECIDES] : model.supportedGenerationMethods;
  return {
    ...known,
    ...(model.displayName && { displayName: model.displayName }),
    thinking: model.thinking ?? false,
    ...(methods && { methods }),
    ...pick(model, ['inputTokenLimit', 'outputTokenLimit', 'temperature', 'maxTemperature']),
    ...pick(model, ['topP', 'topK']),
    ...packedFacts(known.name, now),
  };
}

function packedFacts(name: string, now: number): Partial<ModelInfo> {
  const packed = packedModel(name);
  if (!packed) return {};
  const answering = answeringModel(packed, now);
  const { kind, thinking } = answering;
  const how = typeof thinking === 'object' ? thinking : {};
  return {
    use: kind,
    ...(how.levels && { levels: how.levels }),
    ...(how.default !== undefined && { level: how.default }),
    ...(how.budget && { budget: how.budget }),
    ...(ignoresSampling(answering) && { ignoresSampling: true as const }),
    ...(refusesDecodingOptions(answering) && { refusesDecodingOptions: true as const }),
  };
}

function pick<T extends object, K extends keyof T>(source: T, keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(
    keys.filter((key) => source[key] !== undefined).map((key) => [key, source[key]]),
  ) as Pick<T, K>;
}

/** Cache, because snapshots are frequent and turns are immutable. */
const known = new WeakMap<ModelTurn, TurnPrice | 'none'>();

/** Estimates the cost of a conversation's responses; undefined if no price is known. */
export function turnPrices(turns: readonly Turn[], now: number): TurnPrices | undefined {
  const estimates: { [turn: string]: TurnPrice } = {};
  for (const turn of turns) {
    const estimate = turn.role === 'model' ? knownPrice(turn, now) : undefined;
    if (estimate) estimates[turn.id] = estimate;
  }
  return Object.keys(estimates).length === 0 ? undefined : { asOf: PACK_DATE, estimates };
}

/** Adds up all responses; undefined if there are none with tokens or an unknown price. */
export function spendingOf(
  { turns, branches = [] }: Pick<Conversation, 'turns' | 'branches'>,
  now: number,
): Spending | undefined {
  let [tokens, unknown, price] = [0, 0, undefined as number | undefined];
  const outdated: string[] = [];
  for (const turn of [turns, ...branches.map((branch) => branch.turns)].flat()) {
    if (turn.role !== 'model' || !turn.outcome) continue;
    tokens += totalTokens(turn.outcome);
    const estimate = knownPrice(turn, now);
    if (estimate) price = (price ?? 0) + estimate.total;
    else if (wasCharged(turn)) unknown++;
    if (estimate?.outdated !== undefined) outdated.push(estimate.outdated);
  }
  if (tokens === 0 && unknown === 0) return undefined;
  const isOutdated = outdated.length > 0;
  const asOf = outdated.toSorted()[0] ?? PACK_DATE;
  return { tokens, ...(price !== undefined && { price }), unknown, asOf, isOutdated };
}

function totalTokens({ usage = {} }: TurnResult): number {
  const { totalTokenCount, promptTokenCount = 0, candidatesTokenCount = 0 } = usage;
  return totalTokenCount ?? promptTokenCount + candidatesTokenCount;
}

/** Whether the API may have charged a response. Imported responses and failed requests aren't charged. */
function wasCharged({ answer, content, free, outcome, sent }: ModelTurn): boolean {
  if (free || (!answer && !sent)) return false;
  return outcome?.usage !== undefined || hasContent(content.parts ?? []);
}

function knownPrice(turn: ModelTurn, now: number): TurnPrice | undefined {
  const estimate = known.get(turn) ?? priceOf(turn, now) ?? 'none';
  known.set(turn, estimate);
  return estimate === 'none' ? undefined : estimate;
}

/**
 * Uses the model named in the response, because the requested name may be an alias. Undefined if the price is
 * unknown, and for free responses.
 */
export function priceOf(turn: ModelTurn, now: number): TurnPrice | undefined {
  const { outcome, answer = {}, sent = {}, model, continuation, interaction, free } = turn;
  const usage = outcome?.usage;
  // The API doesn't report which models an agent used.
  if (!usage || free || interaction?.agent !== undefined) return undefined;
  const told: unknown = isObject(answer.usageMetadata) && answer.usageMetadata.serviceTier;
  const asked: unknown = answer.service_tier ?? sent.service_tier ?? sent.serviceTier;
  const wanted: unknown = typeof told === 'string' ? told : asked;
  const version = textAt(answer, 'modelVersion');
  const models = [...(version === '' ? [] : [version]), model];
  const estimate = estimatePrice(
    {
      models,
      usage,
      ...(typeof wanted === 'string' && { tier: wanted }),
      isSum: continuation !== undefined,
    },
    now,
  );
  const priced = models.find((name) => pricesOn(name, now)) ?? model;
  const outdated = outdatedSince(priced, now);
  return estimate && { ...estimate, ...(outdated !== undefined && { outdated }) };
}
