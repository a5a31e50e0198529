import * as l10n from '@vscode/l10n';
import { csvLine, percent, plainNumber } from '../../base/format';
import { shownDollars } from '../checks/outcome';
import { variantLabel } from '../plan';
import type { CaseResult, CheckVerdict, Measurement, RunResult } from '../result';
import { totalsMarkdown } from '../retrieval/retrievalResult';
import { durationOf, type PathOf, summaryOf } from './junit';

const MARKS: { readonly [V in CheckVerdict]: string } = {
  pass: '✅',
  fail: '❌',
  notMeasured: '⚪',
  inconclusive: '❔',
};

/** Formats a run as Markdown: totals, and a table of test cases by variant per prompt file. */
export function markdownReport(
  { cases, totals, problems, means = [] }: RunResult,
  pathOf: PathOf,
): string {
  const { passed, failed, notMeasured, inconclusive = 0, flaky, tokens: count, price } = totals;
  const facts = [
    l10n.t('{0} passed', passed),
    l10n.t('{0} failed', failed),
    l10n.t('{0} errored', notMeasured),
    ...(inconclusive > 0 ? [l10n.t('{0} inconclusive', inconclusive)] : []),
    ...(flaky > 0 ? [l10n.t('{0} flaky', flaky)] : []),
    ...(count === undefined ? [] : [l10n.t('{0} tokens', count)]),
    ...(price === undefined ? [] : [l10n.t('about US$ {0}', shownDollars(price))]),
  ];
  const files = [...Map.groupBy(cases, ({ prompt }) => prompt)].map(([prompt, own]) => {
    const tables = means
      .filter(({ uri }) => uri === prompt)
      .map((one) => totalsMarkdown(one.totals).trimEnd());
    const failed = failures(own, pathOf);
    const calibration = calibrationTable(own);
    return [
      `## ${escaped(pathOf(prompt))}`,
      ...(failed === '' ? [] : [failed, `### ${l10n.t('All test cases')}`]),
      table(own),
      ...(calibration === undefined ? [] : [`### ${l10n.t('Calibration')}`, calibration]),
      ...tables,
    ].join('\n\n');
  });
  const broken =
    problems.length === 0
      ? []
      : [
          `## ${l10n.t('Couldn’t be loaded')}\n\n${problems.map((one) => `- ${escaped(one)}`).join('\n')}`,
        ];
  return `${[`# ${l10n.t('Prompt tests')}`, facts.join(' · '), ...files, ...broken].join('\n\n')}\n`;
}

function table(cases: readonly CaseResult[]): string {
  const variants = [...new Set(cases.map(({ variant }) => variantLabel(variant)))];
  const rows = [...Map.groupBy(cases, ({ name, place }) => `${place.uri}#${name}`).values()];
  const head = [l10n.t('Test case'), ...variants.map(escaped)];
  const body = rows.map((row) => [
    escaped(row[0]?.name ?? ''),
    ...variants.map((label) => {
      const found = row.find(({ variant }) => variantLabel(variant) === label);
      return found ? cell(found) : '';
    }),
  ]);
  const lines = [head, head.map(() => '---'), ...body];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function cell({ verdict, isFlaky, passed, attempts, tokens }: CaseResult): string {
  const share = attempts.length > 1 ? ` ${passed}/${attempts.length}` : '';
  const mark = `${MARKS[verdict]}${isFlaky ? ' ⚡' : ''}${share}`;
  return tokens === undefined ? mark : `${mark} · ${tokens}`;
}

function failures(cases: readonly CaseResult[], pathOf: PathOf): string {
  const lines = cases
    .filter(({ verdict }) => verdict !== 'pass')
    .map((one) => {
      const where = `${pathOf(one.place.uri)}:${one.place.line}`;
      const label = `${one.name} [${variantLabel(one.variant)}]`;
      return `- ${MARKS[one.verdict]} ${escaped(label)} (${escaped(where)}): ${escaped(summaryOf(one))}`;
    });
  return lines.length === 0 ? '' : `### ${l10n.t('Failures and errors')}\n\n${lines.join('\n')}`;
}

export function escaped(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_{}[\]<>()#+!|~$&]/g, String.raw`\$&`);
}

const COLUMNS: readonly (readonly [
  name: string,
  of: (one: CaseResult, pathOf: PathOf) => string | number | undefined,
])[] = [
  ['prompt', ({ prompt }, pathOf) => pathOf(prompt)],
  ['file', ({ place }, pathOf) => pathOf(place.uri)],
  ['line', ({ place }) => place.line],
  ['case', ({ name }) => name],
  ['tags', ({ tags }) => tags.join(', ')],
  ['model', ({ variant }) => variant.model],
  ['settings', ({ variant }) => variant.settings],
  ['version', ({ variant }) => variant.prompt],
  ['verdict', ({ verdict }) => verdict],
  ['passed', ({ passed }) => passed],
  ['failed', ({ failed }) => failed],
  ['notMeasured', ({ notMeasured }) => notMeasured],
  ['answers', ({ groups }) => groups.length],
  ['tokens', ({ tokens }) => tokens],
  ['price', ({ price }) => price && plainNumber(price)],
  ['firstTokenMs', ({ attempts }) => rounded(attempts[0]?.firstTokenMs)],
  ['durationMs', (one) => rounded(durationOf(one))],
  ['message', (one) => summaryOf(one)],
  ['answer', ({ attempts }) => attempts[0]?.text],
];

export function csvReport({ cases }: RunResult, pathOf: PathOf): string {
  const lines = [
    COLUMNS.map(([name]) => name),
    ...cases.map((one) => COLUMNS.map(([, of]) => String(of(one, pathOf) ?? ''))),
  ];
  return lines.map(csvLine).join('');
}

function rounded(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : Math.round(ms);
}

type Calibration = NonNullable<Measurement['calibration']>;

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Compares the confidence of decisions with how often people agree: the accuracy, and a Markdown table by
 * tenth. Undefined without decisions that have a person’s answer.
 */
export function calibrationTable(
  cases: readonly Pick<CaseResult, 'attempts'>[],
): string | undefined {
  const all = cases
    .flatMap(({ attempts }) => attempts)
    .flatMap(({ checks }) => checks)
    .flatMap(({ calibration }) => calibration ?? []);
  if (all.length === 0) return undefined;
  const tenths = Map.groupBy(all, tenthOf);
  const rows = [...tenths]
    .toSorted(([one], [other]) => one - other)
    .map(([tenth, own]) => [
      `${tenth * 10}–${tenth * 10 + 10}%`,
      String(own.length),
      percent(mean(own.map(({ confidence }) => confidence))),
      percent(rightShare(own)),
    ]);
  const head = [l10n.t('Confidence'), l10n.t('Decisions'), l10n.t('Predicted'), l10n.t('Observed')];
  const lines = [head, ['---', '--:', '--:', '--:'], ...rows];
  const right = all.filter(({ isRight }) => isRight).length;
  const accuracy = percent(rightShare(all));
  return [
    l10n.t(
      'Accuracy: {0} ({1} of {2} decisions match the person’s answer)',
      accuracy,
      right,
      all.length,
    ),
    lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n'),
  ].join('\n\n');
}

const rightShare = (own: readonly Calibration[]): number =>
  mean(own.map(({ isRight }) => (isRight ? 1 : 0)));

/** Tolerates rounding of numbers such as 0.7. */
function tenthOf({ confidence }: Calibration): number {
  return Math.min(9, Math.floor(confidence * 10 + 1e-9));
}
