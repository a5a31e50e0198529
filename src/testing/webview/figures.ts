import * as l10n from '@vscode/l10n';
import { decimal, dollarsText, shownDuration } from '../../base/format';
import type { ReportCell, ReportVerdict } from '../report/reportRun';

/** Caches formatted numbers, which dominate rendering of 10,000 rows. */
const texts = new Map<string, string>();

/** @param key number at display precision */
function remembered(key: string, make: (value: number, language: string) => string): string {
  const known = texts.get(key);
  if (known !== undefined) return known;
  const text = make(Number(key.slice(1)), document.documentElement.lang || 'en');
  texts.set(key, text);
  return text;
}

export interface Figure {
  readonly id: 'score' | 'tokens' | 'ms' | 'price';
  readonly title: () => string;
  readonly of: (cell: ReportCell) => number | undefined;
  readonly text: (value: number) => string;
}

const FIGURES: readonly Figure[] = [
  {
    id: 'score',
    title: () => l10n.t('Score'),
    of: ({ score }) => score,
    text: scoreText,
  },
  {
    id: 'ms',
    title: () => l10n.t('Time'),
    of: ({ ms }) => ms,
    text: timeText,
  },
  {
    id: 'tokens',
    title: () => l10n.t('Tokens'),
    of: ({ tokens }) => tokens,
    text: (value) => countText(Math.round(value)),
  },
  {
    id: 'price',
    title: () => l10n.t('Cost'),
    of: ({ price }) => price,
    text: priceText,
  },
];

/** Formats ms. */
function timeText(value: number): string {
  return remembered(`~${Math.round(value)}`, (ms) => shownDuration(ms));
}

export function priceText(value: number): string {
  const rounded = value < 1 ? value.toPrecision(2) : value.toFixed(2);
  return remembered(`$${rounded}`, (dollars, language) => {
    const { message, args } = dollarsText(dollars, language);
    return l10n.t(message, ...args);
  });
}

export function countText(value: number): string {
  return remembered(`#${value}`, (count, language) => decimal(count, 0, language));
}

export function scoreText(value: number): string {
  return remembered(`.${value.toFixed(2)}`, (score, language) => decimal(score, 2, language));
}

export function figuresOf(cells: readonly ReportCell[]): readonly Figure[] {
  return FIGURES.filter(({ of }) => cells.some((cell) => of(cell) !== undefined));
}

export function verdictText(verdict: ReportVerdict): string {
  switch (verdict) {
    case 'pass':
      return l10n.t('Passed');
    case 'fail':
      return l10n.t('Failed');
    case 'notMeasured':
      return l10n.t('Errored');
    case 'inconclusive':
      return l10n.t('Inconclusive');
  }
}

export const VERDICT_ICONS = {
  pass: 'pass-filled',
  fail: 'error',
  notMeasured: 'circle-slash',
  inconclusive: 'question',
} as const;

/** Sort order of results, most important first. */
export const VERDICT_ORDER: { readonly [V in ReportVerdict]: number } = {
  fail: 0,
  notMeasured: 1,
  inconclusive: 2,
  pass: 3,
};
