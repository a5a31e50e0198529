import { CancelledError, messageWithHint } from '../../base/errors';
import type { Clock } from '../../base/clock';
import type { Client } from '../../api/call';
import type { CheckVerdict } from '../checks/row';
import { type SearchHit, figuresOf, meanFigures, toRanking } from './rank';
import {
  PassageVectors,
  type SearchDeps,
  type SearchOutcome,
  isCited,
  runSearchCall,
  search,
} from './sources';
import {
  DEFAULT_AT,
  type Floors,
  type FoundQuestion,
  type RetrievalHead,
  type SearchSettings,
} from './retrievalFile';
import {
  type QuestionResult,
  type RetrievalEvent,
  type RetrievalTotals,
  shortfallsOf,
  type VariantResult,
} from './retrievalResult';

export interface RetrievalDeps {
  readonly client: Pick<Client, 'call'>;
  readonly clock: Clock;
  readonly parallel: number;
}

export interface PlannedQuestion {
  readonly id: string;
  readonly question: FoundQuestion;
  readonly settings: SearchSettings;
  readonly variant: string;
}

export function planQuestions(
  { settings = [] }: Pick<RetrievalHead, 'settings'>,
  questions: readonly FoundQuestion[],
): readonly PlannedQuestion[] {
  const variants = settings.length === 0 ? [{}] : settings;
  return variants.flatMap((one: SearchSettings, index) => {
    const variant = one.name ?? (variants.length === 1 ? '' : String(index + 1));
    return questions.map((question) => {
      const id = [question.place.uri, question.name, variant].filter(Boolean).join('#');
      return { id, question, settings: one, variant };
    });
  });
}

/**
 * Runs retrieval tests concurrently and yields events. Errors are neither passed nor failed. Aborting ends the run, and
 * the last event reports it; completed results remain.
 */
export async function* runRetrieval(
  head: RetrievalHead,
  planned: readonly PlannedQuestion[],
  deps: RetrievalDeps,
  signal: AbortSignal,
): AsyncGenerator<RetrievalEvent> {
  // The consumer may stop early.
  const left = new AbortController();
  const ending = AbortSignal.any([signal, left.signal]);
  const run = new RetrievalRun(head, deps, ending);
  const running = new Map<PlannedQuestion, Promise<SearchedQuestion>>();
  const waiting = [...planned];
  const results: QuestionResult[] = [];
  try {
    while (!ending.aborted && waiting.length + running.size > 0) {
      const next = running.size < deps.parallel ? waiting.shift() : undefined;
      if (next) {
        yield { kind: 'started', id: next.id };
        running.set(next, run.ask(next));
        continue;
      }
      const { asked, result } = await Promise.race(running.values());
      running.delete(asked);
      // Canceled searches aren't results.
      if (!result) continue;
      results.push(result);
      yield { kind: 'question', result };
    }
    yield { kind: 'ended', totals: totalsOf(head, results, signal.aborted) };
  } finally {
    left.abort(new CancelledError());
    await Promise.all(running.values());
  }
}

interface SearchedQuestion {
  readonly asked: PlannedQuestion;
  readonly result?: QuestionResult;
}

class RetrievalRun {
  readonly #head: RetrievalHead;
  readonly #deps: RetrievalDeps;
  readonly #search: SearchDeps;
  readonly #titles = new Map<string, Promise<string>>();

  constructor(head: RetrievalHead, deps: RetrievalDeps, signal: AbortSignal) {
    this.#head = head;
    this.#deps = deps;
    this.#search = { client: deps.client, signal, vectors: new PassageVectors() };
  }

