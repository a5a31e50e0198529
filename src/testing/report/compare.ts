import type { ReportCell, ReportRun, ReportSums, ReportVerdict } from './reportRun';

/** What became of a case since another run; `added` where that did not have it. */
export type Change = 'worse' | 'better' | 'other' | 'added' | 'same';

/** What of a run is looked at. */
export const FILTERS = ['fail', 'flaky', 'notMeasured', 'pass', 'changed'] as const;
export type Filter = (typeof FILTERS)[number];

/** What came of a case with one variant, and what had come of it before. */
export interface ComparedCell {
  readonly now: ReportCell;
  readonly before: ReportCell | undefined;
  /** Absent where nothing is compared. */
  readonly change: Change | undefined;
}

/** A case with what came of each of its variants. */
export interface ReportRow {
  readonly id: string;
  readonly name: string;
  readonly file: string;
  readonly tags: string;
  readonly cells: ReadonlyMap<string, ComparedCell>;
  /** The one of its variants that matters most. */
  readonly change: Change | undefined;
}

/** The most urgent first. */
const CHANGES: readonly Change[] = ['worse', 'better', 'other', 'added', 'same'];

/** Place of a change among all, the most urgent first. */
export function changeOrder(change: Change | undefined): number {
  return change === undefined ? CHANGES.length : CHANGES.indexOf(change);
}

/** The variants of a run, in the order in which they came. */
export function variantsOf({ cells }: Pick<ReportRun, 'cells'>): readonly string[] {
  return [...new Set(cells.map(({ variant }) => variant))];
}

/** The cases of a run, each with its variants, and what has changed since another run. */
export function reportRows(run: ReportRun, before: ReportRun | undefined): readonly ReportRow[] {
  const earlier = before && earlierCells(run, before);
  const rows = Map.groupBy(run.cells, ({ row }) => row);
  return [...rows].flatMap(([id, cells]): readonly ReportRow[] => {
    const [first] = cells;
    if (!first) return [];
    const { name, file, tags } = first;
    const compared = cells.map((now) => comparedCell(now, earlier));
    return [
      {
        ...{ id, name, file, tags },
        cells: new Map(compared.map((one) => [one.now.variant, one])),
        change: earlier && compared.map(({ change }) => change).sort(byUrgency)[0],
      },
    ];
  });
}

function byUrgency(one: Change | undefined, other: Change | undefined): number {
  return changeOrder(one) - changeOrder(other);
}

type Earlier = (now: ReportCell) => ReportCell | undefined;

/** Finds what a case had before: with the same variant, or with another one where each run has but one. */
function earlierCells(run: ReportRun, before: ReportRun): Earlier {
  const byId = new Map(before.cells.map((cell) => [cell.id, cell]));
  if (variantsOf(run).length > 1 || variantsOf(before).length > 1) return ({ id }) => byId.get(id);
  const byRow = new Map(before.cells.map((cell) => [cell.row, cell]));
  return ({ id, row }) => byId.get(id) ?? byRow.get(row);
}

function comparedCell(now: ReportCell, earlier: Earlier | undefined): ComparedCell {
  const before = earlier?.(now);
  return { now, before, change: earlier && changeOf(now, before) };
}

/** From a failure to a pass is better, and so is a larger share of answers that pass. */
export function changeOf(now: ReportCell, before: ReportCell | undefined): Change {
  if (!before) return 'added';
  if (now.verdict === 'notMeasured' || before.verdict === 'notMeasured') {
    return now.verdict === before.verdict ? 'same' : 'other';
  }
  if (now.verdict !== before.verdict) return now.verdict === 'pass' ? 'better' : 'worse';
  const gained = shareOf(now) - shareOf(before);
  if (Math.abs(gained) < 1e-9) return 'same';
  return gained > 0 ? 'better' : 'worse';
}

function shareOf({ passed, count }: ReportCell): number {
  return count === 0 ? 0 : passed / count;
}

/** Whether a case is among those that a filter shows: one of its variants is enough. */
export function isAmong({ cells, change }: ReportRow, filter: Filter): boolean {
  if (filter === 'changed') return change !== undefined && change !== 'same';
  return [...cells.values()].some(({ now }) =>
    filter === 'flaky' ? now.isFlaky : now.verdict === filter,
  );
}

/** The cases that any of the filters shows; all of them where there is none. */
export function filteredRows(
  rows: readonly ReportRow[],
  filters: ReadonlySet<Filter>,
): readonly ReportRow[] {
  if (filters.size === 0) return rows;
  return rows.filter((row) => [...filters].some((filter) => isAmong(row, filter)));
}

/** How many cases each of the filters would show. */
export function filterCounts(rows: readonly ReportRow[]): { readonly [F in Filter]: number } {
  const count = (filter: Filter): number => rows.filter((row) => isAmong(row, filter)).length;
  return {
    ...{ fail: count('fail'), flaky: count('flaky'), notMeasured: count('notMeasured') },
    ...{ pass: count('pass'), changed: count('changed') },
  };
}

/** A run in numbers; each case counts once with each of its variants. */
export interface ReportTotals extends ReportSums {
  readonly all: number;
  readonly verdicts: { readonly [V in ReportVerdict]: number };
  readonly flaky: number;
  /** Mean of the cases that have one. */
  readonly score?: number;
}

/** Adds a run up. What it took is what was told at its end, or what its answers took so far. */
export function totalsOf({ cells, sums }: ReportRun): ReportTotals {
  const count = (verdict: ReportVerdict): number =>
    cells.filter((cell) => cell.verdict === verdict).length;
  const scores = cells.flatMap(({ score }) => (score === undefined ? [] : [score]));
  const tokens = sums.tokens ?? sumOf(cells, 'tokens');
  const price = sums.price ?? sumOf(cells, 'price');
  return {
    ...sums,
    all: cells.length,
    verdicts: { pass: count('pass'), fail: count('fail'), notMeasured: count('notMeasured') },
    flaky: cells.filter(({ isFlaky }) => isFlaky).length,
    ...(scores.length > 0 && { score: sum(scores) / scores.length }),
    ...(tokens !== undefined && { tokens }),
    ...(price !== undefined && { price }),
  };
}

/** Undefined where none of them is known. */
function sumOf(cells: readonly ReportCell[], field: 'tokens' | 'price'): number | undefined {
  const values = cells.flatMap((cell) => {
    const value = cell[field];
    return value === undefined ? [] : [value * cell.count];
  });
  return values.length === 0 ? undefined : sum(values);
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

/** Cases of another run that this one does not have. */
export function goneCount(run: ReportRun, before: ReportRun): number {
  const there = new Set(run.cells.map(({ row }) => row));
  return new Set(before.cells.flatMap(({ row }) => (there.has(row) ? [] : [row]))).size;
}
