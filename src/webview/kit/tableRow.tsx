import * as l10n from '@vscode/l10n';
import type { ComponentChildren, VNode } from 'preact';
import { Icon, isIconName } from './icon';
import type { TableCell, TableRow } from '../tableRows';
import type { TableModel } from './tableModel';

/** From so many characters on, a text may break anywhere where there is little room, and a tooltip has all of it. */
export const LONG = 12;

/** An action of a cell or a table, with the ids of the rows that it is about. */
export type OnAction = (action: string, rows: readonly string[]) => void;

export interface RowProps {
  readonly model: TableModel;
  readonly row: TableRow;
  /** Place among the rows that are shown. */
  readonly index: number;
  /** Rows of the head. */
  readonly above: number;
  /** Columns have their text at the end. */
  readonly ends: readonly boolean[];
  /** Any row of the table may be selected. */
  readonly hasBoxes: boolean;
  readonly isSelected: boolean;
  /** Something beside the table is about it. */
  readonly isCurrent: boolean;
  /** Can have the focus; absent where no row can. */
  readonly isActive: boolean | undefined;
  readonly onAction: OnAction;
}

/** A row of a table. */
export function Row(props: RowProps): VNode {
  const { model, row, index, above, ends, hasBoxes, isSelected, isCurrent, isActive, onAction } =
    props;
  const isSelectable = row.isSelectable ?? false;
  const looks = [row.tone, isSelected && 'selected', isCurrent && 'current'];
  return (
    <tr
      data-row={index}
      class={looks.filter(Boolean).join(' ') || undefined}
      // Of a grid whose rows are not all drawn, each says which one it is; the head is before them.
      aria-rowindex={isActive === undefined ? undefined : index + above + 1}
      aria-current={isCurrent ? true : undefined}
      aria-selected={isSelectable ? isSelected : undefined}
      tabIndex={isActive === undefined ? undefined : isActive ? 0 : -1}
      onMouseDown={(event) => {
        // Shift selects rows here, and no text.
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
  /** Id of its row. */
  readonly row: string;
  readonly isEnd: boolean;
  /** The row is to be looked at. */
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

/** What is to be looked at: not by its colour alone, and not by sight alone. */
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
