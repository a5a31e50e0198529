import * as l10n from '@vscode/l10n';
import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { compactNumber, dollarsText } from '../../base/format';
import { nextIndex } from '../../webview/kit/rovingFocus';
import { VirtualList } from '../../webview/kit/virtualList';

/** Row height of VS Code lists, in pixels. */
const ROW = 22;
/** Rows that are rendered above and below the window. */
const BEYOND = 4 * ROW;

interface RowListProps<T extends { readonly id: number }> {
  readonly label: string;
  readonly rows: readonly T[];
  readonly selected: number | undefined;
  /** Class, spoken text, and content of a row. */
  readonly look: (row: T) => string | undefined;
  readonly name: (row: T) => string;
  readonly content: (row: T) => ComponentChildren;
  readonly onSelect: (id: number) => void;
  readonly onOpen: (id: number) => void;
}

/** A list of one-line rows as in VS Code: one tab stop, arrows select, Enter opens. */
export function RowList<T extends { readonly id: number }>(props: RowListProps<T>): VNode {
  const { label, rows, selected, look, name, content, onSelect, onOpen } = props;
  const list = useRef<HTMLDivElement>(null);
  const isAwaited = useRef(false);
  const ids = useMemo(() => rows.map(({ id }) => String(id)), [rows]);
  const found = useMemo(() => rows.findIndex(({ id }) => id === selected), [rows, selected]);
  const active = Math.max(found, 0);
  const pinned = useMemo(() => [active], [active]);
  const focus = (): void => {
    const row = list.current?.querySelector<HTMLElement>(`[data-row="${active}"]`);
    isAwaited.current = !row;
    row?.focus();
  };
  useLayoutEffect(() => {
    if (isAwaited.current) focus();
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, ctrlKey, altKey, metaKey, shiftKey } = event;
    if (ctrlKey || altKey || metaKey || shiftKey) return;
    const page = Math.max(
      1,
      Math.floor((list.current?.parentElement?.clientHeight ?? 0) / ROW) - 2,
    );
    const goal = nextIndex(key, active, rows.length, {
      orientation: 'vertical',
      page,
      stops: true,
    });
    const row = goal === undefined ? undefined : rows[goal];
    if (row) {
      isAwaited.current = row.id !== selected;
      onSelect(row.id);
    } else if (key === 'Enter' && rows[active]) onOpen(rows[active].id);
    else return;
    event.preventDefault();
  };
  return (
    <div class="row-list" role="listbox" aria-label={label} ref={list} onKeyDown={onKeyDown}>
      <VirtualList
        ids={ids}
        pinned={pinned}
        beyond={BEYOND}
        parent={list}
        row={(index) => {
          const row = rows[index];
          if (!row) return undefined;
          const isSelected = row.id === selected;
          const classes = ['row', look(row), isSelected && 'selected'];
          return (
            <div
              key={row.id}
              data-row={index}
              class={classes.filter(Boolean).join(' ')}
              role="option"
              aria-label={name(row)}
              aria-selected={isSelected}
              aria-posinset={index + 1}
              aria-setsize={rows.length}
              tabIndex={index === active ? 0 : -1}
              onClick={() => onSelect(row.id)}
              onDblClick={() => onOpen(row.id)}
            >
              {content(row)}
            </div>
          );
        }}
        gap={(pixels, key) => (
          <div key={key} role="presentation" style={{ height: `${pixels}px` }} />
        )}
      />
    </div>
  );
}

function language(): string {
  return document.documentElement.lang || 'en';
}

export function tokensText(count: number | undefined): string {
  return count === undefined ? '' : compactNumber(count, language());
}

/** Returns an estimate such as `$0.0021`, `<$0.0001`, or `$0.0021 + ?`. Empty if unknown or free. */
export function priceText(price: number | undefined, unpriced = 0): string {
  const rest = unpriced > 0 ? '?' : '';
  if (price === undefined) return rest;
  const { message, args } = dollarsText(price, language());
  const text = `${message === '{0}' ? '' : '<'}${args[0] ?? ''}`;
  return [text, rest].filter(Boolean).join(' + ');
}

export function spokenPrice(price: number | undefined): readonly string[] {
  return price === undefined ? [] : [l10n.t('about {0}', priceText(price))];
}
