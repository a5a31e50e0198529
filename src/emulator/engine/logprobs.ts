import type { JsonObject } from '../../api/schema/row';
import { seedOf } from './hash';
import { takeTokens } from './tokens';

/** Of longer answers only so many tokens have probabilities: each can have 20 alternatives. */
const MOST_TOKENS = 2000;
const VOCABULARY = 256_000;
const others = [' the', ' a', ',', '.', ' is', ' of', ' and', ' to', '\n', ' in'] as const;

/**
 * `avgLogprobs` and `logprobsResult` of a text. The probabilities are invented: what was chosen is the
 * likeliest, and each alternative is half as likely as the one before it.
 * @param alternatives 0 to 20 for each token.
 */
export function logprobsOf(text: string, alternatives: number): JsonObject {
  const chosenCandidates: JsonObject[] = [];
  const topCandidates: JsonObject[] = [];
  let sum = 0;
  let at = 0;
  while (at < text.length && chosenCandidates.length < MOST_TOKENS) {
    const token = takeTokens(text.slice(at, at + 64), 1).text;
    at += token.length;
    const seed = seedOf(token);
    const logProbability = -((seed % 500) + 1) / 1000;
    sum += logProbability;
    const chosen = { token, tokenId: seed % VOCABULARY, logProbability };
    chosenCandidates.push(chosen);
    const rest = Array.from({ length: Math.max(0, alternatives - 1) }, (_unused, index) => ({
      token: `${others[(seed + index) % others.length] ?? ''}${index < others.length ? '' : '…'}`,
      tokenId: (seed + index + 1) % VOCABULARY,
      logProbability: rounded(logProbability - (index + 1) * Math.LN2),
    }));
    if (alternatives > 0) topCandidates.push({ candidates: [chosen, ...rest] });
  }
  if (chosenCandidates.length === 0) return {};
  return {
    avgLogprobs: rounded(sum / chosenCandidates.length),
    logprobsResult: { logProbabilitySum: rounded(sum), topCandidates, chosenCandidates },
  };
}

function rounded(value: number): number {
  return Number(value.toPrecision(7));
}
