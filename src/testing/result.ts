import type { JsonObject } from '../base/json';
import type { CasePlace, PromptCase } from './case';
import type { Check, CheckType } from './checks';
import type { CheckVerdict, Measured } from './checks/row';

export type { CheckVerdict, Measured, TextRange } from './checks/row';

/** What a case is tried with, as one of a matrix. */
export interface Variant {
  /** Resource name. */
  readonly model: string;
  /** Name of the settings in the matrix. */
  readonly settings?: string;
  /** Name of the prompt file, where it is another version. */
  readonly prompt?: string;
}

/** A check, and what came of it. */
export interface CheckResult extends Measured {
  readonly type: CheckType;
  readonly check: Check;
}

/** Tokens as the service counts them, and US dollars by published prices; absent where not known. */
export interface Spent {
  readonly tokens?: number;
  readonly price?: number;
}

/** One request for an answer to a case, and what came of it. */
export interface AttemptResult extends Spent {
  /** Counted from 0. */
  readonly repeat: number;
  readonly verdict: CheckVerdict;
  readonly checks: readonly CheckResult[];
  /** What was sent; the id of its operation and its body. Absent where nothing was. */
  readonly operation?: string;
  readonly version?: string;
  readonly request?: JsonObject;
  /** The words of the answer, thoughts aside. */
  readonly text: string;
  /** Its parts as they came. */
  readonly parts: readonly JsonObject[];
  /** The answer as the service gave it, without the contents of its candidates. */
  readonly answer?: JsonObject;
  readonly calls?: readonly JsonObject[];
  readonly finishReason?: string;
  readonly blockReason?: string;
  readonly usage?: JsonObject;
  /** Milliseconds. */
  readonly firstTokenMs?: number;
  readonly durationMs: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Why nothing could be measured; a sentence. */
  readonly problem?: string;
  /** What is not as it has to be, where no check says it: that of a question of retrieval. */
  readonly unmet?: Pick<Measured, 'message' | 'expected' | 'actual'>;
  readonly figures?: SearchFigures;
}

/** How good a search was. */
export interface SearchFigures {
  /** By names such as `recall@5`; from 0 to 1 each. */
  readonly values: { readonly [figure: string]: number };
  /** Of what an answer cites alone: they are called *cited recall* and so on. */
  readonly isCited: boolean;
}

/** Repeats whose answers are alike. */
export interface AnswerGroup {
  readonly repeats: readonly number[];
  readonly verdict: CheckVerdict;
  /** Where its text begins to differ from that of the first group; absent in that one. */
  readonly differsAt?: number;
}

export interface CaseResult extends Spent {
  /** Of the case with its variant, in its file. */
  readonly id: string;
  readonly place: CasePlace;
  /** Address of the prompt file. */
  readonly prompt: string;
  readonly name: string;
  readonly tags: readonly string[];
  readonly variant: Variant;
  readonly case: PromptCase;
  readonly verdict: CheckVerdict;
  /** Some of its repeats passed and some failed. */
  readonly isFlaky: boolean;
  readonly passed: number;
  readonly failed: number;
  readonly notMeasured: number;
  readonly passAt: number;
  readonly attempts: readonly AttemptResult[];
  /** The most frequent first. */
  readonly groups: readonly AnswerGroup[];
}

/** All of a run, in numbers. */
export interface RunTotals extends Spent {
  readonly passed: number;
  readonly failed: number;
  readonly notMeasured: number;
  readonly flaky: number;
  /** Requests for answers, without those of judges and for vectors. */
  readonly attempts: number;
  readonly durationMs: number;
}

/** The means of a file of retrieval questions. */
export interface FileMeans {
  readonly uri: string;
  readonly totals: SearchMeans;
}

export interface SearchMeans extends Pick<SearchFigures, 'isCited'> {
  readonly variants: readonly VariantMeans[];
}

/** All questions with one of the settings, and the means of those that were measured. */
export interface VariantMeans extends Pick<RunTotals, 'passed' | 'failed' | 'notMeasured'> {
  /** Name of the settings. */
  readonly variant: string;
  readonly figures: SearchFigures['values'];
}

/** A run as it is kept for the report. */
export interface RunResult {
  readonly format: 1;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly totals: RunTotals;
  readonly cases: readonly CaseResult[];
  /** Of files of retrieval questions, where there are any. */
  readonly means?: readonly FileMeans[];
  /** What could not be read, one line each. */
  readonly problems: readonly string[];
  /** It was cancelled, or its budget was used up. */
  readonly endedEarly?: 'cancelled' | 'budget';
}

/** What a run tells, as it comes. */
export type RunEvent =
  | { readonly kind: 'started'; readonly id: string }
  | { readonly kind: 'attempt'; readonly id: string; readonly attempt: AttemptResult }
  | { readonly kind: 'case'; readonly result: CaseResult }
  | {
      readonly kind: 'ended';
      readonly totals: RunTotals;
      readonly endedEarly?: 'cancelled' | 'budget';
    };

/** The verdict of repeats, by the share that has to pass; undecided where what was not measured would decide. */
export function caseVerdict(
  { passed, failed, notMeasured }: Pick<RunTotals, 'passed' | 'failed' | 'notMeasured'>,
  passAt: number,
): CheckVerdict {
  const all = passed + failed + notMeasured;
  // A share such as 0.1 has no exact value.
  const needed = passAt * all - 1e-9;
  if (passed >= needed) return 'pass';
  return passed + notMeasured < needed ? 'fail' : 'notMeasured';
}
