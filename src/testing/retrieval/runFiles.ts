import type { CaseProblem } from '../case';
import type { RunEvent } from '../result';
import { retrievalAsCases } from './asCases';
import { type FoundQuestion, readRetrieval } from './readRetrieval';
import type { RetrievalHead } from './retrievalFile';
import type { RetrievalTotals } from './retrievalResult';
import {
  type PlannedQuestion,
  planQuestions,
  type RetrievalDeps,
  runRetrieval,
} from './runRetrieval';

/** A file of retrieval questions as it was read. */
export interface RetrievalPlan {
  readonly uri: string;
  readonly head: RetrievalHead;
  readonly questions: readonly FoundQuestion[];
}

/** What of a file is asked. */
export interface AskedFile {
  readonly plan: RetrievalPlan;
  readonly planned: readonly PlannedQuestion[];
}

/** Reads a file of retrieval questions; undefined where it does not say where to search. Never throws. */
export function planRetrieval(
  text: string,
  uri: string,
  onProblem: (problem: CaseProblem) => void,
): RetrievalPlan | undefined {
  const { head, questions, problems } = readRetrieval(text, uri);
  problems.forEach(onProblem);
  return head && { uri, head, questions };
}

/** All questions of a file, with each of its settings. */
export function askedWhole(plan: RetrievalPlan): AskedFile {
  return { plan, planned: planQuestions(plan.head, plan.questions) };
}

/** Some questions of a file: what the file wants of its means says nothing of a part of them. */
export function askedPart(plan: RetrievalPlan, planned: readonly PlannedQuestion[]): AskedFile {
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
  /** Tokens that may be spent; what is absent has no end. */
  readonly tokens?: number;
  /** Asked once they are spent, with how many were: how many it may be now. Without it, that is the end. */
  readonly askForTokens?: (spent: number) => Promise<number | undefined>;
  /** Told the means of a file. */
  readonly onMeans: (uri: string, totals: RetrievalTotals) => void;
}

/** Asks the questions, file by file. Ends as used up once its answers have taken as many tokens as they may. */
export async function* runRetrievalFiles(
  files: readonly AskedFile[],
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
    const cases = retrievalAsCases(events, {
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
