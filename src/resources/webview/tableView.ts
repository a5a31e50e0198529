import * as l10n from '@vscode/l10n';
import type { SheetCell, SheetRow } from '../../platform/sheet';
import { type Block, type BlockView, button, make, type ViewContext } from './elements';

/** What the user has done to a table. */
export interface TableState {
  readonly selected: readonly string[];
  readonly sorting?: Sorting | undefined;
}

/** A table whose rows can be chosen and sorted; both stay while its content changes. */
export class TableView implements BlockView<Block<'table'>> {
  readonly element = make('section', { class: 'table' });
  readonly #context: ViewContext;
  readonly #bar = make('div', { class: 'bar' });
  readonly #head = make('tr');
  readonly #body = make('tbody');
  readonly #table: HTMLTableElement;
  readonly #caption = make('h3');
  readonly #count = make('span', { class: 'count', role: 'status' });
  readonly #actions = make('div', { class: 'button-row' });
  readonly #empty = make('p', { class: 'text muted' });
  readonly #all = make('input', { type: 'checkbox' });
  readonly #selected = new Set<string>();
  /** Rows that are drawn, by what they were drawn from: an update draws only what is new. */
  #drawn = new Map<string, { readonly from: string; readonly row: TableRow }>();
  #block: Block<'table'> | undefined;
  #shape = '';
  #sorting: Sorting | undefined;
  #last: string | undefined;

  constructor(context: ViewContext, id: string, state: TableState | undefined) {
    this.#context = context;
    this.#caption.id = `caption-${id}`;
    this.#table = make(
      'table',
      { 'aria-labelledby': this.#caption.id },
      make('thead', {}, this.#head),
      this.#body,
    );
    this.#bar.append(this.#caption, this.#count, this.#actions);
    this.element.append(this.#bar, this.#empty, this.#table);
    this.#all.setAttribute('aria-label', l10n.t('Select all rows'));
    this.#all.addEventListener('change', () => this.#selectAll(this.#all.checked));
    for (const one of state?.selected ?? []) this.#selected.add(one);
    this.#sorting = state?.sorting;
    // The titles of the columns stay below the bar, however many lines that has.
    new ResizeObserver(() =>
      this.element.style.setProperty('--bar', `${this.#bar.offsetHeight}px`),
    ).observe(this.#bar);
  }

  get state(): TableState {
    return { selected: [...this.#selected], sorting: this.#sorting };
  }

  show(block: Block<'table'>): void {
    this.#block = block;
    const there = new Set(block.rows.filter((row) => row.isSelectable).map(({ id }) => id));
    for (const id of this.#selected) if (!there.has(id)) this.#selected.delete(id);
    this.#caption.textContent = block.caption;
    this.#empty.textContent = block.empty;
    this.#empty.hidden = block.rows.length > 0;
    this.#table.hidden = block.rows.length === 0;
    const shape = JSON.stringify([block.columns, block.actions, there.size > 0]);
    if (shape !== this.#shape) {
      this.#shape = shape;
      this.#drawn.clear();
      this.#showActions(block);
    }
    this.#showHead(block);
    this.#showRows(block);
    this.#showSelection();
  }

  get #hasBoxes(): boolean {
    return this.#block?.rows.some((row) => row.isSelectable) ?? false;
  }

  #showActions({ actions = [] }: Block<'table'>): void {
    const ask = (id: string): void => this.#context.act(id, [...this.#selected]);
    this.#actions.replaceChildren(
      ...actions.map(({ id, title, tone }) =>
        button(title, tone === 'danger' ? 'danger' : 'secondary', () => {
          if (this.#selected.size > 0) ask(id);
        }),
      ),
    );
  }

  #showHead({ columns }: Block<'table'>): void {
    const focused = [...this.#head.querySelectorAll('button')].findIndex(
      (one) => one === document.activeElement,
    );
    const titles = columns.map(({ title, align }, at) => {
      const isSorted = this.#sorting?.column === at;
      const direction = this.#sorting?.isDescending ? 'descending' : 'ascending';
      const sort = isSorted ? direction : undefined;
      return make(
        'th',
        { scope: 'col', class: align, 'aria-sort': sort },
        button(title, 'link', () => this.#sort(at)),
      );
    });
    const box = this.#hasBoxes ? [make('th', { class: 'box' }, this.#all)] : [];
    this.#head.replaceChildren(...box, ...titles);
    if (focused >= 0) this.#head.querySelectorAll('button')[focused]?.focus();
  }

  #showRows(block: Block<'table'>): void {
    const ends = block.columns.map(({ align }) => align === 'end');
    const before = this.#drawn;
    this.#drawn = new Map();
    for (const row of block.rows) {
      const from = JSON.stringify(row);
      const known = before.get(row.id);
      const drawn =
        known?.from === from
          ? known.row
          : new TableRow(row, {
              context: this.#context,
              ends,
              hasBoxes: this.#hasBoxes,
              isSelected: this.#selected.has(row.id),
              onSelect: (one, isSelected, range) => this.#select(one, isSelected, range),
            });
      this.#drawn.set(row.id, { from, row: drawn });
    }
    const elements = this.#sorted().map(({ id }) => this.#drawn.get(id)?.row.element);
    for (const [at, element] of elements.entries()) {
      // Moved only where it must be: what moves loses the focus.
      const there = this.#body.children[at] ?? null;
      if (element && there !== element) this.#body.insertBefore(element, there);
    }
    while (this.#body.children.length > elements.length) this.#body.lastChild?.remove();
  }

  #sorted(): readonly SheetRow[] {
    return sortRows(this.#block?.rows ?? [], this.#sorting);
  }

  #sort(column: number): void {
    this.#sorting = nextSorting(this.#sorting, column);
    if (this.#block) this.show(this.#block);
    this.#context.onDidChange();
  }

  /** With Shift, all from the one that was clicked before to this one. */
  #select({ id }: SheetRow, isSelected: boolean, range: boolean): void {
    const order = this.#sorted().filter((row) => row.isSelectable);
    const ids = order.map((row) => row.id);
    const [from, to] = [ids.indexOf(this.#last ?? id), ids.indexOf(id)].toSorted((a, b) => a - b);
    const chosen =
      range && from !== undefined && from >= 0 ? ids.slice(from, (to ?? from) + 1) : [id];
    this.#last = id;
    this.#set(chosen, isSelected);
  }

  #selectAll(isSelected: boolean): void {
    const rows = this.#block?.rows.filter((row) => row.isSelectable) ?? [];
    this.#set(
      rows.map(({ id }) => id),
      isSelected,
    );
  }

  #set(ids: readonly string[], isSelected: boolean): void {
    for (const id of ids) {
      if (isSelected) this.#selected.add(id);
      else this.#selected.delete(id);
      const drawn = this.#drawn.get(id);
      if (drawn) drawn.row.isSelected = isSelected;
    }
    this.#showSelection();
    this.#context.onDidChange();
  }

  #showSelection(): void {
    const all = this.#block?.rows.filter((row) => row.isSelectable).length ?? 0;
    const count = this.#selected.size;
    this.#all.checked = count > 0 && count === all;
    this.#all.indeterminate = count > 0 && count < all;
    const words = l10n.t('{0} selected', count);
    this.#count.textContent = count > 0 ? words : '';
    for (const one of this.#actions.querySelectorAll('button')) {
      one.setAttribute('aria-disabled', String(count === 0));
    }
  }
}

/** From so many characters on, a text may break anywhere where there is little room. */
const LONG = 12;

export interface RowOptions {
  readonly context: ViewContext;
  /** Whether columns have their text at the end. */
  readonly ends: readonly boolean[];
  /** Any row of the table may be chosen. */
  readonly hasBoxes: boolean;
  readonly isSelected: boolean;
  readonly onSelect: (row: SheetRow, isSelected: boolean, range: boolean) => void;
}

/** A row of a table, with the box that chooses it. */
class TableRow {
  readonly element: HTMLTableRowElement;
  readonly #box: HTMLInputElement | undefined;

