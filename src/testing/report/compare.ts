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
  const found = new Set<string>();
  for (const { variant } of cells) found.add(variant);
  return [...found];
}

/** The cases of a run, each with its variants, and what has changed since another run. */
export function reportRows(run: ReportRun, before: ReportRun | undefined): readonly ReportRow[] {
  return new KeptRows().of(run, before);
}

/**
 * The cases of a run that grows. Ten thousand of them come with each batch of results: those of which nothing has changed
 * stay the objects that they were, so that what was made of them can be kept too.
 */
export class KeptRows {
  #rows: ReadonlyMap<string, KeptRow> = new Map();
  #before: ReportRun | undefined;
  #areSingle = false;
  #earlier: Earlier | undefined;

  of(run: ReportRun, before: ReportRun | undefined): readonly ReportRow[] {
    const areSingle = before !== undefined && [run, before].every(isSingle);
    if (before !== this.#before || areSingle !== this.#areSingle) {
      this.#rows = new Map();
      this.#earlier = before && earlierCells(before, areSingle);
      [this.#before, this.#areSingle] = [before, areSingle];
    }
    const next = new Map<string, KeptRow>();
    for (const [id, cells] of Map.groupBy(run.cells, ({ row }) => row)) {
      const known = this.#rows.get(id);
      next.set(id, known && isSameList(known.cells, cells) ? known : this.#made(id, cells));
    }
    this.#rows = next;
    return [...next.values()].map(({ row }) => row);
  }

  #made(id: string, cells: readonly ReportCell[]): KeptRow {
    const { name = '', file = '', tags = '' } = cells[0] ?? {};
    const earlier = this.#earlier;
    const compared = cells.map((now) => comparedCell(now, earlier));
    const row = {
      id,
      name,
      file,
      tags,
      cells: new Map(compared.map((one) => [one.now.variant, one])),
      change: earlier && changeOfRow(compared),
    };
    return { cells, row };
  }
}

interface KeptRow {
  /** What it was made of. */
  readonly cells: readonly ReportCell[];
  readonly row: ReportRow;
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, at) => value === other[at]);
}

function isSingle(run: ReportRun): boolean {
  return variantsOf(run).length <= 1;
}

function byUrgency(one: Change | undefined, other: Change | undefined): number {
  return changeOrder(one) - changeOrder(other);
}

/** The most urgent of what both runs have: a variant that only one of them has is no news of the case. */
function changeOfRow(cells: readonly ComparedCell[]): Change | undefined {
  const shared = cells.filter(({ before }) => before !== undefined);
  return (shared.length > 0 ? shared : cells).map(({ change }) => change).sort(byUrgency)[0];
}

type Earlier = (now: ReportCell) => ReportCell | undefined;

/**
 * Finds what a case had before: with the same variant, or with another one where each run has but one. Runs that compare models
 * have ids of their own.
 */
function earlierCells(before: ReportRun, areSingle: boolean): Earlier {
  const variantOf = ({ row, variant }: ReportCell): string => JSON.stringify([row, variant]);
  const byId = new Map(before.cells.map((cell) => [cell.id, cell]));
  const byVariant = new Map(before.cells.map((cell) => [variantOf(cell), cell]));
  const byRow = new Map(areSingle ? before.cells.map((cell) => [cell.row, cell]) : []);
  return (now) => byId.get(now.id) ?? byVariant.get(variantOf(now)) ?? byRow.get(now.row);
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
  // Without a list of its own: this is asked of every row with each batch.
  for (const { now } of cells.values()) {
    if (filter === 'flaky' ? now.isFlaky : now.verdict === filter) return true;
  }
  return false;
}

/** The cases that any of the filters shows; all of them where there is none. */
export function filteredRows(
  rows: readonly ReportRow[],
  filters: ReadonlySet<Filter>,
): readonly ReportRow[] {
  if (filters.size === 0) return rows;
  const wanted = [...filters];
  return rows.filter((row) => wanted.some((filter) => isAmong(row, filter)));
}

/** The same cases, with those that failed first, then those that could not be measured. */
export function failuresFirst(rows: readonly ReportRow[]): readonly ReportRow[] {
  const {
    fail = [],
    notMeasured = [],
    pass = [],
  } = Object.groupBy(
    rows,
    (row) => (['fail', 'notMeasured'] as const).find((one) => isAmong(row, one)) ?? 'pass',
  );
  return [...fail, ...notMeasured, ...pass];
}

/** How many cases each of the filters would show. */
export function filterCounts(rows: readonly ReportRow[]): { readonly [F in Filter]: number } {
  const counts = { fail: 0, flaky: 0, notMeasured: 0, pass: 0, changed: 0 };
  for (const row of rows) {
    for (const filter of FILTERS) if (isAmong(row, filter)) counts[filter]++;
  }
  return counts;
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
  const verdicts = { pass: 0, fail: 0, notMeasured: 0 };
  const [scores, tokens, prices] = [new Sum(), new Sum(), new Sum()];
  let flaky = 0;
  for (const cell of cells) {
    verdicts[cell.verdict]++;
    if (cell.isFlaky) flaky++;
    scores.add(cell.score);
    tokens.add(cell.tokens, cell.count);
    prices.add(cell.price, cell.count);
  }
  const totals = {
    score: scores.mean,
    tokens: sums.tokens ?? tokens.total,
    price: sums.price ?? prices.total,
  };
  return {
    ...sums,
    all: cells.length,
    verdicts,
    flaky,
    ...Object.fromEntries(Object.entries(totals).filter(([, value]) => value !== undefined)),
  };
}

/** What of two runs is compared in numbers: the variants that both have, or all where they are the same or none is shared. */
export function sharedRuns(run: ReportRun, before: ReportRun): readonly [ReportRun, ReportRun] {
  const own = variantsOf(run);
  const earlier = variantsOf(before);
  const shared = new Set(own.filter((variant) => earlier.includes(variant)));
  if (shared.size === 0 || (shared.size === own.length && shared.size === earlier.length)) {
    return [run, before];
  }
  // What was told of a run as a whole is not that of a part.
  const part = (one: ReportRun): ReportRun => ({
    ...one,
    sums: {},
    cells: one.cells.filter(({ variant }) => shared.has(variant)),
  });
  return [part(run), part(before)];
}

/** Of values of which some are not known. */
class Sum {
  #sum = 0;
  #count = 0;

  add(value: number | undefined, times = 1): void {
    if (value === undefined) return;
    this.#sum += value * times;
    this.#count++;
  }

  /** Undefined where none of them is known. */
  get total(): number | undefined {
    return this.#count === 0 ? undefined : this.#sum;
  }

  get mean(): number | undefined {
    return this.#count === 0 ? undefined : this.#sum / this.#count;
  }
}

/** Cases of another run that this one does not have. */
export function goneCount(run: ReportRun, before: ReportRun): number {
  const there = new Set(run.cells.map(({ row }) => row));
  return new Set(before.cells.flatMap(({ row }) => (there.has(row) ? [] : [row]))).size;
}
