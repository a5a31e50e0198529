import type { SheetRow } from '../../platform/sheet';
import type { Block, BlockView, ViewContext } from './blockView';
import { button, make } from './make';
import { nextSorting, sortRows, type Sorting } from './sortRows';
import { TableRow } from './tableRow';

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
    this.#all.setAttribute('aria-label', context.strings.selectAll);
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
    const words = this.#context.strings.selected.replace('{0}', String(count));
    this.#count.textContent = count > 0 ? words : '';
    for (const one of this.#actions.querySelectorAll('button')) {
      one.setAttribute('aria-disabled', String(count === 0));
    }
  }
}
