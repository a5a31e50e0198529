import type { CasePlace } from '../case';
import type { CheckVerdict } from '../checks/row';
import type { SearchMeans, VariantMeans } from '../result';
import type { Figure, Figures } from './metrics';
import type { Expectation, Found } from './rank';
import type { Floors } from './retrievalFile';

/** A figure that is less than it has to be. */
export interface Shortfall {
  readonly figure: Figure;
  /** Absent where it was not measured. */
  readonly value?: number;
  readonly least: number;
}

/** What was expected, and at which place it was found, from 1. */
export interface ExpectationResult {
  readonly expected: Expectation;
  readonly rank?: number;
}

/** A question with one of the settings, and what came of it. */
export interface QuestionResult {
  /** Stays the same from run to run as long as file, name and settings do. */
  readonly id: string;
  readonly place: CasePlace;
  readonly name: string;
  readonly question: string;
  readonly tags: readonly string[];
  /** Name of the settings. */
  readonly variant: string;
  readonly verdict: CheckVerdict;
  /** None where it could not be measured. */
  readonly figures: Figures;
  readonly shortfalls: readonly Shortfall[];
  readonly expectations: readonly ExpectationResult[];
  readonly found: readonly Found[];
  readonly tokens?: number;
  readonly durationMs: number;
  /** Why nothing could be measured; a sentence. */
  readonly problem?: string;
}

/** All questions with one of the settings. */
export interface VariantResult extends VariantMeans {
  /** By what the means have to be at least; a pass where that is nothing. */
  readonly verdict: CheckVerdict;
  readonly shortfalls: readonly Shortfall[];
  readonly tokens: number;
}

export interface RetrievalTotals extends SearchMeans {
  readonly variants: readonly VariantResult[];
  readonly endedEarly?: 'cancelled';
}

/** What a run tells, as it comes. */
export type RetrievalEvent =
  | { readonly kind: 'started'; readonly id: string }
  | { readonly kind: 'question'; readonly result: QuestionResult }
  | { readonly kind: 'ended'; readonly totals: RetrievalTotals };

/** The figures that are less than they have to be. */
export function shortfallsOf(figures: Figures, floors: Floors): readonly Shortfall[] {
  return Object.entries(floors).flatMap(([figure, least]) => {
    const value = figures[figure];
    // A share such as 1/3 has no exact value.
    if (value !== undefined && value >= least - 1e-9) return [];
    return [{ figure, least, ...(value !== undefined && { value }) }];
  });
}

/** A figure as people read it, such as `recall@5`, or `cited recall@5` where only what is cited was seen. */
export function figureName(figure: Figure, isCited: boolean): string {
  const name = figure.replace('ndcg', 'nDCG').replace('mrr', 'MRR');
  return isCited ? `cited ${name}` : name;
}
