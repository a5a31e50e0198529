/** Average UTF-8 bytes per token across languages and code. */
import { isObject, items, type JsonObject, objectAt, textAt } from './json';

export const BYTES_PER_TOKEN = 4;

const encoder = new TextEncoder();

/** Estimates the tokens of a text. Not rounded, so that the sum of many texts isn't too high. */
export function estimatedTokens(text: string): number {
  return encoder.encode(text).length / BYTES_PER_TOKEN;
}

/** Estimates a third more, for reservations and questions: tokens of JSON and names are shorter. */
export function upperTokenEstimate(text: string): number {
  return (estimatedTokens(text) * 4) / 3;
}

/** Token counts with the names of `usageMetadata`. */
export interface TokenUsage {
  readonly promptTokenCount?: number;
  readonly candidatesTokenCount?: number;
  readonly thoughtsTokenCount?: number;
  readonly cachedContentTokenCount?: number;
  readonly toolUsePromptTokenCount?: number;
  readonly totalTokenCount?: number;
}

type Names = readonly (readonly [from: string, to: string])[];

/** Names of token counts of interactions, and those of `usageMetadata`. */
export const INTERACTION_COUNTS: Names = [
  ['total_input_tokens', 'promptTokenCount'],
  ['total_output_tokens', 'candidatesTokenCount'],
  ['total_thought_tokens', 'thoughtsTokenCount'],
  ['total_cached_tokens', 'cachedContentTokenCount'],
  ['total_tool_use_tokens', 'toolUsePromptTokenCount'],
  ['total_tokens', 'totalTokenCount'],
];

const DETAILS: Names = [
  ['input_tokens_by_modality', 'promptTokensDetails'],
  ['output_tokens_by_modality', 'candidatesTokensDetails'],
  ['cached_tokens_by_modality', 'cacheTokensDetails'],
  ['tool_use_tokens_by_modality', 'toolUsePromptTokensDetails'],
];

/** Converts the usage of an interaction or decision. */
export function interactionUsage(usage: JsonObject): TokenUsage {
  const counts = INTERACTION_COUNTS.flatMap(([from, to]) => {
    const count = usage[from];
    return typeof count === 'number' && Number.isFinite(count) ? [[to, count] as const] : [];
  });
  const details = DETAILS.flatMap(([from, to]) => {
    const found = items(usage[from]).filter(isObject).map(countOf);
    return found.length > 0 ? [[to, found] as const] : [];
  });
  return Object.fromEntries<unknown>([...counts, ...details]);
}

/** Converts the usage of the OpenAI-compatible form, whose completion includes the thoughts. */
export function chatUsage(usage: JsonObject): TokenUsage {
  const { prompt_tokens: input, completion_tokens: output, total_tokens: total } = usage;
  const { cached_tokens: cached } = objectAt(usage, 'prompt_tokens_details');
  const { reasoning_tokens: thoughts } = objectAt(usage, 'completion_tokens_details');
  const thought = typeof thoughts === 'number' ? thoughts : undefined;
  return {
    ...(typeof input === 'number' && { promptTokenCount: input }),
    ...(typeof cached === 'number' && { cachedContentTokenCount: cached }),
    ...(typeof output === 'number' && { candidatesTokenCount: output - (thought ?? 0) }),
    ...(thought !== undefined && { thoughtsTokenCount: thought }),
    ...(typeof total === 'number' && { totalTokenCount: total }),
  };
}

function countOf(entry: JsonObject): { readonly modality: string; readonly tokenCount: number } {
  const { tokens } = entry;
  const modality = textAt(entry, 'modality').toUpperCase();
  return { modality, tokenCount: typeof tokens === 'number' ? tokens : 0 };
}
