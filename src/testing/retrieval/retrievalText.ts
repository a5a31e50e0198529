import * as l10n from '@vscode/l10n';
import { CUT_MEASURES, type Figure } from './metrics';
import type { SearchFigures, SearchMeans } from '../result';
import { type Expectation, type Found, ranked } from './rank';
import {
  type ExpectationResult,
  figureName,
  type QuestionResult,
  type Shortfall,
} from './retrievalResult';

/** What keeps a question from passing, and what was not found; empty where it passes. */
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

/** What the means of settings lack; empty where they lack nothing. */
export function shortfallText({ figure, value, least }: Shortfall, isCited: boolean): string {
  const name = figureName(figure, isCited);
  if (value === undefined) return l10n.t('{0} errored.', name);
  // What is less is not rounded up to what it has to be.
  const found = share(value) === share(least) ? value - 0.005 : value;
  return l10n.t('Expected {0} to be at least {2}, but got {1}.', name, share(found), share(least));
}

/** The means of all settings as a table in Markdown: a row for each of them, a column for each figure. */
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

/** Every figure in a line, such as `recall@5 0.50 · MRR 1.00`. */
export function figuresText({ values, isCited }: SearchFigures): string {
  return Object.entries(values)
    .sort(([one], [other]) => inOrder(one, other))
    .map(([figure, value]) => `${figureName(figure, isCited)} ${share(value)}`)
    .join(' · ');
}

/** Those that look at the most results, in a line. */
export function keyFiguresText({ values, isCited }: SearchFigures): string {
  const most = Math.max(...Object.keys(values).map((figure) => orderOf(figure)[1]));
  const key = Object.entries(values).filter(([figure]) => [0, most].includes(orderOf(figure)[1]));
  return figuresText({ values: Object.fromEntries(key), isCited });
}

/**
 * What should be found and what was, a line for each, to be laid side by side: what was expected stands in the words
 * of the file on both sides.
 * @param most how many of the results are looked at
 */
export function foundSides(
  { expectations, found }: Pick<QuestionResult, 'expectations' | 'found'>,
  most: number,
): { readonly expected: string; readonly actual: string } {
  const wanted = expectations.toSorted(({ rank: one = Infinity }, { rank: other = Infinity }) =>
    one === other ? 0 : one - other,
  );
  const results = ranked(
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

/** A result as most of what was expected is named. */
function foundName(
  { chunk, document, title, text }: Found,
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

/** What was expected, as people know it. */
function nameOf(expected: Expectation): string {
  if ('text' in expected) return oneLine(expected.text);
  if ('title' in expected) return expected.title;
  return 'chunk' in expected ? expected.chunk : expected.document;
}

function share(value: number): string {
  return value.toFixed(2);
}

/** By measure, and the first few results before more of them. */
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