  async ask(asked: PlannedQuestion): Promise<SearchedQuestion> {
    const { clock } = this.#deps;
    const at = clock.monotonic();
    try {
      const { found, tokens } = await this.#find(asked);
      const durationMs = clock.monotonic() - at;
      const result = { ...factsOf(asked), ...this.#measure(asked.question, found), durationMs };
      return { asked, result: { ...result, ...(tokens !== undefined && { tokens }) } };
    } catch (error) {
      if (this.#search.signal.aborted) return { asked };
      const durationMs = clock.monotonic() - at;
      return {
        asked,
        result: { ...unmeasuredQuestion(asked, messageWithHint(error)), durationMs },
      };
    }
  }

  async #find({ question, settings }: PlannedQuestion): Promise<SearchOutcome> {
    const { source, at = DEFAULT_AT } = this.#head;
    // Defaults to the highest cutoff. Models decide themselves how many results to retrieve.
    const most = isCited(source) ? {} : { results: Math.max(...at) };
    const asked = { ...most, ...withFilters(settings, question) };
    const outcome = await search(source, question.question, asked, this.#search);
    if (!question.expect.some((one) => 'title' in one)) return outcome;
    return { ...outcome, found: await Promise.all(outcome.found.map((one) => this.#titled(one))) };
  }

  async #titled(found: SearchHit): Promise<SearchHit> {
    const [collection, corpus, , document] = (found.chunk ?? '').split('/');
    if (found.title !== undefined || collection !== 'corpora' || document === undefined)
      return found;
    const name = `corpora/${corpus}/documents/${document}`;
    const known = this.#titles.get(name) ?? this.#titleOf(name);
    this.#titles.set(name, known);
    try {
      return { ...found, title: await known };
    } catch (error) {
      // Retries with the next question.
      this.#titles.delete(name);
      throw error;
    }
  }

  async #titleOf(name: string): Promise<string> {
    const { displayName } = await runSearchCall('corpora.documents.get', { name }, this.#search);
    return typeof displayName === 'string' ? displayName : '';
  }

  #measure(
    { expect, atLeast }: FoundQuestion,
    found: readonly SearchHit[],
  ): Pick<QuestionResult, 'verdict' | 'figures' | 'shortfalls' | 'expectations' | 'found'> {
    const { at = DEFAULT_AT, eachAtLeast } = this.#head;
    const ranking = toRanking(expect, found);
    const figures = figuresOf(ranking, at);
    // Default: all expectations must be found.
    const most: Floors = { [`recall@${Math.max(...at)}`]: 1 };
    const shortfalls = shortfallsOf(figures, atLeast ?? eachAtLeast ?? most);
    return {
      figures,
      shortfalls,
      found,
      verdict: verdictOf(shortfalls),
      expectations: expect.map((expected, index) => {
        const rank = ranking.ranks[index];
        return { expected, ...(rank !== undefined && { rank }) };
      }),
    };
  }
}

function withFilters(
  settings: SearchSettings,
  { metadataFilters: own = [] }: FoundQuestion,
): SearchSettings {
  if (own.length === 0) return settings;
  return { ...settings, metadataFilters: [...(settings.metadataFilters ?? []), ...own] };
}

type QuestionFacts = Pick<
  QuestionResult,
  'id' | 'name' | 'place' | 'tags' | 'variant' | 'question'
>;

function factsOf({ id, question, variant }: PlannedQuestion): QuestionFacts {
  const { name, place, tags = [] } = question;
  return { id, name, place, tags, variant, question: question.question };
}

export function unmeasuredQuestion(planned: PlannedQuestion, problem: string): QuestionResult {
  return {
    ...factsOf(planned),
    verdict: 'notMeasured',
    figures: {},
    shortfalls: [],
    found: [],
    expectations: planned.question.expect.map((expected) => ({ expected })),
    durationMs: 0,
    problem,
  };
}

function verdictOf(shortfalls: QuestionResult['shortfalls']): CheckVerdict {
  if (shortfalls.some(({ value }) => value !== undefined)) return 'fail';
  return shortfalls.length > 0 ? 'notMeasured' : 'pass';
}

/** Returns the means of each of the settings, in order of first occurrence. */
export function totalsOf(
  { source, atLeast = {} }: Pick<RetrievalHead, 'source' | 'atLeast'>,
  results: readonly QuestionResult[],
  wasCancelled: boolean,
): RetrievalTotals {
  const names = [...new Set(results.map(({ variant }) => variant))];
  const variants = names.map((variant): VariantResult => {
    const own = results.filter((one) => one.variant === variant);
    const count = (verdict: CheckVerdict): number =>
      own.filter((one) => one.verdict === verdict).length;
    const measured = own.filter(({ problem }) => problem === undefined);
    const figures = meanFigures(measured.map((one) => one.figures));
    const shortfalls = shortfallsOf(figures, atLeast);
    return {
      variant,
      figures,
      shortfalls,
      verdict: verdictOf(shortfalls),
      passed: count('pass'),
      failed: count('fail'),
      notMeasured: count('notMeasured'),
      tokens: own.reduce((sum, { tokens = 0 }) => sum + tokens, 0),
    };
  });
  return { isCited: isCited(source), variants, ...(wasCancelled && { endedEarly: 'cancelled' }) };
}
