import { plainLines, plainText } from '../../platform/plainText';
import type { PathOf } from '../exports/junit';
import { variantLabel } from '../plan';
import type {
  ReportAnswers,
  ReportCell,
  ReportCheck,
  ReportDetail,
  ReportMeans,
  ReportPiece,
  ReportRun,
  ReportState,
  ReportSums,
} from '../report/reportRun';
import type {
  AttemptResult,
  CaseResult,
  CheckResult,
  CheckVerdict,
  FileMeans,
  Measurement,
  RunResult,
  RunTotals,
  TextRange,
} from '../result';
import { figuresText } from '../retrieval/retrievalResult';

/** Assertions with a score rather than a count. */
const SCORED: ReadonlySet<string> = new Set(['judge', 'similar', 'decision', 'code']);
const SHOWN = 4000;

export function rowOf({ place, name }: Pick<CaseResult, 'place' | 'name'>): string {
  return `${place.uri}#${name}`;
}

export function reportCell(result: CaseResult, pathOf: PathOf): ReportCell {
  const { id, name, place, tags, variant, verdict, isFlaky, passed, attempts } = result;
  const asked = attempts.filter(({ problem }) => problem === undefined);
  const scores = attempts
    .flatMap(({ checks }) => checks)
    .flatMap(({ type, score }) => (SCORED.has(type) && score !== undefined ? [score] : []));
  const figures = {
    score: meanOf(scores),
    tokens: meanOf(asked.map((one) => one.tokens)),
    price: meanOf(asked.map((one) => one.price)),
    ms: meanOf(asked.map((one) => one.durationMs)),
  };
  return {
    id,
    row: rowOf(result),
    name: plainText(name),
    file: plainText(pathOf(place.uri)),
    tags: plainText(tags.join(', ')),
    variant: plainText(variantLabel(variant)),
    verdict,
    isFlaky,
    passed,
    count: attempts.length,
    ...Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== undefined)),
  };
}

/** Undefined if empty or any value is unknown. */
function meanOf(values: readonly (number | undefined)[]): number | undefined {
  let sum = 0;
  for (const value of values) {
    if (value === undefined) return undefined;
    sum += value;
  }
  return values.length === 0 ? undefined : sum / values.length;
}

export function reportSums({ tokens, price, durationMs }: RunTotals): ReportSums {
  return {
    ms: durationMs,
    ...(tokens !== undefined && { tokens }),
    ...(price !== undefined && { price }),
  };
}

export function reportMeans(
  means: readonly FileMeans[] = [],
  pathOf: PathOf,
): readonly ReportMeans[] {
  return means.flatMap(({ uri, totals: { variants, isCited } }) =>
    variants.map(({ variant, figures: values }) => ({
      file: plainText(pathOf(uri)),
      variant: plainText(variant),
      figures: plainText(figuresText({ values, isCited })),
    })),
  );
}

export function reportRun(
  facts: { readonly id: string; readonly time: string; readonly connection: string },
  state: ReportState,
  { cases, totals, means }: Pick<RunResult, 'cases' | 'totals' | 'means'>,
  pathOf: PathOf,
): ReportRun {
  const isWhole = state !== 'running' && state !== 'cutOff';
  const { id, time, connection } = facts;
  return {
    id,
    time,
    connection: plainText(connection),
    state,
    sums: isWhole ? reportSums(totals) : {},
    means: reportMeans(means, pathOf),
    cells: cases.map((one) => reportCell(one, pathOf)),
  };
}

/**
 * Converts the details of a test case and variant.
 * @param hasExchange whether the traffic view still has a response's request
 */
export function reportDetail(
  result: CaseResult,
  hasExchange: (attempt: AttemptResult) => boolean,
  pathOf: PathOf,
): ReportDetail {
  const { id, place, variant, verdict, isFlaky, passed, attempts, groups } = result;
  return {
    id,
    variant: plainText(variantLabel(variant)),
    verdict,
    isFlaky,
    passed,
    count: attempts.length,
    place: plainText(`${pathOf(place.uri)}:${place.line}`),
    answers: groups.flatMap(({ repeats }) => {
      const attempt = attempts.find(({ repeat }) => repeat === repeats[0]);
      return attempt ? [answersOf(attempt, repeats.length, hasExchange(attempt))] : [];
    }),
  };
}

