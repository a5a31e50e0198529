export type ReportVerdict = 'pass' | 'fail' | 'notMeasured' | 'inconclusive';

export interface ReportCell {
  readonly id: string;
  readonly row: string;
  readonly name: string;
  readonly file: string;
  readonly tags: string;
  readonly variant: string;
  readonly verdict: ReportVerdict;
  readonly isFlaky: boolean;
  /** Number of passed responses, and their total. */
  readonly passed: number;
  readonly count: number;
  // Means over the responses. Undefined if unknown.
  readonly score?: number;
  readonly tokens?: number;
  /** US dollars. */
  readonly price?: number;
  /** In ms. */
  readonly ms?: number;
}

export interface ReportSums {
  readonly tokens?: number;
  readonly price?: number;
  /** Elapsed time in ms. */
  readonly ms?: number;
}

export interface ReportMeans {
  readonly file: string;
  /** Empty if there is only one. */
  readonly variant: string;
  readonly figures: string;
}

export type ReportState = 'running' | 'ended' | 'cancelled' | 'budget' | 'cutOff';

export interface ReportChoice {
  readonly id: string;
  readonly label: string;
}

export interface ReportRun {
  readonly id: string;
  readonly time: string;
  readonly connection: string;
  readonly state: ReportState;
  readonly sums: ReportSums;
  readonly means: readonly ReportMeans[];
  readonly cells: readonly ReportCell[];
}

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

export interface ReportAnswers {
  /** Zero-based repeat of one response, to link to. */
  readonly repeat: number;
  readonly count: number;
  readonly verdict: ReportVerdict;
  readonly problem?: string;
  readonly pieces: readonly ReportPiece[];
  readonly isCut: boolean;
  readonly checks: readonly ReportCheck[];
  readonly tokens?: number;
  readonly price?: number;
  readonly ms: number;
  readonly firstMs?: number;
  readonly finishReason?: string;
  readonly wasAsked: boolean;
  readonly hasExchange: boolean;
}

export interface ReportDetail {
  readonly id: string;
  readonly variant: string;
  readonly verdict: ReportVerdict;
  readonly isFlaky: boolean;
  readonly passed: number;
  readonly count: number;
  readonly place: string;
  readonly answers: readonly ReportAnswers[];
}
