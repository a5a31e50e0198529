import * as l10n from '@vscode/l10n';
import { mapConcurrent, Semaphore } from '../base/async';
import { AppError, CancelledError, messageWithHint } from '../base/errors';
import type { KeptAttachment, FinishStatus } from '../conversation/model/conversation';
import { type AskDeps, type CompletedPrompt, askModel, KnownModels } from './askModel';
import { type Budget, type BudgetQuestion, SharedBudget } from './budget';
import { type Check, checks } from './checks';
import { type CheckRow, type CheckTools, notMeasured, type Subject } from './checks/row';
import { attemptFacts, caseResult, attemptCost, checkSubject, checksVerdict } from './caseResults';
import type { PlannedCase } from './plan';
import type { AttemptResult, CheckResult, RunEvent, RunTotals } from './result';

export interface RunDeps extends AskDeps {
  readonly parallel: number;
  /** Whether inconclusive results are failures. */
  readonly isStrict?: boolean;
  readonly budget?: Budget;
  /**
   * Prompts for a new budget before the run exceeds the current one. The run ends if this is undefined or
   * returns undefined.
   */
  readonly askForBudget?: (question: BudgetQuestion) => Promise<Budget | undefined>;
  /** Returns attachments by message index. Throws `AppError` if a file is unreadable or not allowed. */
  readonly attach: (
    planned: PlannedCase,
    signal: AbortSignal,
  ) => Promise<readonly (readonly KeptAttachment[])[]>;
  /** Creates the tools of assertions, which add their usage to the budget. */
  readonly tools: (purse: SharedBudget, models: KnownModels) => Omit<CheckTools, 'signal'>;
}

const UNMEASURED: ReadonlySet<FinishStatus> = new Set([
  'failed',
  'lost',
  'stalled',
  'malformed',
  'serviceFailed',
  'stopped',
  'interrupted',
  'accountLimited',
]);

/**
 * Runs test cases concurrently and yields events. Errors are neither passed nor failed. Aborting ends the run
 * immediately, and the last event reports it; completed results remain. Throws only errors of `planned`.
 */
export async function* runCases(
  planned: Iterable<PlannedCase> | AsyncIterable<PlannedCase>,
  deps: RunDeps,
  signal: AbortSignal,
): AsyncGenerator<RunEvent> {
  const queue = new EventQueue();
  // The consumer may stop early.
  const left = new AbortController();
  const run = new CaseRun(deps, AbortSignal.any([signal, left.signal]), (event) =>
    queue.push(event),
  );
  const done = mapConcurrent(deps.parallel, planned, (one) => run.case(one)).then(
    () => queue.end(),
    (error: unknown) => queue.fail(error),
  );
  try {
    yield* queue;
    yield run.ended();
  } finally {
    left.abort(new CancelledError());
    await done;
  }
}

class EventQueue implements AsyncIterable<RunEvent> {
  #events: RunEvent[] = [];
  #wake = Promise.withResolvers<undefined>();
  #end: { readonly error?: unknown } | undefined;

  push(event: RunEvent): void {
    this.#events.push(event);
    this.#wake.resolve(undefined);
  }

  end(): void {
    this.#end ??= {};
    this.#wake.resolve(undefined);
  }

