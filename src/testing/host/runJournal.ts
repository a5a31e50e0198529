import { randomBytes } from 'node:crypto';
import { appendFile, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Emitter } from '../../base/event';
import { isObject, tryParse } from '../../base/json';
import { NO_TOTALS } from '../gatherRun';
import type { CaseResult, FileMeans, RunResult, RunTotals } from '../result';

/** What a run was, besides its results. */
interface RunFacts {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** How it was run: the id of the profile. */
  readonly profile: string;
  /** Name of the connection. */
  readonly connection: string;
  /** Resource names of the models that were asked, and of what was searched. */
  readonly models?: readonly string[];
}

/** A run without its results. */
export interface RunSummary extends RunFacts {
  readonly id: string;
  /** Absent where its end is not there. */
  readonly totals?: RunTotals;
  readonly endedEarly?: 'cancelled' | 'budget';
}

/** What happens to the runs of this window. */
export type JournalEvent =
  | { readonly kind: 'begun' | 'ended'; readonly run: string }
  | { readonly kind: 'case'; readonly run: string; readonly result: CaseResult };

/** A run as it is kept: also one that a closed window has cut off. */
export interface KeptRun extends RunFacts, Omit<RunResult, 'startedAt'> {
  readonly id: string;
  /** Its end is not there: the window was closed. */
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

/** Runs that are kept; the oldest go first. */
const MOST = 50;
const ENDING = '.jsonl';
/** Whole runs that are kept in memory besides. */
const MOST_RECENT = 3;
/** Bytes that have the first line of a run, and its last one. */
const EDGE = 16 * 1024;
/** Lines that are read before others get their turn. */
const SLICE = 200;

/**
 * The runs of a workspace, a file each, with a line for each result as soon as it is there: what was finished stays when
 * a window is closed in the middle.
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
  /** Lines are written one after the other. */
  #writing: Promise<unknown> = Promise.resolve();

  constructor(folder: string, log: { warn(line: string): void }) {
    this.#folder = folder;
    this.#log = log;
  }

  /** Begins a run; answers its id, which sorts by time. */
  async begin(facts: RunFacts): Promise<string> {
    const time = new Date(facts.startedAt).toISOString().replaceAll(':', '-');
    const id = `${time}-${randomBytes(3).toString('hex')}`;
    await mkdir(this.#folder, { recursive: true });
    const names = await this.#names();
    for (const name of names.slice(0, Math.max(0, names.length + 1 - MOST))) {
      await rm(join(this.#folder, name), { force: true });
    }
    await this.#append(id, { kind: 'begun', format: 1, facts });
    this.#running.add(id);
    this.#changed.fire({ kind: 'begun', run: id });
    return id;
  }

  /** Whether it goes on in this window. */
  isRunning(run: string): boolean {
    return this.#running.has(run);
  }

  get hasRunning(): boolean {
    return this.#running.size > 0;
  }

  /** Keeps the result of a case. What can't be written is told to the log; the run goes on. */
  add(run: string, result: CaseResult): void {
    void this.#append(run, { kind: 'case', result });
    this.#changed.fire({ kind: 'case', run, result });
  }

  /** Keeps the means of a file of retrieval questions. */
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

  /** Nothing more comes of a run, whether it has come to its end or not. */
  leave(run: string): void {
    if (this.#running.delete(run)) this.#changed.fire({ kind: 'ended', run });
  }

  /**
   * The window is closed: what its end makes of requests that are under way is no result of theirs, and nothing more is
   * kept.
   */
  close(): void {
    this.#isClosed = true;
  }

  /** What the runs were, the newest first, without reading all of them. */
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

  /** Ids of the runs, the newest first. */
  async list(): Promise<readonly string[]> {
    const names = await this.#names();
    return names.map((name) => name.slice(0, -ENDING.length)).toReversed();
  }

  /** A run as it is on disk; undefined where it is gone or was never one. */
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
      if (this.#recent.size > MOST_RECENT && oldest !== undefined) this.#recent.delete(oldest);
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
      // What came before is still being written, and whoever ends the window waits for that.
      await this.#writing;
      return;
    }
    const text = `${JSON.stringify(line)}\n`;
    const write = this.#writing.then(() => appendFile(join(this.#folder, `${run}${ENDING}`), text));
    this.#writing = write.catch((error: unknown) =>
      this.#log.warn(`prompt tests: the run ${run} could not be kept: ${String(error)}`),
    );
    await this.#writing;
  }
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** The lines of a run; a last one that was cut off in the middle is left out. */
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
    flaky: cases.filter(({ isFlaky }) => isFlaky).length,
    attempts: cases.reduce((sum, { attempts }) => sum + attempts.length, 0),
  };
}
