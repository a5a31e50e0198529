import type { ReportCell, ReportRun, ReportSums, ReportVerdict } from './reportRun';

/** Change of a test case since another run. `added` if missing there. */
export type Change = 'worse' | 'better' | 'other' | 'added' | 'same';

export const FILTERS = ['fail', 'flaky', 'notMeasured', 'inconclusive', 'pass', 'changed'] as const;
export type Filter = (typeof FILTERS)[number];

export interface ComparedCell {
  readonly now: ReportCell;
  readonly before: ReportCell | undefined;
  /** Undefined without comparison. */
  readonly change: Change | undefined;
}

export interface ReportRow {
  readonly id: string;
  readonly name: string;
  readonly file: string;
  readonly tags: string;
  readonly cells: ReadonlyMap<string, ComparedCell>;
  readonly change: Change | undefined;
}

/** Most important first. */
const CHANGES: readonly Change[] = ['worse', 'better', 'other', 'added', 'same'];

export function changeOrder(change: Change | undefined): number {
  return change === undefined ? CHANGES.length : CHANGES.indexOf(change);
}

export function variantsOf({ cells }: Pick<ReportRun, 'cells'>): readonly string[] {
  const found = new Set<string>();
  for (const { variant } of cells) found.add(variant);
  return [...found];
}

/**
 * Rows of a running test run. Unchanged rows keep their identity across updates, so that derived values can be cached.
 */
export class KeptRows {
  #rows: ReadonlyMap<string, KeptRow> = new Map();
  #before: ReportRun | undefined;
  #areSingle = false;
  #earlier: Earlier | undefined;

  /** Returns the test cases of a run with variants and changes since another run. */
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

/** Returns the most important change. Ignores variants that either run lacks. */
function changeOfRow(cells: readonly ComparedCell[]): Change | undefined {
  const shared = cells.filter(({ before }) => before !== undefined);
  return (shared.length > 0 ? shared : cells).map(({ change }) => change).sort(byUrgency)[0];
}

type Earlier = (now: ReportCell) => ReportCell | undefined;

/**
 * Finds earlier results by variant, or regardless of the variant if both runs have only one, since runs that
 * compare models use different IDs.
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

/**
 * Returns the change between two results: `better` if a failed test now passes or the pass rate is higher.
 */
export function changeOf(now: ReportCell, before: ReportCell | undefined): Change {
  if (!before) return 'added';
  if (!isDecided(now) || !isDecided(before)) {
    return now.verdict === before.verdict ? 'same' : 'other';
  }
  if (now.verdict !== before.verdict) return now.verdict === 'pass' ? 'better' : 'worse';
  const gained = shareOf(now) - shareOf(before);
  if (Math.abs(gained) < 1e-9) return 'same';
  return gained > 0 ? 'better' : 'worse';
}

function isDecided({ verdict }: ReportCell): boolean {
  return verdict === 'pass' || verdict === 'fail';
}

function shareOf({ passed, count }: ReportCell): number {
  return count === 0 ? 0 : passed / count;
}

function isAmong({ cells, change }: ReportRow, filter: Filter): boolean {
  if (filter === 'changed') return change !== undefined && change !== 'same';
  // Avoids allocations, since this runs for all rows on each update.
  for (const { now } of cells.values()) {
    if (filter === 'flaky' ? now.isFlaky : now.verdict === filter) return true;
  }
  return false;
}

export function filteredRows(
  rows: readonly ReportRow[],
  filters: ReadonlySet<Filter>,
): readonly ReportRow[] {
  if (filters.size === 0) return rows;
  const wanted = [...filters];
  return rows.filter((row) => wanted.some((filter) => isAmong(row, filter)));
}

export function failuresFirst(rows: readonly ReportRow[]): readonly ReportRow[] {
  const {
    fail = [],
    notMeasured = [],
    inconclusive = [],
    pass = [],
  } = Object.groupBy(
    rows,
    (row) =>
      (['fail', 'notMeasured', 'inconclusive'] as const).find((one) => isAmong(row, one)) ?? 'pass',
  );
  return [...fail, ...notMeasured, ...inconclusive, ...pass];
}

export function filterCounts(rows: readonly ReportRow[]): { readonly [F in Filter]: number } {
  const counts = { fail: 0, flaky: 0, notMeasured: 0, inconclusive: 0, pass: 0, changed: 0 };
  for (const row of rows) {
    for (const filter of FILTERS) if (isAmong(row, filter)) counts[filter]++;
  }
  return counts;
}

/** Totals of a run. Each variant of a test case counts. */
export interface ReportTotals extends ReportSums {
  readonly all: number;
  readonly verdicts: { readonly [V in ReportVerdict]: number };
  readonly flaky: number;
  /** Mean of all known scores. */
  readonly score?: number;
}

/** Returns totals. Usage is as reported at the end, or the sum so far. */
export function totalsOf({ cells, sums }: ReportRun): ReportTotals {
  const verdicts = { pass: 0, fail: 0, notMeasured: 0, inconclusive: 0 };
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

/** Restricts two runs to their common variants, unless those are equal or none is common. */
export function sharedRuns(run: ReportRun, before: ReportRun): readonly [ReportRun, ReportRun] {
  const own = variantsOf(run);
  const earlier = variantsOf(before);
  const shared = new Set(own.filter((variant) => earlier.includes(variant)));
  if (shared.size === 0 || (shared.size === own.length && shared.size === earlier.length)) {
    return [run, before];
  }
  // Totals of the complete run don't apply to a part.
  const part = (one: ReportRun): ReportRun => ({
    ...one,
    sums: {},
    cells: one.cells.filter(({ variant }) => shared.has(variant)),
  });
  return [part(run), part(before)];
}

class Sum {
  #sum = 0;
  #count = 0;

  add(value: number | undefined, times = 1): void {
    if (value === undefined) return;
    this.#sum += value * times;
    this.#count++;
  }

  /** Undefined if all are unknown. */
  get total(): number | undefined {
    return this.#count === 0 ? undefined : this.#sum;
  }

  get mean(): number | undefined {
    return this.#count === 0 ? undefined : this.#sum / this.#count;
  }
}

export function goneCount(run: ReportRun, before: ReportRun): number {
  const there = new Set(run.cells.map(({ row }) => row));
  return new Set(before.cells.flatMap(({ row }) => (there.has(row) ? [] : [row]))).size;
}
