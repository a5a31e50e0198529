import type { JsonObject } from '../../api/schema/row';
import type { Content } from '../answers';
import { seedOf } from '../digest';
import { takeTokens } from '../text';

interface Token {
  readonly token?: string;
  readonly logProbability?: number;
}

/** Maximum number of tokens with probabilities: each may have 20 alternatives. */
const MAX_LOGPROBS = 2000;
const VOCABULARY = 256_000;
const ALTERNATIVES = [' the', ' a', ',', '.', ' is', ' of', ' and', ' to', '\n', ' in'] as const;

/**
 * Returns invented `avgLogprobs` and `logprobsResult`. The chosen token is the most likely; each
 * alternative is half as likely as the previous one.
 * @param alternatives 0 to 20 per token.
 */
export function inventedLogprobs(text: string, alternatives: number): JsonObject {
  const chosenCandidates: (Token & JsonObject)[] = [];
  const topCandidates: JsonObject[] = [];
  let at = 0;
  while (at < text.length && chosenCandidates.length < MAX_LOGPROBS) {
    const token = takeTokens(text.slice(at, at + 64), 1).text;
    at += token.length;
    const seed = seedOf(token);
    const logProbability = -((seed % 500) + 1) / 1000;
    const left = Math.log(1 - Math.exp(logProbability));
    const chosen = { token, tokenId: seed % VOCABULARY, logProbability };
    chosenCandidates.push(chosen);
    const rest = Array.from({ length: Math.max(0, alternatives - 1) }, (_unused, index) => ({
      token: `${ALTERNATIVES[(seed + index) % ALTERNATIVES.length] ?? ''}${index < ALTERNATIVES.length ? '' : '…'}`,
      tokenId: (seed + index + 1) % VOCABULARY,
      logProbability: rounded(left - (index + 1) * Math.LN2),
    }));
    if (alternatives > 0) topCandidates.push({ candidates: [chosen, ...rest] });
  }
  return logprobsOf(chosenCandidates, topCandidates);
}

export function givenLogprobs(tokens: NonNullable<Content['logprobs']>): JsonObject {
  const named = ({ token = '', logProbability = 0 }: Token): Token & JsonObject => ({
    ...{ token, tokenId: seedOf(token) % VOCABULARY, logProbability },
  });
  const top = tokens.some((one) => one.top) ? tokens : [];
  return logprobsOf(
    tokens.map(named),
    top.map((one) => ({ candidates: (one.top ?? [one]).map(named) })),
  );
}

function logprobsOf(
  chosenCandidates: readonly (Token & JsonObject)[],
  topCandidates: readonly JsonObject[],
): JsonObject {
  if (chosenCandidates.length === 0) return {};
  const sum = chosenCandidates.reduce((all, { logProbability = 0 }) => all + logProbability, 0);
  return {
    avgLogprobs: rounded(sum / chosenCandidates.length),
    logprobsResult: { logProbabilitySum: rounded(sum), topCandidates, chosenCandidates },
  };
}

function rounded(value: number): number {
  return Number(value.toPrecision(7));
}
