import * as l10n from '@vscode/l10n';
import { decodeRpcStatus } from '../../api/errors/decode';
import type { JsonObject } from '../../api/schema/row';
import { compactNumber } from '../../base/format';
import { isObject, items, objectAt, textAt } from '../../base/json';
import type { Sheet, SheetBlock } from '../../platform/sheet';
import type { TableRow } from '../../webview/tableRows';
import type { LoadedResults, ResultLines } from './loadResults';
import { keyOf, RESULT_STATES, type ResultState } from './resultIndex';

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

function stateWord(state: ResultState): string {
  switch (state) {
    case 'failed':
      return l10n.t('failed');
    case 'missing':
      return l10n.t('no response');
    case 'blocked':
      return l10n.t('blocked');
    case 'answered':
      return l10n.t('completed');
  }
}

export function requestText(line: JsonObject): string {
  const request = objectAt(line, 'request');
  const contents = [...items(request.contents), request.content].filter(isObject);
  return contents.map(partsText).filter(Boolean).join('\n');
}

export function answerText(line: JsonObject): string {
  if (isObject(line.error)) return errorText(line);
  const response = objectAt(line, 'response');
  const { values } = objectAt(response, 'embedding');
  if (Array.isArray(values)) return l10n.t('{0} dimensions', values.length);
  const [candidate] = items(response.candidates).filter(isObject);
  const said = candidate ? partsText(objectAt(candidate, 'content')) : '';
  if (said !== '') return said;
  const refused = textAt(objectAt(response, 'promptFeedback'), 'blockReason');
  if (refused !== '') return l10n.t('Prompt blocked: {0}', refused);
  const reason = candidate ? textAt(candidate, 'finishReason') : '';
  if (reason === '' || reason === 'STOP') return '';
  return reason === 'MAX_TOKENS'
    ? l10n.t('Truncated by the token limit')
    : l10n.t('Response blocked: {0}', reason);
}

export function errorText(line: JsonObject): string {
  if (!isObject(line.error)) return '';
  const { status } = decodeRpcStatus(line.error);
  const message = textAt(line.error, 'message');
  return message === '' ? status : `${status}: ${message}`;
}

/** Total tokens of a response; undefined if the API didn't count. */
export function tokenCount(line: JsonObject): number | undefined {
  const { totalTokenCount } = objectAt(objectAt(line, 'response'), 'usageMetadata');
  return typeof totalTokenCount === 'number' ? totalTokenCount : undefined;
}

/** Joins the texts of a turn; other parts appear by their kind. Omits thoughts. */
function partsText(content: JsonObject): string {
  const parts = items(content.parts).filter(isObject);
  return parts
    .filter(({ thought }) => thought !== true)
    .map((part) => textAt(part, 'text') || mediaText(part))
    .filter(Boolean)
    .join('\n');
}

function mediaText(part: JsonObject): string {
  const kind = ['inlineData', 'fileData', 'functionCall', 'executableCode'].find((name) =>
    isObject(part[name]),
  );
  if (kind === undefined) return '';
  const value = objectAt(part, kind);
  return `[${textAt(value, 'mimeType') || textAt(value, 'name') || kind}]`;
}

function snippet(text: string, longest = 160): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= longest ? line : `${line.slice(0, longest - 1)}…`;
}
