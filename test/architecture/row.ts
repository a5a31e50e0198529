import type { Rule, Source } from './source';

/** A file that keeps a rule, or breaks it: its path and its text. */
export type Sample = readonly [path: string, text: string];

/** A rule, the files that keep it, and samples that show what it finds. */
export interface Row {
  readonly title: string;
  readonly rule: Rule;
  readonly files: readonly Source[];
  /** Each is found once. */
  readonly bad: readonly Sample[];
  readonly good: readonly Sample[];
}
