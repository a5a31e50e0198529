import { randomBytes } from 'node:crypto';
import { appendFile, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Emitter } from '../../base/event';
import { isObject, tryParse } from '../../base/json';
import { NO_TOTALS } from '../gatherRun';
import type { CaseResult, FileMeans, RunResult, RunTotals } from '../result';

interface RunFacts {
  /** In ms since 1970. */
  readonly startedAt: number;
  readonly profile: string;
  readonly connection: string;
  readonly models?: readonly string[];
  /** Resource name of a model whose responses come from recordings only. */
  readonly replayed?: string;
}

export interface RunSummary extends RunFacts {
  readonly id: string;
  /** Undefined for interrupted runs. */
  readonly totals?: RunTotals;
  readonly endedEarly?: 'cancelled' | 'budget';
}

export type JournalEvent =
  | { readonly kind: 'begun' | 'ended'; readonly run: string }
  | { readonly kind: 'case'; readonly run: string; readonly result: CaseResult };

export interface KeptRun extends RunFacts, Omit<RunResult, 'startedAt'> {
  readonly id: string;
  readonly isCutOff: boolean;
}

type Line =
  | { readonly kind: 'begun'; readonly format: 1; readonly facts: RunFacts }
  | { readonly kind: 'case'; readonly result: CaseResult }
  | { readonly kind: 'means'; readonly means: FileMeans }
  | {
      readonly kind: 'ended';
      readonly totals: RunTotals;
      readonly endedEarly?: 'cancelled' | 'budget';
    };

/** Maximum number of saved runs. The oldest runs are deleted. */
const MAX_RUNS = 50;
const ENDING = '.jsonl';
const MAX_RECENT = 3;
/** Maximum size in bytes of a run's first and last lines. */
const EDGE = 16 * 1024;
const SLICE = 200;

/**
 * Saves the runs of a workspace as JSON Lines, one file per run. Results are appended immediately, so they survive
 * closing the window.
 */
