import type { SheetRow } from '../../platform/sheet';

/** A column by its place, and the direction. */
export interface Sorting {
  readonly column: number;
  readonly isDescending: boolean;
}

/** What a click on a column's title asks for: up, down, then the order in which the rows came. */
export function nextSorting(now: Sorting | undefined, column: number): Sorting | undefined {
  if (now?.column !== column) return { column, isDescending: false };
  return now.isDescending ? undefined : { column, isDescending: true };
}

/** The rows in the order of a column: numbers by value and before words, equals as they came. */
export function sortRows(
  rows: readonly SheetRow[],
  sorting: Sorting | undefined,
): readonly SheetRow[] {
  if (!sorting) return rows;
  const { column, isDescending } = sorting;
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  const keys = new Map(rows.map((row) => [row, row.cells[column]?.text ?? '']));
  const order = (a: SheetRow, b: SheetRow): number => {
    const [left, right] = [keys.get(a) ?? '', keys.get(b) ?? ''];
    const [x, y] = [numberIn(left), numberIn(right)];
    if (!Number.isNaN(x) && !Number.isNaN(y)) return x - y;
    if (Number.isNaN(x) !== Number.isNaN(y)) return Number.isNaN(x) ? 1 : -1;
    return compare(left, right);
  };
  return rows.toSorted(isDescending ? (a, b) => order(b, a) : order);
}

function numberIn(text: string): number {
  return text === '' ? NaN : Number(text.replace(/(?<=\d),(?=\d{3})/g, ''));
}
