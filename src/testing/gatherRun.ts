import type { CaseProblem } from './case';
import type { PathOf } from './exports/junit';
import type { CaseResult, FileMeans, RunEvent, RunResult, RunTotals } from './result';

export const NO_TOTALS: RunTotals = {
  passed: 0,
  failed: 0,
  notMeasured: 0,
  flaky: 0,
  attempts: 0,
  durationMs: 0,
};

export class GatheredRun {
  readonly #startedAt: number;
  readonly #pathOf: PathOf;
  readonly #cases: CaseResult[] = [];
  readonly #order = new Map<string, number>();
  readonly #problems: string[] = [];
  readonly #means: FileMeans[] = [];
  #totals = NO_TOTALS;
  #endedEarly: RunResult['endedEarly'];

  /** @param startedAt in ms since 1970 */
  constructor(startedAt: number, pathOf: PathOf) {
    this.#startedAt = startedAt;
    this.#pathOf = pathOf;
  }

  add(event: RunEvent): void {
    if (event.kind === 'started') this.#order.set(event.id, this.#order.size);
    if (event.kind === 'case') this.#cases.push(event.result);
    if (event.kind !== 'ended') return;
    // Prompt and retrieval tests each end with totals.
    this.#totals = addedTotals(this.#totals, event.totals);
    this.#endedEarly ??= event.endedEarly;
  }

  addProblem({ uri, line, column, message }: CaseProblem): void {
    this.#problems.push(`${this.#pathOf(uri)}:${line}:${column}: ${message}`);
  }

  addMeans(means: FileMeans): void {
    this.#means.push(means);
  }

  #placeOf({ id }: CaseResult): number {
    return this.#order.get(id) ?? 0;
  }

  get result(): RunResult {
    return {
      format: 1,
      startedAt: this.#startedAt,
      totals: this.#totals,
      cases: this.#cases.toSorted((one, other) => this.#placeOf(one) - this.#placeOf(other)),
      problems: this.#problems,
      ...(this.#means.length > 0 && { means: this.#means }),
      ...(this.#endedEarly && { endedEarly: this.#endedEarly }),
    };
  }
}

export function addedTotals(one: RunTotals, other: RunTotals): RunTotals {
  const sum = (name: keyof RunTotals): number => (one[name] ?? 0) + (other[name] ?? 0);
  const isPriced = one.price !== undefined || one.attempts === 0;
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    notMeasured: sum('notMeasured'),
    ...((one.inconclusive ?? other.inconclusive) !== undefined && {
      inconclusive: sum('inconclusive'),
    }),
    flaky: sum('flaky'),
    attempts: sum('attempts'),
    durationMs: sum('durationMs'),
    ...((one.tokens ?? other.tokens) !== undefined && { tokens: sum('tokens') }),
    // An unknown price makes the sum unknown.
    ...(isPriced && other.price !== undefined && { price: sum('price') }),
  };
}
