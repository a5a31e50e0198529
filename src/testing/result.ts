import type { JsonObject } from '../base/json';
import type { CasePlace, PromptCase } from './case';
import type { Check, CheckType } from './checks';
import type { CheckVerdict, Measurement } from './checks/row';

export type { CheckVerdict, Measurement, TextRange } from './checks/row';

export interface Variant {
  readonly model: string;
  readonly settings?: string;
  readonly prompt?: string;
}

export interface CheckResult extends Measurement {
  readonly type: CheckType;
  readonly check: Check;
}

/** Tokens reported by the API, and estimated US dollars. Undefined if unknown. */
export interface Spent {
  readonly tokens?: number;
  readonly price?: number;
}

export interface AttemptResult extends Spent {
  /** Zero-based. */
  readonly repeat: number;
  readonly verdict: CheckVerdict;
  readonly checks: readonly CheckResult[];
  /** API method of the request. Undefined if nothing was sent. */
  readonly operation?: string;
  readonly version?: string;
  readonly request?: JsonObject;
  readonly text: string;
  readonly parts: readonly JsonObject[];
  /** The response without candidate contents. */
  readonly answer?: JsonObject;
  readonly calls?: readonly JsonObject[];
  readonly finishReason?: string;
  readonly blockReason?: string;
  readonly usage?: JsonObject;
  /** In ms. */
  readonly firstTokenMs?: number;
  readonly durationMs: number;
  /** In ms since 1970. */
  readonly startedAt: number;
  readonly problem?: string;
  /** Failure of a retrieval test, which has no assertion. */
  readonly unmet?: Pick<Measurement, 'message' | 'expected' | 'actual'>;
  readonly figures?: SearchFigures;
}

export interface SearchFigures {
  /** From 0 to 1, by names such as `recall@5`. */
  readonly values: { readonly [figure: string]: number };
  /** Whether only citations were visible, hence names such as *cited recall*. */
  readonly isCited: boolean;
}

export interface AnswerGroup {
  readonly repeats: readonly number[];
  readonly verdict: CheckVerdict;
  /** Index of the first difference from the first group's text. Undefined in the first group. */
  readonly differsAt?: number;
}

export interface CaseResult extends Spent {
  readonly id: string;
  readonly place: CasePlace;
  readonly prompt: string;
  readonly name: string;
  readonly tags: readonly string[];
  readonly variant: Variant;
  readonly case: PromptCase;
  readonly verdict: CheckVerdict;
  readonly isFlaky: boolean;
  readonly passed: number;
  readonly failed: number;
  readonly notMeasured: number;
  readonly inconclusive?: number;
  readonly passAt: number;
  readonly attempts: readonly AttemptResult[];
  readonly groups: readonly AnswerGroup[];
}

export interface RunTotals extends Spent {
  readonly passed: number;
  readonly failed: number;
  readonly notMeasured: number;
  readonly inconclusive?: number;
  readonly flaky: number;
  readonly attempts: number;
  readonly durationMs: number;
}

export interface FileMeans {
  readonly uri: string;
  readonly totals: SearchMeans;
}

export interface SearchMeans extends Pick<SearchFigures, 'isCited'> {
  readonly variants: readonly VariantMeans[];
}

export interface VariantMeans extends Pick<RunTotals, 'passed' | 'failed' | 'notMeasured'> {
  readonly variant: string;
  readonly figures: SearchFigures['values'];
}

export interface RunResult {
  readonly format: 1;
  /** In ms since 1970. */
  readonly startedAt: number;
  readonly totals: RunTotals;
  readonly cases: readonly CaseResult[];
  readonly means?: readonly FileMeans[];
  readonly problems: readonly string[];
  /** Set if the run was canceled or exceeded its budget. */
  readonly endedEarly?: 'cancelled' | 'budget';
}

export type RunEvent =
  | { readonly kind: 'started'; readonly id: string }
  | { readonly kind: 'attempt'; readonly id: string; readonly attempt: AttemptResult }
  | { readonly kind: 'case'; readonly result: CaseResult }
  | {
      readonly kind: 'ended';
      readonly totals: RunTotals;
      readonly endedEarly?: 'cancelled' | 'budget';
    };

/**
 * Returns the verdict by the required share of passed repeats. Errored or inconclusive if such repeats could
 * change the verdict.
 */
export function caseVerdict(
  {
    passed,
    failed,
    notMeasured,
    inconclusive = 0,
  }: Pick<RunTotals, 'passed' | 'failed' | 'notMeasured' | 'inconclusive'>,
  passAt: number,
): CheckVerdict {
  const all = passed + failed + notMeasured + inconclusive;
  // Tolerates rounding of shares such as 0.1.
  const needed = passAt * all - 1e-9;
  if (passed >= needed) return 'pass';
  if (passed + notMeasured + inconclusive < needed) return 'fail';
  return notMeasured > 0 ? 'notMeasured' : 'inconclusive';
}
