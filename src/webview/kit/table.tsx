import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { TableAction, TableColumn, TableContent } from '../tableRows';
import { Button } from './button';
import { Columns, Widths } from './tableColumns';
import { TableHead } from './tableHead';
import { type OnAction, Row, pressInRows } from './tableRow';
import type { TableModel } from './tableModel';
import './table.css';
import { VIRTUAL_FROM, VirtualList } from './virtualList';

const FILTER_FROM = 50;

interface TableProps extends Omit<TableContent, 'rows'> {
  readonly model: TableModel;
  /** Whether to show the filter regardless of row count. */
  readonly isFiltered?: boolean;
  readonly current?: string | undefined;
  readonly onAction: OnAction;
}

/**
 * A table with sorting, filter, and selection. Keyboard as in VS Code lists: one tab stop each for head and
 * rows. The head is sticky.
 */
export function Table(props: TableProps): VNode {
  const { id, model, caption, columns, actions = [], empty, isFiltered = false, onAction } = props;
  const { current } = props;
  const section = useRef<HTMLElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const isEmpty = model.rows.value.length === 0;
  const hasChosen = model.selected.size > 0;
  const captionId = `caption-${id}`;
  useLayoutEffect(() => {
    // Column heads stick below the bar, whose height varies.
    const sizes = new ResizeObserver(() =>
      section.current?.style.setProperty('--bar', `${bar.current?.offsetHeight ?? 0}px`),
    );
    if (bar.current) sizes.observe(bar.current);
    return () => sizes.disconnect();
  }, []);
  return (
    <section class={isEmpty ? 'data-table empty' : 'data-table'} ref={section}>
      <div class={hasChosen ? 'data-table-bar has-chosen' : 'data-table-bar'} ref={bar}>
        <h3 id={captionId}>{caption}</h3>
        <Filter model={model} caption={caption} isThere={isFiltered} />
        <div class="data-table-chosen">
          <Count model={model} />
          {actions.length > 0 && <Actions model={model} actions={actions} onAction={onAction} />}
        </div>
      </div>
      {isEmpty && <p class="text muted">{empty}</p>}
      {!isEmpty && model.shown.value.length === 0 && (
        <p class="text muted">{l10n.t('No matching results')}</p>
      )}
      {!isEmpty && (
        <Grid
          model={model}
          labelledBy={captionId}
          columns={columns}
          isFiltered={isFiltered}
          current={current}
          onAction={onAction}
          toFilter={() =>
            section.current?.querySelector<HTMLElement>('.data-table-filter')?.focus()
          }
        />
      )}
    </section>
  );
}

function Count({ model }: { readonly model: TableModel }): VNode {
  const { selected } = model;
  const shown = model.shown.value;
  const total = model.rows.value.length;
  const number = (count: number): string =>
    count.toLocaleString(document.documentElement.lang || 'en');
  const words = [];
  if (shown.length < total)
    words.push(l10n.t('{0} of {1} rows', number(shown.length), number(total)));
  if (selected.size > 0) {
    const hidden = selected.size - shown.filter(({ id }) => selected.has(id)).length;
    words.push(
      hidden === 0
        ? l10n.t('{0} selected', number(selected.size))
        : l10n.t('{0} selected, {1} of them hidden', number(selected.size), number(hidden)),
    );
  }
  return (
    <span class="data-table-count" role="status">
      {words.join(' · ')}
    </span>
  );
}

interface FilterProps {
  readonly model: TableModel;
  readonly caption: string;
  readonly isThere: boolean;
}

function Filter({ model, caption, isThere }: FilterProps): VNode | null {
  const isNeeded = isThere || model.rows.value.length >= FILTER_FROM;
  if (!isNeeded && model.filter.value === '') return null;
  return (
    <input
      type="text"
      class="data-table-filter"
      placeholder={l10n.t('Filter')}
      aria-label={l10n.t('Filter {0}', caption)}
      spellcheck={false}
      value={model.filter}
      onInput={({ currentTarget }) => (model.filter.value = currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || model.filter.value === '') return;
        event.stopPropagation();
        model.filter.value = '';
      }}
    />
  );
}

