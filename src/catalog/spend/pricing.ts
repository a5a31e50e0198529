import { isObject, items, type JsonObject, objectAt, textAt } from '../../base/json';
import {
  type TokenUsage,
  chatUsage,
  interactionUsage,
  upperTokenEstimate,
} from '../../base/tokens';
import type { OperationRow } from '../../api/operations/row';
import { estimatePrice } from '../priceEstimate';
import type { PriceState } from './ledger';
import type { Amount } from './caps';

/** A paid request, before it is sent. */
export interface PaidRequest {
  readonly operation: string;
  readonly cost: NonNullable<OperationRow['cost']>;
  /** Model ID or name. Undefined if the request doesn't name one. */
  readonly model: string | undefined;
  readonly body: JsonObject;
}

/** Returns the model that a request names, in its path, its body, or the setup of a session. */
export function requestedModel(path: string, body: JsonObject): string | undefined {
  const [, inPath] = /\/((?:models|tunedModels|dynamic)\/[^/:]+):/.exec(path) ?? [];
  return inPath ?? (textAt(body, 'model') || textAt(objectAt(body, 'setup'), 'model') || undefined);
}

/** Tokens of a media part, and Base64 characters per additional token. */
const MEDIA_TOKENS = 1000;
const MEDIA_UNITS_PER_TOKEN = 700;
/** Response tokens of a model whose usual length is unknown. */
const USUAL_OUTPUT = 8192;

/**
 * Estimates what a request can cost.
 * @param usualOutput average response tokens of the model, if known
 */
export function estimateRequest(
  { operation, cost, model, body }: PaidRequest,
  usualOutput: number | undefined,
  now: number,
): Amount {
  const input = tokensIn(body);
  if (cost !== 'tokens' || model === undefined) return { tokens: input };
  const expected = usualOutput === undefined ? USUAL_OUTPUT : Math.ceil(2 * usualOutput);
  const output = /embed/i.test(operation) ? 0 : Math.min(expected, outputLimit(body));
  const tokens = input + output;
  const dollars = priceOf(model, { input, output }, tierIn(body), now);
  return { tokens, ...(dollars !== undefined && { dollars }) };
}

function priceOf(
  model: string,
  { input, output }: { readonly input: number; readonly output: number },
  tier: string | undefined,
  now: number,
): number | undefined {
  const usage = { promptTokenCount: input, candidatesTokenCount: output };
  // Models with several kinds of output don't have a single price.
  const kinds = [undefined, 'IMAGE', 'AUDIO', 'VIDEO'] as const;
  for (const modality of kinds) {
    const details = modality && { candidatesTokensDetails: [{ modality, tokenCount: output }] };
    const found = estimatePrice({ models: [model], usage: { ...usage, ...details }, tier }, now);
    if (found) return found.total;
  }
  return undefined;
}

/** Estimates the tokens of a body. Media count by size. */
function tokensIn(value: unknown, name = ''): number {
  if (typeof value === 'string') {
    return name === 'data'
      ? MEDIA_TOKENS + value.length / MEDIA_UNITS_PER_TOKEN
      : upperTokenEstimate(value);
  }
  if (Array.isArray(value))
    return Math.ceil(value.reduce<number>((sum, one) => sum + tokensIn(one, name), 0));
  if (!isObject(value)) return 0;
  let sum = name === 'fileData' || name === 'file_data' ? MEDIA_TOKENS : 0;
  for (const field in value) sum += upperTokenEstimate(field) + tokensIn(value[field], field);
  return Math.ceil(sum);
}

const LIMITS = ['maxOutputTokens', 'max_output_tokens', 'max_completion_tokens', 'max_tokens'];

function outputLimit(body: JsonObject): number {
  const places = [
    body,
    objectAt(body, 'generationConfig'),
    objectAt(body, 'generation_config'),
    objectAt(objectAt(body, 'setup'), 'generationConfig'),
  ];
  const found = places
    .flatMap((place) => LIMITS.map((name) => place[name]))
    .filter((limit) => typeof limit === 'number' && limit > 0);
  return Math.min(Infinity, ...(found as number[]));
}

