import { useSignal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import type { RefObject, VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { TableColumn } from '../tableRows';
import { Icon } from './icon';
import { nextIndex } from './rovingFocus';
import { resizeColumn, Sash } from './tableColumns';
import { widgetsIn } from './tableRow';
import type { TableModel } from './tableModel';

interface TableHeadProps {
  readonly head: RefObject<HTMLTableSectionElement | null>;
  readonly model: TableModel;
  readonly columns: readonly TableColumn[];
  /** Moves the focus to the rows. Undefined if rows aren't focusable. */
  readonly leaveDown: (() => void) | undefined;
}

export function TableHead({ head, model, columns, leaveDown }: TableHeadProps): VNode {
  const hasBoxes = model.isSelectable.value;
  const groups = groupsOf(columns);
  const at = useSignal(0);
  // Columns may be hidden in narrow tables.
  const stop = Math.min(at.value, columns.length - (hasBoxes ? 0 : 1));
  const tabIndex = (index: number): number | undefined => leaveDown && (index === stop ? 0 : -1);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.shiftKey && resizeByKey(event, model)) return;
    const widgets = head.current ? widgetsIn(head.current) : [];
    const now = widgets.indexOf(event.target as HTMLElement);
    const goal = nextIndex(event.key, now, widgets.length, {
      orientation: 'horizontal',
      stops: true,
    });
    if (!leaveDown || (goal === undefined && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    if (goal === undefined) leaveDown();
    else widgets[goal]?.focus();
  };
  return (
    <thead
      ref={head}
      onKeyDown={onKeyDown}
      onFocusIn={({ target }) => {
        at.value = head.current ? widgetsIn(head.current).indexOf(target as HTMLElement) : 0;
      }}
    >
      {groups.length > 0 && (
        <tr aria-rowindex={leaveDown && 1}>
          {hasBoxes && <td />}
          {groups.map(({ title, count }, index) =>
            title === undefined ? (
              <td key={index} colSpan={count} />
            ) : (
              <th key={index} scope="colgroup" class="group" colSpan={count} title={title}>
                {title}
              </th>
            ),
          )}
        </tr>
      )}
      <tr aria-rowindex={leaveDown && (groups.length > 0 ? 2 : 1)}>
        {hasBoxes && (
          <th class="box">
            <SelectAll model={model} tabIndex={tabIndex(0)} />
          </th>
        )}
        {columns.map(({ title, align }, index) => {
          const isLast = index === columns.length - 1;
          const isSorted = model.sorting?.column === index;
          const direction = model.sorting?.isDescending ? 'descending' : 'ascending';
          return (
            <th key={index} scope="col" class={align} aria-sort={isSorted ? direction : undefined}>
              <button
                type="button"
                class="data-table-sort"
                tabIndex={tabIndex(index + (hasBoxes ? 1 : 0))}
                aria-keyshortcuts={isLast ? undefined : 'Shift+ArrowLeft Shift+ArrowRight'}
                onClick={() => model.sortBy(index)}
              >
                <span class="label">{title}</span>
                {isSorted && <Icon name="arrow-down" />}
              </button>
              {!isLast && <Sash model={model} column={index} />}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

interface Group {
  readonly title: string | undefined;
  readonly count: number;
}

function groupsOf(columns: readonly TableColumn[]): readonly Group[] {
  if (columns.every(({ group }) => group === undefined)) return [];
  const groups: Group[] = [];
  for (const { group: title } of columns) {
    const last = groups.at(-1);
    if (last?.title === title && last) groups[groups.length - 1] = { title, count: last.count + 1 };
    else groups.push({ title, count: 1 });
  }
  return groups;
}

/** Pixels per key press. */
const STEP = 16;

function resizeByKey(event: KeyboardEvent, model: TableModel): boolean {
  const { key, target } = event;
  const title = target instanceof Element ? target.closest('[scope="col"]') : null;
  if (!title || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return false;
  event.preventDefault();
  const column = [...(title.parentElement?.querySelectorAll('[scope="col"]') ?? [])].indexOf(title);
  resizeColumn(model, title, column, key === 'ArrowLeft' ? -STEP : STEP);
  return true;
}

interface SelectAllProps {
  readonly model: TableModel;
  readonly tabIndex: number | undefined;
}

function SelectAll({ model, tabIndex }: SelectAllProps): VNode {
  const box = useRef<HTMLInputElement>(null);
  const { selected } = model;
  const there = model.shown.value.filter((row) => row.isSelectable);
  const count = there.filter(({ id }) => selected.has(id)).length;
  const isAll = count > 0 && count === there.length;
  useLayoutEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && !isAll;
  });
  return (
    <input
      ref={box}
      type="checkbox"
      tabIndex={tabIndex}
      aria-label={l10n.t('Select all rows')}
      checked={isAll}
      onChange={({ currentTarget }) => model.selectAll(currentTarget.checked)}
    />
  );
}
