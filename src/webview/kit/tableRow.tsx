import * as l10n from '@vscode/l10n';
import type { ComponentChildren, VNode } from 'preact';
import { Icon, isIconName } from './icon';
import type { TableCell, TableRow } from '../tableRows';
import { nextIndex } from './rovingFocus';
import type { TableModel } from './tableModel';

export const LONG = 12;

export type OnAction = (action: string, rows: readonly string[]) => void;

interface RowProps {
  readonly model: TableModel;
  readonly row: TableRow;
  readonly index: number;
  readonly above: number;
  readonly ends: readonly boolean[];
  readonly hasBoxes: boolean;
  readonly isSelected: boolean;
  readonly isCurrent: boolean;
  /** Whether the row is the tab stop. Undefined if rows aren't focusable. */
  readonly isActive: boolean | undefined;
  readonly onAction: OnAction;
}

export function Row(props: RowProps): VNode {
  const { model, row, index, above, ends, hasBoxes, isSelected, isCurrent, isActive, onAction } =
    props;
  const isSelectable = row.isSelectable ?? false;
  const looks = [row.tone, isSelected && 'selected', isCurrent && 'current'];
  return (
    <tr
      data-row={index}
      class={looks.filter(Boolean).join(' ') || undefined}
      // Required for virtual rows. Counts the head rows.
      aria-rowindex={isActive === undefined ? undefined : index + above + 1}
      aria-current={isCurrent ? true : undefined}
      aria-selected={isSelectable ? isSelected : undefined}
      tabIndex={isActive === undefined ? undefined : isActive ? 0 : -1}
      onMouseDown={(event) => {
        // Shift+click selects rows, not text.
        if (isSelectable && event.shiftKey) event.preventDefault();
      }}
      onClick={(event) => {
        if (!isSelectable || isWidget(event.target)) return;
        if (event.shiftKey) model.select(row.id, true, true);
        else if (event.ctrlKey || event.metaKey) model.select(row.id, !isSelected);
        else model.moveTo(index);
      }}
    >
      {hasBoxes && (
        <td class="box">
          {isSelectable && (
            <input
              type="checkbox"
              tabIndex={-1}
              aria-label={l10n.t('Select {0}', row.cells.map(({ text }) => text).join(', '))}
              checked={isSelected}
              onClick={({ currentTarget, shiftKey }) =>
                model.select(row.id, currentTarget.checked, shiftKey)
              }
            />
          )}
        </td>
      )}
      {row.cells.map((cell, at) => (
        <Cell
          key={at}
          cell={cell}
          row={row.id}
          isEnd={ends[at] ?? false}
          isMarked={at === 0 && row.tone === 'danger'}
          onAction={onAction}
        />
      ))}
    </tr>
  );
}

function isWidget(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, button') !== null;
}

interface CellProps {
  readonly cell: TableCell;
  readonly row: string;
  readonly isEnd: boolean;
  readonly isMarked: boolean;
  readonly onAction: OnAction;
}

function Cell({ cell, row, isEnd, isMarked, onAction }: CellProps): VNode {
  const { text, tone, action, icon = '' } = cell;
  const isLong = text.length > LONG;
  const look = [tone, isEnd && 'end', isLong && 'long'].filter(Boolean).join(' ');
  const words =
    action === undefined ? (
      text
    ) : (
      <button type="button" class="link" tabIndex={-1} onClick={() => onAction(action, [row])}>
        {text}
      </button>
    );
  const content = isIconName(icon) ? (
    <span class="marked">
      <span class="mark">
        <Icon name={icon} />
      </span>
      {words}
    </span>
  ) : (
    words
  );
  return (
    <td class={look || undefined} title={isLong ? text : undefined}>
      {isMarked ? <Marked>{content}</Marked> : content}
    </td>
  );
}

/** Marks attention with an icon and screen reader text, not only color. */
function Marked({ children }: { readonly children: ComponentChildren }): VNode {
  const words = l10n.t('Warning');
  return (
    <span class="marked">
      <span class="mark" role="img" title={words} aria-label={words}>
        <Icon name="warning" />
      </span>
      {children}
    </span>
  );
}

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