function answersOf(attempt: AttemptResult, count: number, hasExchange: boolean): ReportAnswers {
  const { repeat, verdict, text, checks, problem, request } = attempt;
  const { tokens, price, durationMs, firstTokenMs, finishReason } = attempt;
  const range = checks.find((check) => check.verdict === 'fail' && check.range)?.range;
  return {
    repeat,
    count,
    verdict,
    ms: durationMs,
    hasExchange,
    wasAsked: request !== undefined,
    isCut: text.length > SHOWN,
    pieces: piecesOf(text.slice(0, SHOWN), range),
    checks: [...checks.map(checkOf), ...searchChecks(attempt)],
    ...(problem !== undefined && { problem: plainText(problem) }),
    ...(tokens !== undefined && { tokens }),
    ...(price !== undefined && { price }),
    ...(firstTokenMs !== undefined && { firstMs: firstTokenMs }),
    ...(finishReason !== undefined && { finishReason: plainText(finishReason) }),
  };
}

function searchChecks({ verdict, figures, unmet }: AttemptResult): readonly ReportCheck[] {
  if (!figures) return [];
  const message = [figuresText(figures), unmet?.message].filter(Boolean).join('. ');
  return message === '' ? [] : [shownCheck('search', { ...unmet, verdict, message })];
}

/** Truncates before escaping invisible characters, which would move the range. */
function piecesOf(text: string, range: TextRange | undefined): readonly ReportPiece[] {
  const { start, end } = range ?? { start: text.length, end: text.length };
  const pieces = [
    { text: text.slice(0, start), isMarked: false },
    { text: text.slice(start, end), isMarked: true },
    { text: text.slice(end), isMarked: false },
  ];
  return pieces
    .filter((piece) => piece.text !== '')
    .map((piece) => ({ ...piece, text: plainLines(piece.text) }));
}

function checkOf(check: CheckResult): ReportCheck {
  return shownCheck(check.type, check);
}

function shownCheck(
  type: string,
  { verdict, message, expected, actual }: Measurement,
): ReportCheck {
  return {
    type,
    verdict,
    message: plainText(message),
    ...(expected !== undefined && { expected: plainLines(expected.slice(0, SHOWN)) }),
    ...(actual !== undefined && { actual: plainLines(actual.slice(0, SHOWN)) }),
  };
}

export interface LastResult {
  readonly verdict: CheckVerdict;
  readonly ms: number;
  /** In ms since 1970. */
  readonly at: number;
}

interface OfRun extends LastResult {
  readonly run: string;
}

/** Last results by test case: its own variants, and the models of the last comparison. */
export class LastResults {
  readonly #cases = new Map<string, Map<string, OfRun>>();

  add(run: string, { id, place, name, verdict, attempts }: CaseResult): void {
    const known = this.#cases.get(rowOf({ place, name })) ?? new Map<string, OfRun>();
    if ((known.get(id)?.run ?? '') > run) return;
    known.set(id, {
      run,
      verdict,
      ms: attempts.reduce((most, { durationMs }) => Math.max(most, durationMs), 0),
      at: attempts.reduce((latest, { startedAt }) => Math.max(latest, startedAt), 0),
    });
    this.#cases.set(rowOf({ place, name }), known);
  }

  of(
    one: Pick<CaseResult, 'place' | 'name'>,
    isOwn: (id: string) => boolean,
  ): readonly LastResult[] {
    const results = [...(this.#cases.get(rowOf(one)) ?? [])];
    const latest = results.reduce((last, [, { run }]) => (run > last ? run : last), '');
    return results.flatMap(([id, result]) => (result.run === latest || isOwn(id) ? [result] : []));
  }
}
