import type { JsonObject } from '../../../api/schema/row';

/** More are not shown. */
const MOST = 200;
/** Alternatives of one token. */
const MOST_OTHERS = 5;

export interface Likely {
  readonly token: string;
  /** 0 to 1 */
  readonly probability: number;
}

export interface TokenRow extends Likely {
  readonly others: readonly Likely[];
}

/** The first tokens of an answer with their probabilities, and how many there are. */
export function tokenRows(candidate: JsonObject | undefined): {
  readonly rows: readonly TokenRow[];
  readonly count: number;
} {
  const { chosenCandidates, topCandidates } = at(candidate?.logprobsResult);
  const chosen = items(chosenCandidates);
  const tops = items(topCandidates);
  const rows = chosen.slice(0, MOST).map((item, index): TokenRow => {
    const row = likely(item);
    const others = items(at(tops[index]).candidates)
      .slice(0, MOST_OTHERS + 1)
      .map(likely)
      .filter(({ token }) => token !== row.token);
    return { ...row, others: others.slice(0, MOST_OTHERS) };
  });
  return { rows, count: chosen.length };
}

function likely(item: unknown): Likely {
  const { token, logProbability } = at(item);
  return {
    token: typeof token === 'string' ? token : '',
    probability: Math.exp(typeof logProbability === 'number' ? logProbability : -Infinity),
  };
}

function at(value: unknown): { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
