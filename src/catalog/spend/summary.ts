import type { Ledger, SpendEntry } from './ledger';

export interface SpendTotals {
  readonly requests: number;
  readonly tokens: number;
  readonly dollars: number;
  /** Number of requests whose price is unknown, and known in part. */
  readonly unknown: number;
  readonly partly: number;
}

/** Totals of the current day and month in Pacific time. */
export interface PeriodTotals {
  readonly today: SpendTotals;
  readonly month: SpendTotals;
}

export interface SpendSummary extends PeriodTotals {
  /** By model ID; empty for requests without a model. */
  readonly models: ReadonlyMap<string, PeriodTotals>;
  /** By name of the program. */
  readonly programs: ReadonlyMap<string, PeriodTotals>;
}

/** Name of this extension in the ledger, instead of a user agent. */
export const WINDOW_PROGRAM = 'VS Code';

const NONE: SpendTotals = { requests: 0, tokens: 0, dollars: 0, unknown: 0, partly: 0 };
const EMPTY: PeriodTotals = { today: NONE, month: NONE };

/** Adds up the entries of the current month. */
export function readSummary(ledger: Ledger): SpendSummary {
  const { today } = ledger;
  const entries = new Map<string, { readonly entry: SpendEntry; readonly day: string }>();
  for (const [day, line] of ledger.read(`${today.slice(0, 7)}-01`)) {
    if ('allow' in line) continue;
    if ('isReleased' in line) entries.delete(line.id);
    else entries.set(line.id, { entry: line, day });
  }
  let all = EMPTY;
  const models = new Map<string, PeriodTotals>();
  const programs = new Map<string, PeriodTotals>();
  for (const { entry, day } of entries.values()) {
    const isToday = day === today;
    const add = (map: Map<string, PeriodTotals>, key: string): void =>
      void map.set(key, plus(map.get(key) ?? EMPTY, entry, isToday));
    all = plus(all, entry, isToday);
    add(models, (entry.model ?? '').replace(/^models\//, ''));
    add(programs, programName(entry.program));
  }
  return { ...all, models, programs };
}

function plus({ today, month }: PeriodTotals, entry: SpendEntry, isToday: boolean): PeriodTotals {
  return { today: isToday ? added(today, entry) : today, month: added(month, entry) };
}

function added(totals: SpendTotals, entry: SpendEntry): SpendTotals {
  const { micros, tokens, price, isReserved } = entry;
  // A request without a result, such as one that is running, is known in part at most.
  const state = micros === undefined ? 'unknown' : isReserved ? 'partly' : price;
  return {
    requests: totals.requests + 1,
    tokens: totals.tokens + tokens,
    dollars: totals.dollars + (micros ?? 0) / 1_000_000,
    unknown: totals.unknown + Number(state === 'unknown'),
    partly: totals.partly + Number(state === 'partly'),
  };
}

/** Returns the first product of a user agent, such as `google-genai-sdk/3.3.0`. */
function programName(agent: string): string {
  return agent === WINDOW_PROGRAM ? agent : (agent.split(' ', 1)[0] ?? agent);
}
