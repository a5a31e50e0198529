import type { SheetCell, SheetRow } from '../../platform/sheet';
import type { ViewContext } from './blockView';
import { button, make } from './make';

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
export class TableRow {
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

  #makeBox(row: SheetRow, { context, onSelect }: RowOptions): HTMLInputElement {
    const words = row.cells.map(({ text }) => text).join(', ');
    const label = context.strings.select.replace('{0}', () => words);
    const box = make('input', { type: 'checkbox', 'aria-label': label });
    box.addEventListener('click', ({ shiftKey }) => onSelect(row, box.checked, shiftKey));
    return box;
  }
}

function makeCell(
  { text, tone, action }: SheetCell,
  isEnd: boolean,
  row: string,
  { act, strings }: ViewContext,
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
        title: strings.warning,
        'aria-label': strings.warning,
      }),
    );
  cell.append(action === undefined ? text : button(text, 'link', () => act(action, [row])));
  return cell;
}
