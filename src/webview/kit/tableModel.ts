import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { TableColumn, TableRow } from '../tableRows';

/** A column by its place, and the direction. */
interface Sorting {
  readonly column: number;
  readonly isDescending: boolean;
}

/** What the user has done to a table. */
export interface TableState {
  readonly selected: readonly string[];
  readonly sorting?: Sorting | undefined;
  readonly filter?: string | undefined;
  readonly widths?: readonly number[] | undefined;
}

/**
 * A table as its user has arranged it: rows that come from elsewhere and may change at any time, and the order, the
 * filter, the selection and the widths of columns, which stay while they do.
 */
export class TableModel {
  /** As they came. */
  readonly rows: ReadonlySignal<readonly TableRow[]>;
  /** Words that a row must have to be shown. */
  readonly filter = signal('');
  /** Shares of its width that the user gave its columns; absent while their texts decide. */
  readonly widths = signal<readonly number[] | undefined>(undefined);
  /** The rows that pass the filter, in their order. */
  readonly shown: ReadonlySignal<readonly TableRow[]>;
  /** Any row may be selected. */
  readonly isSelectable: ReadonlySignal<boolean>;
  /** Something can be done in it with the keyboard, so that this goes from row to row. */
  readonly isInteractive: ReadonlySignal<boolean>;
  readonly state: ReadonlySignal<TableState>;
  readonly #sorting = signal<Sorting | undefined>(undefined);
  readonly #selected = signal<ReadonlySet<string>>(new Set());
  readonly #active = signal<string | undefined>(undefined);
  /** Where a range of rows begins. */
  #anchor: string | undefined;

