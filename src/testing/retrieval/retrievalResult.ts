import type { CasePlace } from '../case';
import type { CheckVerdict } from '../checks/row';
import type { SearchMeans, VariantMeans } from '../result';
import type { Figure, Figures } from './metrics';
import type { Expectation, SearchHit } from './rank';
import type { Floors } from './retrievalFile';

export interface Shortfall {
  readonly figure: Figure;
  /** Undefined if not measured. */
  readonly value?: number;
  readonly least: number;
}

export interface ExpectationResult {
  readonly expected: Expectation;
  readonly rank?: number;
}

export interface QuestionResult {
  /** Stable if file, name, and settings are the same. */
  readonly id: string;
  readonly place: CasePlace;
  readonly name: string;
  readonly question: string;
  readonly tags: readonly string[];
  readonly variant: string;
  readonly verdict: CheckVerdict;
  /** Empty if errored. */
  readonly figures: Figures;
  readonly shortfalls: readonly Shortfall[];
  readonly expectations: readonly ExpectationResult[];
  readonly found: readonly SearchHit[];
  readonly tokens?: number;
  readonly durationMs: number;
  readonly problem?: string;
}

export interface VariantResult extends VariantMeans {
  readonly verdict: CheckVerdict;
  readonly shortfalls: readonly Shortfall[];
  readonly tokens: number;
}

export interface RetrievalTotals extends SearchMeans {
  readonly variants: readonly VariantResult[];
  readonly endedEarly?: 'cancelled';
}

export type RetrievalEvent =
  | { readonly kind: 'started'; readonly id: string }
  | { readonly kind: 'question'; readonly result: QuestionResult }
  | { readonly kind: 'ended'; readonly totals: RetrievalTotals };

export function shortfallsOf(figures: Figures, floors: Floors): readonly Shortfall[] {
  return Object.entries(floors).flatMap(([figure, least]) => {
    const value = figures[figure];
    // Tolerates rounding of shares such as 1/3.
    if (value !== undefined && value >= least - 1e-9) return [];
    return [{ figure, least, ...(value !== undefined && { value }) }];
  });
}

/** Returns a metric's display name, such as `recall@5`, or `cited recall@5` if only citations were visible. */
export function figureName(figure: Figure, isCited: boolean): string {
  const name = figure.replace('ndcg', 'nDCG').replace('mrr', 'MRR');
  return isCited ? `cited ${name}` : name;
}
