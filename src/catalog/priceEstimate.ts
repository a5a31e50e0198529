import type { Message } from '../api/schema/infer';
import { packedModel, pricesOn, type TokenPrices } from '../api/modelPack';

type Usage = Message<'GenerateContentResponse.UsageMetadata'>;
type Counts = readonly Message<'ModalityTokenCount'>[];
type Modality = NonNullable<Message<'ModalityTokenCount'>['modality']>;

/** An estimate in US dollars at published prices, which may differ from the bill. */
export interface PriceEstimate {
  readonly total: number;
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  readonly saved: number;
}

export interface PricedUse {
  /** Resource names or IDs of the model, most reliable first. The first one with prices applies. */
  readonly models: readonly string[];
  readonly usage: Usage;
  /** Service tier, such as `flex`. Default: standard. */
  readonly tier?: string | undefined;
  readonly isSum?: boolean;
}

const MILLION = 1_000_000;

/** Longer prompts have separate prices on some models. */
const LONG_PROMPTS = [
  { tokens: 200_000, field: 'over200k' },
  { tokens: 128_000, field: 'over128k' },
] as const;

/** Estimates the price of a response. Undefined if any part's price is unknown. */
export function estimatePrice(use: PricedUse, now: number): PriceEstimate | undefined {
  const priced = use.models.find((name) => packedModel(name)?.prices);
  const prices = priced === undefined ? undefined : pricesFor(priced, use, now);
  if (!prices) return undefined;
  const { usage } = use;
  const prompt = byModality(usage.promptTokenCount, usage.promptTokensDetails);
  const cached = byModality(usage.cachedContentTokenCount, usage.cacheTokensDetails);
  const tools = byModality(usage.toolUsePromptTokenCount, usage.toolUsePromptTokensDetails);
  const answer = byModality(usage.candidatesTokenCount, usage.candidatesTokensDetails);
  const thoughts: Split = new Map([['TEXT', usage.thoughtsTokenCount ?? 0]]);
  const whole = cost(joined(prompt, tools), (modality) => inputPrice(prices, modality));
  const ofCached = cost(cached, (modality) => inputPrice(prices, modality));
  const paidCached = cost(cached, (modality) => cachedPrice(prices, modality));
  const hasKinds = (usage.candidatesTokensDetails ?? []).length > 0;
  const said = cost(answer, (modality) =>
    hasKinds ? outputPrice(prices, modality) : onlyOutputPrice(prices),
  );
  const thought = cost(thoughts, () => prices.output);
  const parts = [whole, ofCached, paidCached, said, thought];
  if (!parts.every((part) => part !== undefined)) return undefined;
  const [all, unsaved, kept, spoken, considered] = parts as [
    number,
    number,
    number,
    number,
    number,
  ];
  const input = Math.max(0, all - unsaved);
  const output = spoken + considered;
  const total = input + kept + output;
  if (total === 0) return undefined;
  return { total, input, cached: kept, output, saved: Math.max(0, unsaved - kept) };
}

function pricesFor(
  name: string,
  { usage, tier, isSum }: PricedUse,
  now: number,
): TokenPrices | undefined {
  const prices = pricesOn(name, now);
  if (!prices) return undefined;
  const served = tier?.toLowerCase();
  if (served === 'flex') return tierPrices(prices.batchFlexInput, prices.batchFlexOutput);
  if (served === 'priority') return tierPrices(prices.priorityInput, prices.priorityOutput);
  const length = usage.promptTokenCount ?? 0;
  const long = LONG_PROMPTS.find(({ tokens, field }) => length > tokens && prices[field]);
  if (!long) return prices;
  return isSum ? undefined : { ...prices, ...prices[long.field] };
}

/** Other tiers have known prices for text only. */
function tierPrices(input: number | undefined, output: number | undefined): TokenPrices {
  return { ...(input !== undefined && { input }), ...(output !== undefined && { output }) };
}

type Split = ReadonlyMap<Modality, number>;

function byModality(total = 0, details: Counts = []): Split {
  const split = new Map<Modality, number>();
  let rest = total;
  for (const { modality = 'MODALITY_UNSPECIFIED', tokenCount = 0 } of details) {
    split.set(modality, (split.get(modality) ?? 0) + tokenCount);
    rest -= tokenCount;
  }
  split.set('TEXT', (split.get('TEXT') ?? 0) + Math.max(0, rest));
  return split;
}

function joined(one: Split, other: Split): Split {
  const both = new Map(one);
  for (const [modality, count] of other) both.set(modality, (both.get(modality) ?? 0) + count);
  return both;
}

/** Returns the cost. Undefined if any price is unknown. */
function cost(
  split: Split,
  priceOf: (modality: Modality) => number | undefined,
): number | undefined {
  let sum = 0;
  for (const [modality, count] of split) {
    if (count === 0) continue;
    const price = priceOf(modality);
    if (price === undefined) return undefined;
    sum += (count * price) / MILLION;
  }
  return sum;
}

function inputPrice(prices: TokenPrices, modality: Modality): number | undefined {
  switch (modality) {
    case 'AUDIO':
      return prices.audio ?? prices.input;
    case 'IMAGE':
      return prices.image ?? prices.input;
    case 'VIDEO':
      return prices.video ?? prices.input;
    default:
      return prices.input;
  }
}

/** Audio that costs more than text costs more in caches too, so its own price is required. */
function cachedPrice(prices: TokenPrices, modality: Modality): number | undefined {
  if (modality !== 'AUDIO') return prices.cached;
  if (prices.cachedAudio !== undefined) return prices.cachedAudio;
  return (prices.audio ?? prices.input) === prices.input ? prices.cached : undefined;
}

function outputPrice(prices: TokenPrices, modality: Modality): number | undefined {
  switch (modality) {
    case 'AUDIO':
      return prices.audioOutput;
    case 'IMAGE':
      return prices.imageOutput;
    case 'VIDEO':
      return prices.videoOutput;
    default:
      return prices.output;
  }
}

/** Returns the output price if the modality is unknown. Undefined if several apply. */
function onlyOutputPrice(prices: TokenPrices): number | undefined {
  const { output, imageOutput, audioOutput, videoOutput } = prices;
  const known = [output, imageOutput, audioOutput, videoOutput].filter((one) => one !== undefined);
  return known.length === 1 ? known[0] : undefined;
}