function tierIn(body: JsonObject): string | undefined {
  return textAt(body, 'service_tier') || textAt(body, 'serviceTier') || undefined;
}

/** The cost of a request that was sent. */
export interface Charge extends Amount {
  readonly price: PriceState;
  readonly model: string | undefined;
  readonly tier: string | undefined;
  readonly outputTokens: number;
}

/** Reads what a response tells about its cost, in each form of the API. */
export class UsageReader {
  readonly #request: PaidRequest;
  readonly #isLive: boolean;
  #usage: TokenUsage | undefined;
  #turns: TokenUsage[] = [];
  #model: string;
  #tier: string | undefined;
  #hasPaidTools = false;

  constructor(request: PaidRequest) {
    this.#request = request;
    this.#isLive = request.operation.startsWith('live.');
    this.#model = request.model ?? '';
    this.#tier = tierIn(request.body);
  }

  /** @param piece a response, chunk, event, or message of a session */
  add(piece: unknown): void {
    if (!isObject(piece)) return;
    const { usageMetadata, usage, interaction, response } = piece;
    if (isObject(usageMetadata)) this.#take(nativeUsage(usageMetadata));
    if (isObject(usage)) this.#take(readUsage(usage));
    this.#model = textAt(piece, 'modelVersion') || this.#model;
    const tier = isObject(usageMetadata) ? textAt(usageMetadata, 'serviceTier') : '';
    this.#tier = tier || textAt(piece, 'service_tier') || this.#tier;
    this.#hasPaidTools ||= usesPaidTools(piece);
    if (isObject(interaction)) this.add(interaction);
    if (isObject(response)) this.add(response);
  }

  /** Returns the cost, or undefined if the response didn't tell its tokens. */
  charge(now: number): Charge | undefined {
    const all = this.#isLive ? this.#turns : this.#usage ? [this.#usage] : [];
    if (all.length === 0) return undefined;
    const { model, cost, body } = this.#request;
    const isAgent = textAt(body, 'agent') !== '';
    const models = [this.#model, ...(model === undefined ? [] : [model])].filter(Boolean);
    const charges = all.map((usage) =>
      cost !== 'tokens' || isAgent
        ? undefined
        : estimatePrice({ models, usage, tier: this.#tier }, now)?.total,
    );
    const tokens = sum(all.map(totalOf));
    const known = charges.filter((one) => one !== undefined);
    const isKnown = known.length === charges.length || tokens === 0;
    return {
      tokens,
      ...(isKnown && { dollars: sum(known) }),
      price: isKnown ? (this.#hasPaidTools ? 'partly' : 'known') : 'unknown',
      model: this.#model || model,
      tier: this.#tier,
      outputTokens: sum(
        all.map((one) => (one.candidatesTokenCount ?? 0) + (one.thoughtsTokenCount ?? 0)),
      ),
    };
  }

  #take(usage: TokenUsage): void {
    this.#usage = usage;
    if (this.#isLive) this.#turns.push(usage);
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

function totalOf(usage: TokenUsage): number {
  const { promptTokenCount = 0, candidatesTokenCount = 0, thoughtsTokenCount = 0 } = usage;
  const parts = promptTokenCount + candidatesTokenCount + thoughtsTokenCount;
  return Math.max(usage.totalTokenCount ?? 0, parts + (usage.toolUsePromptTokenCount ?? 0));
}

/** Sessions count the tokens of responses under another name. */
function nativeUsage(usage: JsonObject): TokenUsage {
  const { responseTokenCount, responseTokensDetails } = usage;
  return {
    ...usage,
    ...(typeof responseTokenCount === 'number' && {
      candidatesTokenCount: responseTokenCount,
      candidatesTokensDetails: items(responseTokensDetails),
    }),
  };
}

function readUsage(usage: JsonObject): TokenUsage {
  return typeof usage.prompt_tokens === 'number' ? chatUsage(usage) : interactionUsage(usage);
}

/** Whether a response used tools that cost more than tokens, such as Google Search. */
function usesPaidTools({ candidates, usage }: JsonObject): boolean {
  if (isObject(usage) && items(usage.grounding_tool_count).length > 0) return true;
  return items(candidates).some((one) => isObject(one) && isObject(one.groundingMetadata));
}
