import * as l10n from '@vscode/l10n';
import { csvLine, decimal, dollarsText, localizedText, plainNumber } from '../../../base/format';
import { isObject, type JsonObject, objectAt } from '../../../base/json';
import type { Sheet, SheetBlock } from '../../../platform/sheet';
import { cellText } from '../../../resources/chunks/records';
import type { TableCell, TableColumn, TableRow } from '../../../webview/tableRows';

/** A row of the file, with its answers once decided. */
export interface DecidedRow {
  /** Line in the file, from 1. */
  readonly line: number;
  readonly value: JsonObject;
  /** Input of the request. */
  readonly text: string;
  readonly answers?: JsonObject;
  /** Why the row has no answers. */
  readonly failure?: string;
}

export interface RowsState {
  readonly file: string;
  /** Columns of the file. */
  readonly columns: readonly string[];
  /** IDs of the questions. */
  readonly questions: readonly string[];
  readonly rows: readonly DecidedRow[];
  readonly isRunning: boolean;
  readonly tokens: number;
  /** Estimate in US dollars. Undefined if the price is unknown. */
  readonly price: number | undefined;
}

export function isWaiting({ answers, failure }: DecidedRow): boolean {
  return answers === undefined && failure === undefined;
}

/** Maximum questions and input characters in the table. The CSV file has all. */
const MAX_QUESTIONS = 20;
const MAX_INPUT = 200;

export function rowSheet(state: RowsState): Sheet {
  const { file, rows, isRunning, questions } = state;
  const hasFailures = rows.some(({ failure }) => failure !== undefined);
  const shown = questions.slice(0, MAX_QUESTIONS);
  const hidden = questions.length - shown.length;
  const columns: readonly TableColumn[] = [
    { title: l10n.t('Line'), align: 'end' },
    { title: l10n.t('Input') },
    ...shown.flatMap((group): readonly TableColumn[] => [
      { title: l10n.t('Answer'), group },
      { title: l10n.t('Confidence'), group, align: 'end' },
    ]),
    ...(hasFailures ? [{ title: l10n.t('Error') }] : []),
  ];
  const title = l10n.t('Decisions: {0}', file);
  return {
    title,
    isBusy: isRunning,
    blocks: [
      { kind: 'heading', text: title },
      { kind: 'text', text: progressText(state), tone: 'muted' },
      ...(hidden > 0 ? [note(l10n.t('{0} more questions are only in the CSV file.', hidden))] : []),
      { kind: 'buttons', buttons: buttonsOf(state) },
      {
        kind: 'table',
        id: 'rows',
        caption: l10n.t('Rows'),
        columns,
        rows: rows.flatMap((row, at) =>
          isWaiting(row) ? [] : tableRow(String(at), row, shown, hasFailures),
        ),
        empty: l10n.t('No rows decided yet'),
      },
    ],
  };
}

function note(text: string): SheetBlock {
  return { kind: 'text', text, tone: 'muted' };
}

function buttonsOf({ rows, isRunning }: RowsState): { id: string; title: string }[] {
  const waiting = rows.filter(isWaiting).length;
  return [
    ...(waiting < rows.length ? [{ id: 'csv', title: l10n.t('Export as CSV…') }] : []),
    ...(isRunning ? [{ id: 'cancel', title: l10n.t('Cancel') }] : []),
    ...(!isRunning && waiting > 0
      ? [{ id: 'continue', title: l10n.t('Decide Remaining Rows') }]
      : []),
  ];
}

function progressText({ rows, tokens, price }: RowsState): string {
  const decided = rows.filter(({ answers }) => answers !== undefined).length;
  const failed = rows.filter(({ failure }) => failure !== undefined).length;
  return [
    l10n.t('{0} of {1} rows decided', decided, rows.length),
    ...(failed > 0 ? [l10n.t('{0} failed', failed)] : []),
    ...(tokens > 0 ? [l10n.t('{0} tokens', tokens.toLocaleString('en'))] : []),
    ...(price === undefined || tokens === 0
      ? []
      : [l10n.t('{0} (estimate)', localizedText(dollarsText(price)))]),
  ].join(' · ');
}

function tableRow(
  id: string,
  { line, text, answers = {}, failure }: DecidedRow,
  questions: readonly string[],
  hasFailures: boolean,
): TableRow {
  const cells: readonly TableCell[] = [
    { text: String(line), order: line, tone: 'muted' },
    { text: text.replaceAll(/\s+/g, ' ').slice(0, MAX_INPUT) },
    ...questions.flatMap((question) => answerCells(objectAt(answers, question))),
    ...(hasFailures ? [{ text: failure ?? '', tone: 'danger' as const }] : []),
  ];
  return { id, cells };
}

function answerCells(answer: JsonObject): readonly TableCell[] {
  const { noul, score, choice, confidence } = answer;
  const shown = ((): TableCell => {
    if (typeof noul === 'number')
      return { text: noul >= 0.5 ? l10n.t('Yes') : l10n.t('No'), order: noul };
    if (typeof score === 'number') return { text: decimal(score, 2, 'en'), order: score };
    return { text: cellText(choice) };
  })();
  if (typeof confidence !== 'number') return [shown, { text: '' }];
  return [shown, { text: `${Math.round(confidence * 100)}%`, order: confidence }];
}

/** Returns the file's columns with the answers. Headers aren't localized, because programs read them. */
export function* rowsCsv({ columns, questions, rows }: RowsState): Generator<string> {
  const added = questions.flatMap((id) => [id, `${id}_confidence`]);
  yield csvLine([...columns, ...added, 'error']);
  for (const { value, answers = {}, failure = '' } of rows) {
    yield csvLine([
      ...columns.map((name) => cellText(value[name])),
      ...questions.flatMap((id) => csvCells(answers[id])),
      failure,
    ]);
  }
}

function csvCells(answer: unknown): readonly [string, string] {
  const { noul, choice, score, confidence } = isObject(answer) ? answer : {};
  const plain = (value: JsonObject[string]): string =>
    typeof value === 'number' ? plainNumber(value) : cellText(value);
  return [plain(noul ?? choice ?? score), plain(confidence)];
}
