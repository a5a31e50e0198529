import * as l10n from '@vscode/l10n';
import { fileName } from '../exports/junit';
import { escaped } from '../exports/tables';
import { sourceName } from '../retrieval/asCases';
import type { Source } from '../retrieval/retrievalFile';
import type { QuestionResult, RetrievalTotals } from '../retrieval/retrievalResult';
import { questionText, totalsMarkdown } from '../retrieval/retrievalText';

export interface SweepFacts {
  /** Address of the retrieval file. */
  readonly uri: string;
  readonly source: Source;
  readonly totals: RetrievalTotals;
  readonly results: readonly QuestionResult[];
}

const MARKS = { pass: '✅', fail: '❌', notMeasured: '⚪' } as const;

/** What a sweep has measured, as Markdown: the means of each size, and each question with each of them. */
export function sweepReport({ uri, source, totals, results }: SweepFacts): string {
  const variants = totals.variants.map(({ variant }) => variant);
  const byQuestion = [...Map.groupBy(results, ({ name }) => name)];
  const rows = [
    [l10n.t('Question'), ...variants.map(escaped)],
    ['---', ...variants.map(() => '---')],
    ...byQuestion.map(([name, own]) => [
      escaped(name),
      ...variants.map((variant) => {
        const found = own.find((one) => one.variant === variant);
        return found ? MARKS[found.verdict] : '';
      }),
    ]),
  ];
  const unmet = results
    .filter(({ verdict }) => verdict !== 'pass')
    .map((one) => {
      const label = escaped(`${one.name} [${one.variant}]`);
      return `- ${MARKS[one.verdict]} ${label}: ${escaped(questionText(one, totals.isCited))}`;
    });
  const parts = [
    `# ${l10n.t('Sizes of chunks')}: ${escaped(fileName(uri))}`,
    l10n.t('Searched in {0}.', escaped(sourceName(source))),
    ...(totals.endedEarly ? [l10n.t('It ended early: what was measured by then is here.')] : []),
    totalsMarkdown(totals).trimEnd(),
    rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n'),
    ...(unmet.length > 0 ? [`## ${l10n.t('What did not pass')}\n\n${unmet.join('\n')}`] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}
