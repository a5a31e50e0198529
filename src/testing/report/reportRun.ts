/** What came of a case, or of one of its answers. */
export type ReportVerdict = 'pass' | 'fail' | 'notMeasured';

/** What came of a case with one variant, as the table and the pictures of a report have it. */
export interface ReportCell {
  /** Of the case with its variant. */
  readonly id: string;
  /** Of the case, whatever it is asked with. */
  readonly row: string;
  readonly name: string;
  /** Path of the file that the case stands in. */
  readonly file: string;
  readonly tags: string;
  /** Model, settings and version of the prompt. */
  readonly variant: string;
  readonly verdict: ReportVerdict;
  readonly isFlaky: boolean;
  /** Of so many answers, so many passed. */
  readonly passed: number;
  readonly count: number;
  // Of each: the mean of its answers; absent where it is not known.
  /** From judges, similarities and functions of the workspace. */
  readonly score?: number;
  readonly tokens?: number;
  /** US dollars. */
  readonly price?: number;
  /** Milliseconds. */
  readonly ms?: number;
}

/** What a run of all its answers is known to have taken. */
export interface ReportSums {
  readonly tokens?: number;
  readonly price?: number;
  /** Milliseconds from its beginning to its end. */
  readonly ms?: number;
}

/** What questions of retrieval came to, by their file and settings. */
export interface ReportMeans {
  readonly file: string;
  /** Empty where there is but one. */
  readonly variant: string;
  /** Every figure with its name. */
  readonly figures: string;
}

export type ReportState = 'running' | 'ended' | 'cancelled' | 'budget' | 'cutOff';

/** A run as it can be chosen. */
export interface ReportChoice {
  readonly id: string;
  /** When it was, and how it went, in the display language. */
  readonly label: string;
}

/** A run as its page shows it. */
export interface ReportRun {
  readonly id: string;
  /** When it was. */
  readonly time: string;
  readonly connection: string;
  readonly state: ReportState;
  readonly sums: ReportSums;
  /** Of retrieval, where any was asked. */
  readonly means: readonly ReportMeans[];
  readonly cells: readonly ReportCell[];
}

/** A piece of an answer; that which a check complains of is marked. */
export interface ReportPiece {
  readonly text: string;
  readonly isMarked: boolean;
}

export interface ReportCheck {
  readonly type: string;
  readonly verdict: ReportVerdict;
  readonly message: string;
  readonly expected?: string;
  readonly actual?: string;
}

/** Answers of a case that are alike, and what was said of them. */
export interface ReportAnswers {
  /** One of them, which links lead to; counted from 0. */
  readonly repeat: number;
  readonly count: number;
  readonly verdict: ReportVerdict;
  /** Why nothing could be measured. */
  readonly problem?: string;
  readonly pieces: readonly ReportPiece[];
  /** More of it is in the answer itself. */
  readonly isCut: boolean;
  readonly checks: readonly ReportCheck[];
  readonly tokens?: number;
  readonly price?: number;
  readonly ms: number;
  readonly firstMs?: number;
  readonly finishReason?: string;
  /** A request was sent. */
  readonly wasAsked: boolean;
  /** The exchange is kept in the view of the traffic. */
  readonly hasExchange: boolean;
}

/** All of a case with one variant. */
export interface ReportDetail {
  readonly id: string;
  readonly variant: string;
  readonly verdict: ReportVerdict;
  readonly isFlaky: boolean;
  readonly passed: number;
  readonly count: number;
  /** File and line. */
  readonly place: string;
  readonly answers: readonly ReportAnswers[];
}
