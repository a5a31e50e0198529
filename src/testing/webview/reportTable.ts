import * as l10n from '@vscode/l10n';
import { isSameColumn } from '../../webview/kit/tableModel';
import type { TableCell, TableColumn, TableRow } from '../../webview/tableRows';
import {
  type Change,
  changeOrder,
  type ComparedCell,
  type ReportRow,
  variantsOf,
} from '../report/compare';
import type { ReportRun } from '../report/reportRun';
import { type Figure, figuresOf, VERDICT_ICONS, VERDICT_ORDER, verdictText } from './figures';

const OPEN = 'open';

/** In CSS pixels: letter, padding, icon, and maximum name width. */
const WIDTHS = { letter: 7.2, around: 18, icon: 20, name: 320 };

const LOOKED_AT = 300;

const KEPT = 3;

interface ShownRun {
  readonly run: ReportRun | undefined;
  readonly isCompared: boolean;
}

export interface ReportTableContent {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
}

/** Test cases as table rows, cached while test case and columns are unchanged. */
export class ReportTable {
  readonly #made = new Map<string, WeakMap<ReportRow, TableRow>>();

  /**
   * Groups columns by variant. In narrow tables, only the most important columns are shown.
   * @param room width in CSS pixels
   * @param sorted sort column, always shown
   */
  of(
    { run, isCompared }: ShownRun,
    rows: readonly ReportRow[],
    room: number,
    sorted: TableColumn | undefined,
  ): ReportTableContent {
    if (!run) return { columns: [], rows: [] };
    const shown = shownColumns(run, isCompared, rows, room, sorted);
    const columns = shown.map(({ title, group, align }) => ({
      title,
      ...(group !== undefined && { group }),
      ...(align && { align }),
    }));
    const key = JSON.stringify([isCompared, columns]);
    const made = this.#madeWith(key);
    return { columns, rows: rows.map((row) => madeRow(row, shown, made)) };
  }

  #madeWith(key: string): WeakMap<ReportRow, TableRow> {
    const made = this.#made.get(key) ?? new WeakMap<ReportRow, TableRow>();
    this.#made.delete(key);
    this.#made.set(key, made);
    const [first] = this.#made.keys();
    if (first !== undefined && this.#made.size > KEPT) this.#made.delete(first);
    return made;
  }
}

function madeRow(
  row: ReportRow,
  columns: readonly Column[],
  made: WeakMap<ReportRow, TableRow>,
): TableRow {
  const known = made.get(row);
  if (known) return known;
  const fresh = { id: row.id, cells: columns.map(({ cell }) => cell(row)) };
  made.set(row, fresh);
  return fresh;
}

function shownColumns(
  run: ReportRun,
  isCompared: boolean,
  rows: readonly ReportRow[],
  room: number,
  sorted: TableColumn | undefined,
): readonly Column[] {
  const variants = variantsOf(run);
  const [first] = run.cells;
  const hasFiles = run.cells.some(({ file }) => file !== first?.file);
  const all = columnsOf(run, variants, isCompared);
  const widths = new Map(all.map((column) => [column, widthOf(column, rows)]));
  // The last figures are hidden first.
  const figures = all.flatMap(({ figure }) => figure ?? []);
  const kept = sorted && all.find((column) => isSameColumn(column, sorted))?.figure;
  const order = [...new Set([...(hasFiles ? ['file'] : []), ...figures.toReversed()])].filter(
    (figure) => figure !== kept,
  );
  const left = new Set<string>(hasFiles ? [] : ['file']);
  const columns = (): readonly Column[] =>
    all.filter(({ figure }) => figure === undefined || !left.has(figure));
  const width = (): number => columns().reduce((sum, column) => sum + (widths.get(column) ?? 0), 0);
  for (const figure of order) if (width() > room) left.add(figure);
  return columns();
}

interface Column extends TableColumn {
  readonly figure?: string;
  readonly cell: (row: ReportRow) => TableCell;
}

function columnsOf(
  run: ReportRun,
  variants: readonly string[],
  isCompared: boolean,
): readonly Column[] {
  const figures = figuresOf(run.cells);
  const columns: Column[] = [
    { title: l10n.t('Test case'), cell: ({ name }) => ({ text: name, action: OPEN }) },
    { title: l10n.t('File'), figure: 'file', cell: ({ file }) => ({ text: file, tone: 'muted' }) },
  ];
  if (isCompared) {
    columns.push({ title: l10n.t('Change'), cell: ({ change }) => changeCell(change) });
  }
  for (const variant of variants) {
    const group = variants.length > 1 ? { group: variant } : {};
    const found = ({ cells }: ReportRow): ComparedCell | undefined => cells.get(variant);
    columns.push({ title: l10n.t('Result'), ...group, cell: (row) => verdictCell(found(row)) });
    for (const figure of figures) {
      const { id, title } = figure;
      const cell = (row: ReportRow): TableCell => figureCell(found(row), figure);
      columns.push({ title: title(), align: 'end', figure: id, ...group, cell });
    }
  }
  return columns;
}

function widthOf({ title, figure, cell }: Column, rows: readonly ReportRow[]): number {
  const { letter, around, icon, name } = WIDTHS;
  // Titles are wider.
  let most = title.length * letter * 1.2;
  for (const row of rows.slice(0, LOOKED_AT)) {
    const { text, icon: mark } = cell(row);
    most = Math.max(most, text.length * letter + (mark === undefined ? 0 : icon));
  }
  const isName = figure === 'file' || cell(NO_ROW).action === OPEN;
  return (isName ? Math.min(most, name) : most) + around;
}

const NO_ROW: ReportRow = {
  id: '',
  name: '',
  file: '',
  tags: '',
  cells: new Map(),
  change: undefined,
};

function verdictCell(found: ComparedCell | undefined): TableCell {
  if (!found) return { text: '' };
  const { verdict, isFlaky, passed, count } = found.now;
  const words = isFlaky ? l10n.t('{0}, flaky', verdictText(verdict)) : verdictText(verdict);
  return {
    text: count > 1 ? l10n.t('{0} ({1} of {2})', words, passed, count) : words,
    icon: VERDICT_ICONS[verdict],
    // Sorts by pass rate within a result.
    order: VERDICT_ORDER[verdict] + (count === 0 ? 0 : passed / count / 2),
    ...(verdict === 'pass' ? { tone: 'good' } : verdict === 'fail' ? { tone: 'danger' } : {}),
  };
}

function figureCell(found: ComparedCell | undefined, { of, text }: Figure): TableCell {
  const value = found && of(found.now);
  if (value === undefined) return { text: '' };
  const { before } = found ?? {};
  const earlier = before && of(before);
  const differs = earlier !== undefined && text(earlier) !== text(value);
  const mark = differs ? (value > earlier ? '↑ ' : '↓ ') : '';
  return { text: `${mark}${text(value)}`, order: value };
}

function changeText(change: Change): string {
  switch (change) {
    case 'worse':
      return l10n.t('Worse');
    case 'better':
      return l10n.t('Better');
    case 'other':
      return l10n.t('Differs');
    case 'added':
      return l10n.t('New');
    case 'same':
      return '';
  }
}

function changeCell(change: Change | undefined): TableCell {
  const order = changeOrder(change);
  if (change === undefined) return { text: '', order };
  const text = changeText(change);
  if (change === 'worse') return { text, order, tone: 'danger', icon: 'arrow-down' };
  if (change === 'better') return { text, order, tone: 'good', icon: 'arrow-up' };
  return { text, order, tone: 'muted' };
}
