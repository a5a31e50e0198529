import { nextIndex } from './rovingFocus';
import type { TableModel } from './tableModel';

/** Rows that stay visible after Page Up or Page Down. */
const KEPT = 2;

interface TableKeys {
  readonly model: TableModel;
  readonly showActive: () => void;
  /** Moves the focus above the rows. Undefined if there is nothing above. */
  readonly leaveUp: () => void;
  readonly toFilter: (() => void) | undefined;
  readonly open: (row: HTMLElement) => void;
}

export function widgetsIn(row: Element): readonly HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>('input, button')];
}

/** Handles keys in rows as in VS Code lists. */
export function pressInRows(event: KeyboardEvent, keys: TableKeys): void {
  const row = (event.target as Element).closest<HTMLElement>('[data-row]');
  if (!row || event.altKey) return;
  const isDone =
    event.ctrlKey || event.metaKey
      ? pressWithControl(event, keys)
      : moveAmongRows(event, keys, row) || pressInRow(event, keys, row);
  if (!isDone) return;
  event.preventDefault();
  event.stopPropagation();
}

function pressWithControl({ key }: KeyboardEvent, { model, toFilter }: TableKeys): boolean {
  if (key === 'a' && model.isSelectable.peek()) {
    model.selectAll(true);
    return true;
  }
  // VS Code's find widget sees only rendered rows, so Ctrl+F opens the filter.
  if (key !== 'f' || !toFilter) return false;
  toFilter();
  return true;
}

function moveAmongRows(
  { key, shiftKey }: KeyboardEvent,
  { model, showActive, leaveUp }: TableKeys,
  row: HTMLElement,
): boolean {
  const now = Number(row.dataset.row);
  const page = Math.max(Math.floor(window.innerHeight / row.offsetHeight) - KEPT, 1);
  const course = { orientation: 'vertical', page, stops: true } as const;
  const goal = nextIndex(key, now, model.shown.peek().length, course);
  if (goal === undefined) return false;
  if (key === 'ArrowUp' && now === 0) leaveUp();
  else {
    model.moveTo(goal, shiftKey);
    showActive();
  }
  return true;
}

function pressInRow(
  { key, shiftKey, target }: KeyboardEvent,
  { model, open }: TableKeys,
  row: HTMLElement,
): boolean {
  const places = [row, ...widgetsIn(row)];
  const at = places.indexOf(target as HTMLElement);
  switch (key) {
    case 'ArrowRight':
      places[at + 1]?.focus();
      return true;
    case 'ArrowLeft':
      places[at - 1]?.focus();
      return true;
    case 'Escape':
      if (at > 0) row.focus();
      else if (model.selected.size > 0) model.clearSelection();
      else return false;
      return true;
    case ' ':
    case 'Enter': {
      if (at > 0) return false;
      const found = model.shown.peek()[Number(row.dataset.row)];
      if (key === 'Enter') open(row);
      else if (found) model.select(found.id, !model.selected.has(found.id), shiftKey);
      return true;
    }
    default:
      return false;
  }
}