interface ActionsProps {
  readonly model: TableModel;
  readonly actions: readonly TableAction[];
  readonly onAction: OnAction;
}

function Actions({ model, actions, onAction }: ActionsProps): VNode {
  const { selected } = model;
  return (
    <div class="button-row">
      {actions.map(({ id, title, tone }) => (
        <Button
          key={id}
          label={title}
          kind={tone === 'danger' ? 'danger' : 'secondary'}
          isDisabled={selected.size === 0}
          onClick={() => onAction(id, [...selected])}
        />
      ))}
    </div>
  );
}

interface GridProps {
  readonly model: TableModel;
  readonly labelledBy: string;
  readonly columns: readonly TableColumn[];
  readonly isFiltered: boolean;
  readonly current: string | undefined;
  readonly onAction: OnAction;
  readonly toFilter: () => void;
}

/** The table element. Uses the `grid` role only if interactive. */
function Grid(props: GridProps): VNode {
  const { model, labelledBy, columns, isFiltered, current, onAction, toFilter } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const head = useRef<HTMLTableSectionElement>(null);
  const isAwaited = useRef(false);
  const rows = model.shown.value;
  const { selected } = model;
  const isGrid = model.isInteractive.value;
  const isSelectable = model.isSelectable.value;
  const active = model.activeIndex;
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const above = columns.some(({ group }) => group !== undefined) ? 2 : 1;
  const ends = useMemo(() => columns.map(({ align }) => align === 'end'), [columns]);
  const pinned = useMemo(() => (isGrid ? [active] : []), [isGrid, active]);
  const showActive = (): void => {
    const row = body.current?.querySelector<HTMLElement>(`[data-row="${model.activeIndex}"]`);
    isAwaited.current = !row;
    row?.focus();
  };
  useLayoutEffect(() => {
    if (isAwaited.current) showActive();
  });
  return (
    <table
      role={isGrid ? 'grid' : undefined}
      aria-labelledby={labelledBy}
      aria-multiselectable={isSelectable ? true : undefined}
      aria-rowcount={isGrid ? rows.length + above : undefined}
    >
      <Columns model={model} hasBoxes={isSelectable} />
      <TableHead
        head={head}
        model={model}
        columns={columns}
        leaveDown={isGrid ? showActive : undefined}
      />
      <tbody
        ref={body}
        onFocusIn={({ target }) => {
          const row = (target as Element).closest<HTMLElement>('[data-row]');
          if (row) model.visit(Number(row.dataset.row));
        }}
        onKeyDown={(event) =>
          pressInRows(event, {
            model,
            showActive,
            leaveUp: () => head.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(),
            toFilter: isFiltered || rows.length >= VIRTUAL_FROM ? toFilter : undefined,
            open: (row) => row.querySelector<HTMLElement>('.link')?.click(),
          })
        }
      >
        <VirtualList
          ids={ids}
          pinned={pinned}
          parent={body}
          row={(index) => {
            const row = rows[index];
            return (
              row && (
                <Row
                  key={row.id}
                  model={model}
                  row={row}
                  index={index}
                  above={above}
                  ends={ends}
                  hasBoxes={isSelectable}
                  isSelected={selected.has(row.id)}
                  isCurrent={row.id === current}
                  isActive={isGrid ? index === active : undefined}
                  onAction={onAction}
                />
              )
            );
          }}
          gap={(pixels, key) => (
            <tr key={key} aria-hidden="true" style={{ height: `${pixels}px` }}>
              <td colSpan={columns.length + (isSelectable ? 1 : 0)} />
            </tr>
          )}
        />
      </tbody>
      {rows.length >= VIRTUAL_FROM && <Widths rows={model.rows.value} hasBoxes={isSelectable} />}
    </table>
  );
}
