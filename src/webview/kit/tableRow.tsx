import * as l10n from '@vscode/l10n';
import type { ComponentChildren, VNode } from 'preact';
import { Icon, isIconName } from './icon';
import type { TableCell, TableRow } from '../tableRows';
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