  fail(error: unknown): void {
    this.#end ??= { error };
    this.#wake.resolve(undefined);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<RunEvent> {
    for (;;) {
      const events = this.#events;
      this.#events = [];
      yield* events;
      if (this.#events.length > 0) continue;
      if (this.#end) {
        if ('error' in this.#end) throw this.#end.error;
        return;
      }
      await this.#wake.promise;
      this.#wake = Promise.withResolvers();
    }
  }
}

class CaseRun {
  readonly #deps: RunDeps;
  readonly #signal: AbortSignal;
  readonly #tell: (event: RunEvent) => void;
  readonly #models: KnownModels;
  readonly #purse: SharedBudget;
  readonly #tools: CheckTools;
  readonly #startedAt: number;
  readonly #places: Semaphore;
  readonly #counts: {
    -readonly [N in 'attempts' | 'failed' | 'flaky' | 'notMeasured' | 'passed']: number;
  } & { inconclusive?: number } = { passed: 0, failed: 0, notMeasured: 0, flaky: 0, attempts: 0 };

  constructor(deps: RunDeps, signal: AbortSignal, tell: (event: RunEvent) => void) {
    const { budget = {}, askForBudget = async () => undefined, clock, tools } = deps;
    this.#deps = deps;
    this.#signal = signal;
    this.#tell = tell;
    this.#models = new KnownModels(deps);
    this.#purse = new SharedBudget(budget, askForBudget);
    this.#tools = { ...tools(this.#purse, this.#models), signal };
    this.#startedAt = clock.monotonic();
    this.#places = new Semaphore(() => deps.parallel);
  }

  async case(planned: PlannedCase): Promise<void> {
    if (this.#signal.aborted) return;
    this.#tell({ kind: 'started', id: planned.id });
    const { repeat: repeats = 1 } = planned.case;
    const work = Array.from({ length: repeats }, (_, repeat) => this.#repeat(planned, repeat));
    const attempts = (await Promise.all(work)).filter((one) => one !== undefined);
    // Canceled attempts aren't results.
    if (attempts.length < repeats) return;
    const result = caseResult(planned, attempts);
    const name = COUNT[result.verdict];
    this.#counts[name] = (this.#counts[name] ?? 0) + 1;
    if (result.isFlaky) this.#counts.flaky++;
    this.#tell({ kind: 'case', result });
  }

  ended(): RunEvent {
    const { clock } = this.#deps;
    const durationMs = clock.monotonic() - this.#startedAt;
    const totals: RunTotals = { ...this.#counts, ...this.#purse.spent, durationMs };
    if (this.#signal.aborted) return { kind: 'ended', totals, endedEarly: 'cancelled' };
    return { kind: 'ended', totals, ...(this.#purse.isClosed && { endedEarly: 'budget' }) };
  }

  async #repeat(planned: PlannedCase, repeat: number): Promise<AttemptResult | undefined> {
    try {
      const attempt = await this.#places.run(this.#signal, () => this.#attempt(planned, repeat));
      if (attempt) this.#tell({ kind: 'attempt', id: planned.id, attempt });
      return attempt;
    } catch (error) {
      if (CancelledError.is(error)) return undefined;
      throw error;
    }
  }

  async #attempt(planned: PlannedCase, repeat: number): Promise<AttemptResult | undefined> {
    const { clock } = this.#deps;
    const begun = { repeat, startedAt: clock.now() };
    const at = clock.monotonic();
    try {
      if (planned.missing.length > 0) {
        const names = planned.missing.join(', ');
        throw new AppError('noValue', l10n.t('These variables have no value: {0}.', names));
      }
      const asked = await this.#ask(planned);
      this.#counts.attempts++;
      return { ...begun, ...(await this.#measure(planned, asked)) };
    } catch (error) {
      if (this.#signal.aborted) return undefined;
      const durationMs = clock.monotonic() - at;
      const problem = messageWithHint(error);
      return {
        ...begun,
        durationMs,
        problem,
        verdict: 'notMeasured',
        text: '',
        parts: [],
        checks: planned.case.expect.map((check) => unmeasured(check, problem)),
      };
    }
  }

  async #ask(planned: PlannedCase): Promise<CompletedPrompt> {
    const signal = this.#signal;
    const attached = await this.#deps.attach(planned, signal);
    let release: (() => void) | undefined;
    try {
      const { source, variables } = planned;
      const asked = await askModel(
        { source, variables, attached, response: planned.case.response },
        this.#models,
        this.#deps,
        signal,
        async ({ input }) => {
          release?.();
          release = await this.#purse.reserve(input.body);
        },
      );
      this.#purse.spend(attemptCost(asked, this.#deps.clock.now()));
      return asked;
    } finally {
      release?.();
    }
  }

  async #measure(
    planned: PlannedCase,
    asked: CompletedPrompt,
  ): Promise<Omit<AttemptResult, 'repeat' | 'startedAt'>> {
    const { clock } = this.#deps;
    const subject = checkSubject(planned, asked, clock.now());
    const { answer } = subject;
    const { verdict = 'unfinished', failure } = answer.outcome ?? {};
    const problem = UNMEASURED.has(verdict)
      ? [failure?.message ?? verdict, failure?.hint].filter(Boolean).join(' ')
      : planned.case.expect.length === 0
        ? l10n.t('This test case has no assertions.')
        : undefined;
    const results: CheckResult[] = [];
    for (const check of planned.case.expect) {
      results.push(
        problem === undefined ? await this.#check(check, subject) : unmeasured(check, problem),
      );
    }
    if (this.#signal.aborted) throw new CancelledError(this.#signal.reason);
    return {
      ...attemptFacts(subject, asked),
      checks: results,
      verdict: checksVerdict(results),
      ...(problem !== undefined && { problem }),
    };
  }

  async #check(check: Check, subject: Subject): Promise<CheckResult> {
    const { type, ...fields } = check;
    const row: CheckRow = checks[type];
    try {
      const measured = await row.run(row.shape.parse(fields), subject, this.#tools);
      const isStrict = this.#deps.isStrict === true && measured.verdict === 'inconclusive';
      return { type, check, ...measured, ...(isStrict && { verdict: 'fail' as const }) };
    } catch (error) {
      if (this.#signal.aborted) throw error;
      return unmeasured(check, messageWithHint(error));
    }
  }
}

const COUNT = {
  pass: 'passed',
  fail: 'failed',
  notMeasured: 'notMeasured',
  inconclusive: 'inconclusive',
} as const;

function unmeasured(check: Check, message: string): CheckResult {
  return { type: check.type, check, ...notMeasured(message) };
}
