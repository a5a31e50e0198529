import * as l10n from '@vscode/l10n';
import type { CasePlace } from '../case';
import type { CheckVerdict } from '../checks/row';
import type { SearchFigures, SearchMeans, VariantMeans } from '../result';
import {
  CUT_MEASURES,
  type Expectation,
  type Figure,
  type Figures,
  rankHits,
  type SearchHit,
} from './rank';
import type { Floors } from './retrievalFile';

interface Shortfall {
  readonly figure: Figure;
  /** Undefined if not measured. */
  readonly value?: number;
  readonly least: number;
}

interface ExpectationResult {
  readonly expected: Expectation;
  readonly rank?: number;
}

export interface QuestionResult {
  /** Stable if file, name, and settings are the same. */
  readonly id: string;
  readonly place: CasePlace;
  readonly name: string;
  readonly question: string;
  readonly tags: readonly string[];
  readonly variant: string;
  readonly verdict: CheckVerdict;
  /** Empty if errored. */
  readonly figures: Figures;
  readonly shortfalls: readonly Shortfall[];
  readonly expectations: readonly ExpectationResult[];
  readonly found: readonly SearchHit[];
  readonly tokens?: number;
  readonly durationMs: number;
  readonly problem?: string;
}

export interface VariantResult extends VariantMeans {
  readonly verdict: CheckVerdict;
  readonly shortfalls: readonly Shortfall[];
  readonly tokens: number;
}

export interface RetrievalTotals extends SearchMeans {
  readonly variants: readonly VariantResult[];
  readonly endedEarly?: 'cancelled';
}

export type RetrievalEvent =
  | { readonly kind: 'started'; readonly id: string }
  | { readonly kind: 'question'; readonly result: QuestionResult }
  | { readonly kind: 'ended'; readonly totals: RetrievalTotals };

export function shortfallsOf(figures: Figures, floors: Floors): readonly Shortfall[] {
  return Object.entries(floors).flatMap(([figure, least]) => {
    const value = figures[figure];
    // Tolerates rounding of shares such as 1/3.
    if (value !== undefined && value >= least - 1e-9) return [];
    return [{ figure, least, ...(value !== undefined && { value }) }];
  });
}

/** Returns a metric's display name, such as `recall@5`, or `cited recall@5` if only citations were visible. */
function figureName(figure: Figure, isCited: boolean): string {
  const name = figure.replace('ndcg', 'nDCG').replace('mrr', 'MRR');
  return isCited ? `cited ${name}` : name;
}

/** Returns why a question didn't pass. Empty if passed. */
export function questionText(
  { verdict, problem, shortfalls, expectations }: QuestionResult,
  isCited: boolean,
): string {
  if (problem !== undefined) return problem;
  if (verdict === 'pass') return '';
  const missing = expectations.filter(({ rank }) => rank === undefined);
  const names = missing.map(({ expected }) => `“${nameOf(expected)}”`).join(', ');
  return [
    ...shortfalls.map((one) => shortfallText(one, isCited)),
    ...(names === '' ? [] : [l10n.t('Not found: {0}.', names)]),
  ].join(' ');
}

export function shortfallText({ figure, value, least }: Shortfall, isCited: boolean): string {
  const name = figureName(figure, isCited);
  if (value === undefined) return l10n.t('{0} errored.', name);
  // Avoids rounding up to the minimum.
  const found = share(value) === share(least) ? value - 0.005 : value;
  return l10n.t('Expected {0} to be at least {2}, but got {1}.', name, share(found), share(least));
}

export function totalsMarkdown({ variants, isCited }: SearchMeans): string {
  const figures = [...new Set(variants.flatMap((one) => Object.keys(one.figures)))].sort(inOrder);
  const heads = [
    l10n.t('Settings'),
    ...figures.map((figure) => figureName(figure, isCited)),
    l10n.t('Passed'),
    l10n.t('Failed'),
    l10n.t('Errored'),
  ];
  const rows = variants.map(({ variant, figures: own, passed, failed, notMeasured }) => [
    variant === '' ? l10n.t('all') : variant.replace(/[|\\]/g, '\\$&').replace(/\s+/g, ' '),
    ...figures.map((figure) => (own[figure] === undefined ? '–' : share(own[figure]))),
    ...[passed, failed, notMeasured].map(String),
  ]);
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  const rule = heads.map((_, index) => (index === 0 ? '---' : '--:'));
  return [heads, rule, ...rows].map(line).join('');
}

/** Formats metrics on one line, such as `recall@5 0.50 · MRR 1.00`. */
export function figuresText({ values, isCited }: SearchFigures): string {
  return Object.entries(values)
    .sort(([one], [other]) => inOrder(one, other))
    .map(([figure, value]) => `${figureName(figure, isCited)} ${share(value)}`)
    .join(' · ');
}

export function keyFiguresText({ values, isCited }: SearchFigures): string {
  const most = Math.max(...Object.keys(values).map((figure) => orderOf(figure)[1]));
  const key = Object.entries(values).filter(([figure]) => [0, most].includes(orderOf(figure)[1]));
  return figuresText({ values: Object.fromEntries(key), isCited });
}

/**
 * Returns expected and actual results as sides of a diff. Found expectations use the wording of the file on both sides.
 * @param most number of results to include
 */
export function foundSides(
  { expectations, found }: Pick<QuestionResult, 'expectations' | 'found'>,
  most: number,
): { readonly expected: string; readonly actual: string } {
  const wanted = expectations.toSorted(({ rank: one = Infinity }, { rank: other = Infinity }) =>
    one === other ? 0 : one - other,
  );
  const results = rankHits(
    expectations.map(({ expected }) => expected),
    found,
  );
  const actual = results.slice(0, most).flatMap((one, index) => {
    const met = wanted.filter(({ rank }) => rank === index + 1);
    return met.length > 0 ? met.map(({ expected }) => nameOf(expected)) : [foundName(one, wanted)];
  });
  return {
    expected: wanted.map(({ expected }) => nameOf(expected)).join('\n'),
    actual: actual.join('\n'),
  };
}

function foundName(
  { chunk, document, title, text }: SearchHit,
  wanted: readonly ExpectationResult[],
): string {
  const isNamedBy = (field: 'title' | 'text'): boolean =>
    wanted.filter(({ expected }) => field in expected).length * 2 > wanted.length;
  const names = [chunk, document, title, text];
  if (isNamedBy('title')) names.unshift(title);
  if (isNamedBy('text')) names.unshift(text);
  return oneLine(names.find((name) => name !== undefined && name.trim() !== '') ?? '');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 100);
}

function nameOf(expected: Expectation): string {
  if ('text' in expected) return oneLine(expected.text);
  if ('title' in expected) return expected.title;
  return 'chunk' in expected ? expected.chunk : expected.document;
}

function share(value: number): string {
  return value.toFixed(2);
}

function inOrder(one: Figure, other: Figure): number {
  const [place, cut] = orderOf(one);
  const [otherPlace, otherCut] = orderOf(other);
  return place === otherPlace ? cut - otherCut : place - otherPlace;
}

function orderOf(figure: Figure): readonly [place: number, cut: number] {
  const [name, cut = '0'] = figure.split('@');
  const place = CUT_MEASURES.findIndex((measure) => measure === name);
  return [place < 0 ? CUT_MEASURES.length : place, Number(cut)];
}
