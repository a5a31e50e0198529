import type { CaseProblem } from '../case';
import type { RunEvent } from '../result';
import { retrievalCases } from './retrievalCases';
import { type FoundQuestion, type RetrievalHead, readRetrieval } from './retrievalFile';
import type { RetrievalTotals } from './retrievalResult';
import {
  type PlannedQuestion,
  planQuestions,
  type RetrievalDeps,
  runRetrieval,
} from './runRetrieval';

export interface RetrievalPlan {
  readonly uri: string;
  readonly head: RetrievalHead;
  readonly questions: readonly FoundQuestion[];
}

export interface RequestedFile {
  readonly plan: RetrievalPlan;
  readonly planned: readonly PlannedQuestion[];
}

/** Reads a retrieval test file. Undefined if the source is invalid. Never throws. */
export function planRetrieval(
  text: string,
  uri: string,
  onProblem: (problem: CaseProblem) => void,
): RetrievalPlan | undefined {
  const { head, questions, problems } = readRetrieval(text, uri);
  problems.forEach(onProblem);
  return head && { uri, head, questions };
}

export function requestWhole(plan: RetrievalPlan): RequestedFile {
  return { plan, planned: planQuestions(plan.head, plan.questions) };
}

/** Selects some questions of a file. Minimum means don't apply to a part. */
export function requestPart(
  plan: RetrievalPlan,
  planned: readonly PlannedQuestion[],
): RequestedFile {
  const chosen = new Set(planned.map(({ id }) => id));
  const variants = new Set(planned.map(({ variant }) => variant));
  const isWhole = planQuestions(plan.head, plan.questions).every(
    ({ id, variant }) => !variants.has(variant) || chosen.has(id),
  );
  if (isWhole) return { plan, planned };
  const { atLeast: _, ...head } = plan.head;
  return { plan: { ...plan, head }, planned };
}

export interface RunFilesOptions extends RetrievalDeps {
  /** Maximum tokens. Default: unlimited. */
  readonly tokens?: number;
  /**
   * Returns a new maximum once the tokens are spent. The run ends if this is undefined or returns undefined.
   */
  readonly askForTokens?: (spent: number) => Promise<number | undefined>;
  readonly onMeans: (uri: string, totals: RetrievalTotals) => void;
}

/** Runs retrieval tests file by file. Ends early once responses have used the maximum tokens. */
export async function* runRetrievalFiles(
  files: readonly RequestedFile[],
  { tokens = Infinity, askForTokens, onMeans, ...deps }: RunFilesOptions,
  signal: AbortSignal,
): AsyncGenerator<RunEvent> {
  let spent = 0;
  let most = tokens;
  let left = files.reduce((sum, { planned }) => sum + planned.length, 0);
  const over = new AbortController();
  const endWhereSpent = async (): Promise<void> => {
    if (left === 0 || spent < most) return;
    most = (await askForTokens?.(spent)) ?? most;
    if (spent >= most) over.abort();
  };
  for (const { plan, planned } of files) {
    await endWhereSpent();
    const { source, at } = plan.head;
    const events = runRetrieval(plan.head, planned, deps, AbortSignal.any([signal, over.signal]));
    const cases = retrievalCases(events, {
      uri: plan.uri,
      source,
      startedAt: deps.clock.now(),
      ...(at && { at }),
      onOther: (event) => {
        if (event.kind === 'ended') onMeans(plan.uri, event.totals);
      },
    });
    for await (const event of cases) {
      if (event.kind === 'attempt') {
        left--;
        spent += event.attempt.tokens ?? 0;
        if (!over.signal.aborted) await endWhereSpent();
      }
      const isOver = event.kind === 'ended' && over.signal.aborted && !signal.aborted;
      yield isOver ? { ...event, endedEarly: 'budget' } : event;
    }
  }
}