  constructor(row: SheetRow, options: RowOptions) {
    const { context, hasBoxes, ends } = options;
    this.element = make('tr', { class: row.tone });
    if (hasBoxes) {
      if (row.isSelectable) this.#box = this.#makeBox(row, options);
      this.element.append(make('td', { class: 'box' }, ...(this.#box ? [this.#box] : [])));
    }
    const cells = row.cells.map((cell, at) =>
      makeCell(cell, ends[at] ?? false, row.id, context, at === 0 && row.tone === 'danger'),
    );
    this.element.append(...cells);
    this.isSelected = options.isSelected;
  }

  set isSelected(isSelected: boolean) {
    if (!this.#box) return;
    this.#box.checked = isSelected;
    this.element.classList.toggle('selected', isSelected);
  }

  #makeBox(row: SheetRow, { onSelect }: RowOptions): HTMLInputElement {
    const words = row.cells.map(({ text }) => text).join(', ');
    const label = l10n.t('Select {0}', words);
    const box = make('input', { type: 'checkbox', 'aria-label': label });
    box.addEventListener('click', ({ shiftKey }) => onSelect(row, box.checked, shiftKey));
    return box;
  }
}

function makeCell(
  { text, tone, action }: SheetCell,
  isEnd: boolean,
  row: string,
  { act }: ViewContext,
  isMarked: boolean,
): HTMLTableCellElement {
  const look =
    [tone, isEnd && 'end', text.length > LONG && 'long'].filter(Boolean).join(' ') || undefined;
  const cell = make('td', { class: look, title: text });
  // Not by its colour alone, and not by sight alone.
  if (isMarked)
    cell.append(
      make('span', {
        class: 'mark',
        role: 'img',
        title: l10n.t('Warning'),
        'aria-label': l10n.t('Warning'),
      }),
    );
  cell.append(action === undefined ? text : button(text, 'link', () => act(action, [row])));
  return cell;
}

/** A column by its place, and the direction. */
interface Sorting {
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