export class RunJournal {
  readonly #folder: string;
  readonly #log: { warn(line: string): void };
  readonly #recent = new Map<string, KeptRun>();
  readonly #summaries = new Map<string, RunSummary>();
  readonly #running = new Set<string>();
  readonly #changed = new Emitter<JournalEvent>();
  readonly onDidChange = this.#changed.event;
  #isClosed = false;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(folder: string, log: { warn(line: string): void }) {
    this.#folder = folder;
    this.#log = log;
  }

  /** Starts a run. Returns its ID, which sorts by time. */
  async begin(facts: RunFacts): Promise<string> {
    const time = new Date(facts.startedAt).toISOString().replaceAll(':', '-');
    const id = `${time}-${randomBytes(3).toString('hex')}`;
    await mkdir(this.#folder, { recursive: true });
    const names = await this.#names();
    for (const name of names.slice(0, Math.max(0, names.length + 1 - MAX_RUNS))) {
      await rm(join(this.#folder, name), { force: true });
    }
    await this.#append(id, { kind: 'begun', format: 1, facts });
    this.#running.add(id);
    this.#changed.fire({ kind: 'begun', run: id });
    return id;
  }

  isRunning(run: string): boolean {
    return this.#running.has(run);
  }

  get hasRunning(): boolean {
    return this.#running.size > 0;
  }

  /** Saves a result. Errors are logged and don't end the run. */
  add(run: string, result: CaseResult): void {
    void this.#append(run, { kind: 'case', result });
    this.#changed.fire({ kind: 'case', run, result });
  }

  addMeans(run: string, means: FileMeans): void {
    void this.#append(run, { kind: 'means', means });
  }

  async end(
    run: string,
    totals: RunTotals,
    endedEarly: 'cancelled' | 'budget' | undefined,
  ): Promise<void> {
    await this.#append(run, { kind: 'ended', totals, ...(endedEarly && { endedEarly }) });
    this.leave(run);
  }

  leave(run: string): void {
    if (this.#running.delete(run)) this.#changed.fire({ kind: 'ended', run });
  }

  close(): void {
    this.#isClosed = true;
  }

  /** Returns summaries, latest first, from each file's first and last lines. */
  async summaries(): Promise<readonly RunSummary[]> {
    await this.#writing;
    const found: RunSummary[] = [];
    for (const id of await this.list()) {
      const summary = this.#summaries.get(id) ?? (await this.#summary(id));
      if (summary?.totals) this.#summaries.set(id, summary);
      if (summary) found.push(summary);
    }
    return found;
  }

  async list(): Promise<readonly string[]> {
    const names = await this.#names();
    return names.map((name) => name.slice(0, -ENDING.length)).toReversed();
  }

  /** Reads a run. Undefined if deleted or invalid. */
  async read(id: string): Promise<KeptRun | undefined> {
    if (!/^[\w.-]+$/.test(id)) return undefined;
    await this.#writing;
    const known = this.#recent.get(id);
    if (known) return known;
    const text = await readFile(join(this.#folder, `${id}${ENDING}`), 'utf8').catch(missing);
    const run = text === undefined ? undefined : await parseRun(id, text);
    if (run && !run.isCutOff) {
      this.#recent.set(id, run);
      const [oldest] = this.#recent.keys();
      if (this.#recent.size > MAX_RECENT && oldest !== undefined) this.#recent.delete(oldest);
    }
    return run;
  }

  async #summary(id: string): Promise<RunSummary | undefined> {
    const file = await open(join(this.#folder, `${id}${ENDING}`)).catch(missing);
    if (!file) return undefined;
    try {
      const { size } = await file.stat();
      const edge = async (from: number): Promise<readonly string[]> => {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(EDGE), 0, EDGE, from);
        return buffer.toString('utf8', 0, bytesRead).trimEnd().split('\n');
      };
      const [first = ''] = await edge(0);
      const last = (await edge(Math.max(0, size - EDGE))).at(-1) ?? '';
      const [begun, ended] = [first, last].map(tryParse) as [Line?, Line?];
      if (begun?.kind !== 'begun') return undefined;
      if (ended?.kind !== 'ended') return { id, ...begun.facts };
      const { totals, endedEarly } = ended;
      return { id, ...begun.facts, totals, ...(endedEarly && { endedEarly }) };
    } finally {
      await file.close();
    }
  }

  async #names(): Promise<readonly string[]> {
    const names = (await readdir(this.#folder).catch(missing)) ?? [];
    return names.filter((name) => name.endsWith(ENDING)).toSorted();
  }

  async #append(run: string, line: Line): Promise<void> {
    if (this.#isClosed) {
      // Closing awaits pending writes.
      await this.#writing;
      return;
    }
    const text = `${JSON.stringify(line)}\n`;
    const write = this.#writing.then(() => appendFile(join(this.#folder, `${run}${ENDING}`), text));
    this.#writing = write.catch((error: unknown) =>
      this.#log.warn(`prompt tests: couldn’t save the run ${run}: ${String(error)}`),
    );
    await this.#writing;
  }
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** Parses a run. Ignores an incomplete last line. */
async function parseRun(id: string, text: string): Promise<KeptRun | undefined> {
  const lines: Line[] = [];
  for (const [at, one] of text.split('\n').entries()) {
    if (at % SLICE === SLICE - 1) await new Promise((resolve) => void setImmediate(resolve));
    const line = tryParse(one);
    if (isObject(line)) lines.push(line as unknown as Line);
  }
  const begun = lines.find((line) => line.kind === 'begun');
  if (!begun) return undefined;
  const ended = lines.findLast((line) => line.kind === 'ended');
  const cases = lines.flatMap((line) => (line.kind === 'case' ? [line.result] : []));
  const means = lines.flatMap((line) => (line.kind === 'means' ? [line.means] : []));
  return {
    id,
    ...begun.facts,
    format: 1,
    cases,
    problems: [],
    ...(means.length > 0 && { means }),
    totals: ended?.totals ?? countedTotals(cases),
    isCutOff: !ended,
    ...(ended?.endedEarly && { endedEarly: ended.endedEarly }),
  };
}

function countedTotals(cases: readonly CaseResult[]): RunTotals {
  const count = (verdict: CaseResult['verdict']): number =>
    cases.filter((one) => one.verdict === verdict).length;
  return {
    ...NO_TOTALS,
    passed: count('pass'),
    failed: count('fail'),
    notMeasured: count('notMeasured'),
    ...(count('inconclusive') > 0 && { inconclusive: count('inconclusive') }),
    flaky: cases.filter(({ isFlaky }) => isFlaky).length,
    attempts: cases.reduce((sum, { attempts }) => sum + attempts.length, 0),
  };
}
