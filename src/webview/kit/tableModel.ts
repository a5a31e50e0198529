import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { TableColumn, TableRow } from '../tableRows';

interface Sorting {
  readonly column: number;
  readonly isDescending: boolean;
}

export interface TableState {
  readonly selected: readonly string[];
  readonly sorting?: Sorting | undefined;
  readonly filter?: string | undefined;
  readonly widths?: readonly number[] | undefined;
}

/** Table state. Sorting, filter, selection, and widths persist while rows change. */
export class TableModel {
  readonly rows: ReadonlySignal<readonly TableRow[]>;
  /** Words that a row must contain. */
  readonly filter = signal('');
  /** Relative column widths set by the user. Undefined for automatic. */
  readonly widths = signal<readonly number[] | undefined>(undefined);
  readonly shown: ReadonlySignal<readonly TableRow[]>;
  readonly isSelectable: ReadonlySignal<boolean>;
  readonly isInteractive: ReadonlySignal<boolean>;
  readonly state: ReadonlySignal<TableState>;
  readonly #sorting = signal<Sorting | undefined>(undefined);
  readonly #selected = signal<ReadonlySet<string>>(new Set());
  readonly #active = signal<string | undefined>(undefined);
  #anchor: string | undefined;

  constructor(rows: ReadonlySignal<readonly TableRow[]>, state?: TableState) {
    this.rows = rows;
    if (state) {
      this.#selected.value = new Set(state.selected);
      this.#sorting.value = state.sorting;
      this.filter.value = state.filter ?? '';
      this.widths.value = state.widths;
    }
    // Separate signals, so that filtering doesn't sort again.
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

  get activeIndex(): number {
    const id = this.#active.value;
    return id === undefined ? 0 : Math.max(this.#indexOf(id), 0);
  }

  dropMissing(): void {
    const there = new Set(this.rows.peek().flatMap((row) => (row.isSelectable ? [row.id] : [])));
    const left = [...this.#selected.peek()].filter((id) => there.has(id));
    if (left.length < this.#selected.peek().size) this.#selected.value = new Set(left);
  }

  sortBy(column: number): void {
    this.#sorting.value = nextSorting(this.#sorting.peek(), column);
  }

  /** Handles new columns: retains the sorting if its column still exists, and resets the widths. */
  changeColumns(before: readonly TableColumn[], now: readonly TableColumn[]): void {
    const sorting = this.#sorting.peek();
    const sorted = sorting && before[sorting.column];
    const column = sorted ? now.findIndex((one) => isSameColumn(one, sorted)) : -1;
    if (sorting && column !== sorting.column) {
      this.#sorting.value = column < 0 ? undefined : { ...sorting, column };
    }
    if (before.length !== now.length) this.widths.value = undefined;
  }

  /** Makes a row active, such as on click. */
  visit(index: number): void {
    const row = this.shown.peek()[index];
    if (row) this.#active.value = row.id;
  }

  moveTo(index: number, extend = false): void {
    const rows = this.shown.peek();
    const row = rows[index];
    if (!row) return;
    const before = this.activeIndex;
    this.#active.value = row.id;
    if (!extend) this.#anchor = row.id;
    else this.#extend(rows, before, index);
  }

  select(id: string, isSelected: boolean, range = false): void {
    const rows = this.shown.peek();
    const ids = rows.map((row) => row.id);
    const to = ids.indexOf(id);
    const from = range && this.#anchor !== undefined ? ids.indexOf(this.#anchor) : to;
    this.#active.value = id;
    if (!range || from < 0) this.#anchor = id;
    this.#set(rows.slice(Math.min(from < 0 ? to : from, to), Math.max(from, to) + 1), isSelected);
  }

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
    // Moving back toward the anchor shrinks the range.
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

export function isSameColumn(one: TableColumn, other: TableColumn): boolean {
  return one.title === other.title && one.group === other.group;
}

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

/** Cycles: ascending, descending, original order. */
export function nextSorting(now: Sorting | undefined, column: number): Sorting | undefined {
  if (now?.column !== column) return { column, isDescending: false };
  return now.isDescending ? undefined : { column, isDescending: true };
}

interface SortKey {
  readonly row: TableRow;
  readonly text: string;
  /** NaN if not a number. */
  readonly number: number;
}

/** Sorts rows by a column: numbers before text, empty cells last, stable. */
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
