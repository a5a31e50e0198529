/** A run as a row. Texts are for display. */
export interface RunRow {
  readonly id: number;
  readonly app: string;
  readonly time: string;
  readonly words: string;
  readonly models: string;
  readonly turns: number;
  readonly errors: number;
  readonly tokens: number;
  /** In US dollars. Undefined if unknown or free. */
  readonly price?: number;
  /** Number of responses of the API without a known price. */
  readonly unpriced: number;
  readonly findings: number;
  readonly isRunning: boolean;
  /** The function call of another run during which the run took place. */
  readonly during?: string;
}

export type TurnState = 'good' | 'bad' | 'warning' | 'running' | 'left';

export interface TurnRow {
  readonly id: number;
  /** 1-based number of the step. */
  readonly step: number;
  /** 1-based number of the attempt, and the number of attempts of the step. */
  readonly attempt: number;
  readonly attempts: number;
  readonly state: TurnState;
  readonly result: string;
  readonly asked: string;
  readonly said: string;
  /** Time since the run’s start in ms, with long pauses shortened. */
  readonly start: number;
  /** Times since the request in ms. */
  readonly first: number;
  readonly output: number;
  readonly duration: number;
  readonly input?: number;
  readonly cached?: number;
  readonly thoughts?: number;
  readonly out?: number;
  readonly price?: number;
  readonly source: string;
  readonly findings: number;
}

export interface FindingView {
  readonly id: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly title: string;
  readonly text: string;
  /** Request with the evidence. */
  readonly turn: number;
  readonly remedies: readonly { readonly id: RemedyName; readonly label: string }[];
}

export interface RunView {
  readonly id: number;
  /** Total of the waterfall in ms. */
  readonly span: number;
  readonly turns: readonly TurnRow[];
  readonly findings: readonly FindingView[];
}

export interface TurnView {
  readonly id: number;
  readonly title: string;
  /** Why the request belongs to the run. */
  readonly why: string;
  readonly changes: readonly string[];
  readonly hasBefore: boolean;
  readonly request: readonly string[];
  readonly response: readonly string[];
}

export type RemedyName = 'compare' | 'openOther' | 'bisect';
