import { throwIfAborted } from '../../base/async';
import type { L10n } from '../../platform/l10n';
import { checkedRows, type ImportPlan } from './checkedRows';
import { LONG_TEXT } from './chunkLimits';
import type { ChunkRow } from './chunkRow';
import { chunkText } from './mapping';

// Rows that are checked before anything is sent; those after them are when their turn comes.
const MOST_ROWS = 100_000;
const MOST_PROBLEMS = 1000;
const SAMPLE = 3;

/** A row that can't become a chunk, and why. */
export interface BadRow {
  readonly row: ChunkRow;
  readonly problem: string;
}

/** What a look through a source found. */
export interface SourceCheck {
  /** The first few that are fine. */
  readonly sample: readonly ChunkRow[];
  readonly good: number;
  readonly bad: number;
  /** The first of the bad ones. */
  readonly problems: readonly BadRow[];
  /** Of the good ones, those that probably have too many tokens. */
  readonly long: number;
  /** Of the good ones, those that have what stands for characters that could not be read. */
  readonly odd: number;
  /** There are more rows, which were not looked at. */
  readonly hasMore: boolean;
}

/** Looks through a source as it would be read, without sending anything. */
export async function checkSource(
  plan: ImportPlan,
  l10n: L10n,
  signal: AbortSignal,
): Promise<SourceCheck> {
  const sample: ChunkRow[] = [];
  const problems: BadRow[] = [];
  let good = 0;
  let bad = 0;
  let long = 0;
  let odd = 0;
  for await (const { row, problem } of checkedRows(plan, l10n, signal)) {
    throwIfAborted(signal);
    if (good + bad === MOST_ROWS) return { sample, good, bad, problems, long, odd, hasMore: true };
    if (problem !== undefined) {
      bad += 1;
      if (problems.length < MOST_PROBLEMS) problems.push({ row, problem });
      continue;
    }
    good += 1;
    if (sample.length < SAMPLE) sample.push(row);
    if (chunkText(row).length > LONG_TEXT) long += 1;
    if (chunkText(row).includes('\ufffd')) odd += 1;
  }
  return { sample, good, bad, problems, long, odd, hasMore: false };
}
