import * as l10n from '@vscode/l10n';
import { compactNumber } from '../../base/format';
import { objectAt, textAt } from '../../base/json';
import type { Sheet, SheetBlock } from '../../platform/sheet';
import type { TableRow } from '../../webview/tableRows';
import type { LoadedResults } from './loadResults';
import type { ResultLines } from './resultRows';
import { keyOf, RESULT_STATES, type ResultState } from './resultIndex';
import { answerText, requestText, snippet, stateWord, tokenCount } from './resultText';

export const PAGE = 1000;

export interface ResultView {
  readonly results: LoadedResults;
  readonly states: readonly ResultState[];
  /** Search text; empty for all rows. */
  readonly words: string;
  readonly rows: readonly number[];
  readonly from: number;
  readonly page: readonly ResultLines[];
  readonly isBusy: boolean;
}

export function resultSheet(view: ResultView): Sheet {
  const { results, isBusy } = view;
  return {
    title: l10n.t('Results of {0}', results.label),
    isBusy,
    blocks: [
      { kind: 'heading', text: results.label },
      { kind: 'facts', rows: factRows(results) },
      ...orphanText(results),
      { kind: 'buttons', buttons: buttonsOf(view) },
      {
        kind: 'table',
        id: 'results',
        caption: captionOf(view),
        columns: [
          { title: l10n.t('Key') },
          { title: l10n.t('State') },
          { title: l10n.t('Response') },
          { title: l10n.t('Tokens'), align: 'end' },
          { title: l10n.t('Request') },
        ],
        rows: view.page.map((lines) => tableRow(lines, view)),
        ...(results.index.hasRequests && {
          actions: [{ id: 'resubmit', title: l10n.t('Resubmit…') }],
        }),
        empty: view.words === '' ? l10n.t('No results') : l10n.t('No matching results'),
      },
    ],
  };
}

function factRows({ index, batch, record }: LoadedResults): readonly (readonly [string, string])[] {
  const counts = index.counts();
  const model = record.model || textAt(objectAt(batch, 'metadata'), 'model');
  const { prompts, answers } = index.tokens;
  const shown = RESULT_STATES.filter((state) => counts[state] > 0).map(
    (state) => `${counts[state].toLocaleString('en')} ${stateWord(state)}`,
  );
  return [
    [l10n.t('Model'), model.replace(/^models\//, '')],
    [l10n.t('Requests'), [index.length.toLocaleString('en'), ...shown].join(' · ')],
    ...(prompts + answers > 0
      ? [
          [
            l10n.t('Tokens'),
            l10n.t(
              '{0} in prompts, {1} in responses',
              compactNumber(prompts),
              compactNumber(answers),
            ),
          ] as const,
        ]
      : []),
  ];
}

function orphanText({ index }: LoadedResults): readonly SheetBlock[] {
  if (index.hasRequests) return [];
  const text = l10n.t(
    'This batch job was created elsewhere, so its requests aren’t available here. Add the requests file to see them and resubmit failed requests.',
  );
  return [{ kind: 'text', text, tone: 'muted' }];
}

function buttonsOf({
  results,
  states,
  words,
  rows,
  from,
}: ResultView): readonly { readonly id: string; readonly title: string }[] {
  const counts = results.index.counts();
  const isAll = states.length === RESULT_STATES.length;
  const bad = results.index.length - counts.answered;
  const again = counts.failed + counts.missing;
  const isLong = results.index.length > PAGE;
  return [
    ...(bad > 0 && counts.answered > 0
      ? [{ id: 'filter', title: isAll ? l10n.t('Show Unsuccessful') : l10n.t('Show All') }]
      : []),
    ...(isLong || words !== ''
      ? [{ id: 'find', title: words === '' ? l10n.t('Find…') : l10n.t('Clear Search') }]
      : []),
    ...(from > 0 ? [{ id: 'previous', title: l10n.t('Previous Rows') }] : []),
    ...(from + PAGE < rows.length ? [{ id: 'next', title: l10n.t('Next Rows') }] : []),
    ...(again > 0 && results.index.hasRequests
      ? [{ id: 'resubmitFailed', title: l10n.t('Resubmit Failed Requests…') }]
      : []),
    ...(results.index.hasRequests
      ? []
      : [{ id: 'addRequests', title: l10n.t('Add Requests File…') }]),
    { id: 'export', title: l10n.t('Export…') },
  ];
}

function captionOf({ rows, from, words }: ResultView): string {
  const what = words === '' ? l10n.t('Results') : l10n.t('Results with “{0}”', words);
  if (rows.length <= PAGE) return what;
  const [first, last] = [from + 1, Math.min(from + PAGE, rows.length)];
  const place = l10n.t(
    '{0} to {1} of {2}',
    ...[first, last, rows.length].map((count) => count.toLocaleString('en')),
  );
  return `${what}: ${place}`;
}

function tableRow(
  { row, request = {}, answer = {} }: ResultLines,
  { results }: ResultView,
): TableRow {
  const state = results.index.at(row).state;
  const isBad = state !== 'answered';
  const key = keyOf(request) || keyOf(answer) || l10n.t('request {0}', row + 1);
  const asked = snippet(requestText(request));
  const said = snippet(answerText(answer));
  return {
    id: String(row),
    cells: [
      { text: snippet(key, 80), action: 'open' },
      { text: stateWord(state), ...(isBad && { tone: 'danger' as const }) },
      { text: said },
      { text: tokenCount(answer)?.toLocaleString('en') ?? '' },
      { text: asked },
    ],
    isSelectable: results.index.at(row).request !== undefined,
  };
}
