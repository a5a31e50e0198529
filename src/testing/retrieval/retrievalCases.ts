import * as l10n from '@vscode/l10n';
import type { CasePlace } from '../case';
import type { AttemptResult, CaseResult, RunEvent, Variant } from '../result';
import type { SearchHit } from './rank';
import { DEFAULT_AT, type Source } from './retrievalFile';
import {
  type QuestionResult,
  type RetrievalTotals,
  type VariantResult,
  foundSides,
  questionText,
  shortfallText,
} from './retrievalResult';
import { isCited } from './sources';
import type { SweepEvent } from './sweep';

interface RetrievalCases {
  readonly uri: string;
  readonly source: Source;
  readonly at?: readonly number[];
  /** In ms since 1970. */
  readonly startedAt: number;
  readonly onOther?: (
    event: Exclude<SweepEvent, { readonly kind: 'started' | 'question' }>,
  ) => void;
}

/**
 * Converts retrieval test events to test case events, so that reports work for both. Each question and each
 * required mean becomes a test case.
 */
export async function* retrievalCases(
  events: AsyncIterable<SweepEvent>,
  of: RetrievalCases,
): AsyncGenerator<RunEvent> {
  let durationMs = 0;
  for await (const event of events) {
    if (event.kind === 'started') yield event;
    else if (event.kind === 'question') {
      durationMs += event.result.durationMs;
      yield* shortfallTexts(questionCase(event.result, of));
    } else {
      of.onOther?.(event);
      if (event.kind !== 'ended') continue;
      const { totals } = event;
      for (const one of totals.variants) {
        if (one.shortfalls.length > 0) yield* shortfallTexts(meansCase(one, totals, of));
      }
      yield endOf(totals, durationMs);
    }
  }
}

function* shortfallTexts(result: CaseResult): Generator<RunEvent> {
  for (const attempt of result.attempts) yield { kind: 'attempt', id: result.id, attempt };
  yield { kind: 'case', result };
}

function questionCase(result: QuestionResult, of: RetrievalCases): CaseResult {
  const { id, place, name, tags, variant, verdict, durationMs, tokens, found } = result;
  const { source, at = DEFAULT_AT } = of;
  const measured = {
    durationMs,
    text: found.map(foundLine).join('\n'),
    figures: { values: result.figures, isCited: isCited(source) },
    ...(tokens !== undefined && { tokens }),
  };
  const said = questionText(result, isCited(source));
  const why =
    verdict === 'fail'
      ? { unmet: { message: said, ...foundSides(result, Math.max(...at)) } }
      : said !== '' && { problem: said };
  return caseOf({ id, place, name, tags, variant }, verdict, { ...measured, ...why }, of);
}

function meansCase(
  { variant, verdict, shortfalls, figures: values }: VariantResult,
  { isCited: isOfCited }: RetrievalTotals,
  of: RetrievalCases,
): CaseResult {
  const facts = {
    id: meansId(of.uri, variant),
    place: { uri: of.uri, line: 1, column: 1 },
    name: l10n.t('All questions together'),
    tags: [],
    variant,
  };
  const message = shortfalls.map((one) => shortfallText(one, isOfCited)).join(' ');
  const why = verdict === 'fail' ? { unmet: { message } } : { problem: message };
  const figures = { values, isCited: isOfCited };
  return caseOf(facts, verdict, { durationMs: 0, text: '', figures, ...why }, of);
}

function meansId(uri: string, variant: string): string {
  return [uri, '', variant].join('#');
}

interface CaseFacts {
  readonly id: string;
  readonly place: CasePlace;
  readonly name: string;
  readonly tags: readonly string[];
  readonly variant: string;
}

function caseOf(
  { variant: settings, ...facts }: CaseFacts,
  verdict: CaseResult['verdict'],
  measured: Omit<AttemptResult, 'verdict' | 'startedAt' | 'repeat' | 'checks' | 'parts'>,
  { uri, source, startedAt }: RetrievalCases,
): CaseResult {
  const variant: Variant = { model: sourceName(source), ...(settings !== '' && { settings }) };
  const attempt: AttemptResult = {
    ...measured,
    verdict,
    startedAt,
    repeat: 0,
    checks: [],
    parts: [],
  };
  const { tokens } = measured;
  const count = (wanted: CaseResult['verdict']): number => (verdict === wanted ? 1 : 0);
  return {
    ...facts,
    variant,
    verdict,
    prompt: uri,
    passAt: 1,
    isFlaky: false,
    attempts: [attempt],
    case: { name: facts.name, expect: [] },
    passed: count('pass'),
    failed: count('fail'),
    notMeasured: count('notMeasured'),
    groups: [{ repeats: [0], verdict }],
    ...(tokens !== undefined && { tokens }),
  };
}

export function sourceName(source: Source): string {
  if ('corpus' in source) return source.corpus;
  if ('document' in source) return source.document;
  return 'fileSearchStore' in source ? source.fileSearchStore : source.model;
}

function foundLine({ chunk, title, text }: SearchHit, index: number): string {
  const words = text.replace(/\s+/g, ' ').slice(0, 200);
  return `${index + 1}. ${[title, chunk, words].filter(Boolean).join(' · ')}`;
}

function endOf({ variants, endedEarly }: RetrievalTotals, durationMs: number): RunEvent {
  const sum = (count: (one: VariantResult) => number): number =>
    variants.reduce((all, one) => all + count(one), 0);
  const short = variants.filter(({ shortfalls }) => shortfalls.length > 0);
  const [passed, failed, notMeasured] = (['pass', 'fail', 'notMeasured'] as const).map(
    (verdict) =>
      sum((one) => one[COUNT[verdict]]) + short.filter((one) => one.verdict === verdict).length,
  );
  const totals = {
    passed: passed ?? 0,
    failed: failed ?? 0,
    notMeasured: notMeasured ?? 0,
    flaky: 0,
    attempts: sum((one) => one.passed + one.failed + one.notMeasured),
    durationMs,
    tokens: sum(({ tokens }) => tokens),
  };
  return { kind: 'ended', totals, ...(endedEarly && { endedEarly }) };
}

const COUNT = { pass: 'passed', fail: 'failed', notMeasured: 'notMeasured' } as const;