  constructor(rows: ReadonlySignal<readonly TableRow[]>, state?: TableState) {
    this.rows = rows;
    if (state) {
      this.#selected.value = new Set(state.selected);
      this.#sorting.value = state.sorting;
      this.filter.value = state.filter ?? '';
      this.widths.value = state.widths;
    }
    // Two steps: who types a filter does not wait for the sorting.
    const sorted = computed(() => sortRows(this.rows.value, this.#sorting.value));
    this.shown = computed(() => {
      const words = searchWords(this.filter.value);
      if (words.length === 0) return sorted.value;
      return sorted.value.filter((row) => {
        const text = searchText(row);
        return words.every((word) => text.includes(word));
      });
    });
    this.isSelectable = computed(() => this.rows.value.some((row) => row.isSelectable));
    this.isInteractive = computed(
      () =>
        this.isSelectable.value ||
        this.rows.value.some(({ cells }) => cells.some(({ action }) => action !== undefined)),
    );
    this.state = computed(() => ({
      selected: [...this.#selected.value],
      sorting: this.#sorting.value,
      filter: this.filter.value,
      widths: this.widths.value,
    }));
  }

  get sorting(): Sorting | undefined {
    return this.#sorting.value;
  }

  get selected(): ReadonlySet<string> {
    return this.#selected.value;
  }

  /** Place among the rows that are shown of the one that the keyboard is at; the first until it was moved. */
  get activeIndex(): number {
    const id = this.#active.value;
    return id === undefined ? 0 : Math.max(this.#indexOf(id), 0);
  }

  /** What the host does not name any more is not selected when it comes back. */
  dropMissing(): void {
    const there = new Set(this.rows.peek().flatMap((row) => (row.isSelectable ? [row.id] : [])));
    const left = [...this.#selected.peek()].filter((id) => there.has(id));
    if (left.length < this.#selected.peek().size) this.#selected.value = new Set(left);
  }

  sortBy(column: number): void {
    this.#sorting.value = nextSorting(this.#sorting.peek(), column);
  }

  /**
   * Other columns are there from now on: what is sorted by stays that, wherever it stands now, and nothing is where it is
   * gone. Widths are shares of all columns, and hold no longer.
   */
  changeColumns(before: readonly TableColumn[], now: readonly TableColumn[]): void {
    const sorting = this.#sorting.peek();
    const sorted = sorting && before[sorting.column];
    const column = sorted ? now.findIndex((one) => isSameColumn(one, sorted)) : -1;
    if (sorting && column !== sorting.column) {
      this.#sorting.value = column < 0 ? undefined : { ...sorting, column };
    }
    if (before.length !== now.length) this.widths.value = undefined;
  }

  /** The keyboard is at a row, by a click on it for example. */
  visit(index: number): void {
    const row = this.shown.peek()[index];
    if (row) this.#active.value = row.id;
  }

  /** Brings the keyboard to a row; with `extend`, the selection goes along from where it began. */
  moveTo(index: number, extend = false): void {
    const rows = this.shown.peek();
    const row = rows[index];
    if (!row) return;
    const before = this.activeIndex;
    this.#active.value = row.id;
    if (!extend) this.#anchor = row.id;
    else this.#extend(rows, before, index);
  }

  /** Selects a row or not; with `range`, all from the one that was chosen before to this one. */
  select(id: string, isSelected: boolean, range = false): void {
    const rows = this.shown.peek();
    const ids = rows.map((row) => row.id);
    const to = ids.indexOf(id);
    const from = range && this.#anchor !== undefined ? ids.indexOf(this.#anchor) : to;
    this.#active.value = id;
    if (!range || from < 0) this.#anchor = id;
    this.#set(rows.slice(Math.min(from < 0 ? to : from, to), Math.max(from, to) + 1), isSelected);
  }

  /** All that are shown, or none of them. */
  selectAll(isSelected: boolean): void {
    this.#set(this.shown.peek(), isSelected);
  }

  clearSelection(): void {
    this.#selected.value = new Set();
  }

  #indexOf(id: string): number {
    return this.shown.value.findIndex((row) => row.id === id);
  }

  #extend(rows: readonly TableRow[], from: number, to: number): void {
    this.#anchor ??= rows[from]?.id;
    const anchor = Math.max(
      rows.findIndex((row) => row.id === this.#anchor),
      0,
    );
    // Back towards where it began, the rows that are left are not in the range any more.
    this.#set(rows.slice(Math.min(from, to), Math.max(from, to) + 1), false);
    this.#set(rows.slice(Math.min(anchor, to), Math.max(anchor, to) + 1), true);
  }

  #set(rows: readonly TableRow[], isSelected: boolean): void {
    const next = new Set(this.#selected.peek());
    for (const { id, isSelectable } of rows) {
      if (!isSelectable) continue;
      if (isSelected) next.add(id);
      else next.delete(id);
    }
    this.#selected.value = next;
  }
}

/** Whether it is known by the same words. */
export function isSameColumn(one: TableColumn, other: TableColumn): boolean {
  return one.title === other.title && one.group === other.group;
}

/** Of each row made once, however often others come and go beside it. */
const searchTexts = new WeakMap<TableRow, string>();

function searchText(row: TableRow): string {
  const known = searchTexts.get(row);
  if (known !== undefined) return known;
  const text = row.cells
    .map((cell) => cell.text)
    .join('\n')
    .toLocaleLowerCase();
  searchTexts.set(row, text);
  return text;
}

function searchWords(filter: string): readonly string[] {
  return filter
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** What a click on a column's title asks for: up, down, then the order in which the rows came. */
export function nextSorting(now: Sorting | undefined, column: number): Sorting | undefined {
  if (now?.column !== column) return { column, isDescending: false };
  return now.isDescending ? undefined : { column, isDescending: true };
}

interface SortKey {
  readonly row: TableRow;
  readonly text: string;
  /** NaN for what is no number. */
  readonly number: number;
}

/** The rows in the order of a column: numbers by value and before words, equals as they came, and empty cells last. */
export function sortRows(
  rows: readonly TableRow[],
  sorting: Sorting | undefined,
): readonly TableRow[] {
  if (!sorting) return rows;
  const { column, isDescending } = sorting;
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  const keys = rows.map((row): SortKey => {
    const { text = '', order: number = numberIn(text) } = row.cells[column] ?? {};
    return { row, text, number };
  });
  const order = (a: SortKey, b: SortKey): number => {
    const [isEmptyA, isEmptyB] = [isEmpty(a), isEmpty(b)];
    if (isEmptyA || isEmptyB) return Number(isEmptyA) - Number(isEmptyB);
    return isDescending ? byValue(b, a) : byValue(a, b);
  };
  const byValue = (a: SortKey, b: SortKey): number => {
    const [isWordA, isWordB] = [Number.isNaN(a.number), Number.isNaN(b.number)];
    if (isWordA !== isWordB) return isWordA ? 1 : -1;
    return isWordA ? compare(a.text, b.text) : a.number - b.number;
  };
  return keys.sort(order).map(({ row }) => row);
}

function isEmpty({ text, number }: SortKey): boolean {
  return text === '' && Number.isNaN(number);
}

function numberIn(text: string): number {
  return text === '' ? NaN : Number(text.replace(/(?<=\d),(?=\d{3})/g, ''));
}
