import './tree.css';
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Icon } from './icon';

interface TreeProps {
  readonly label: string;
  readonly nodes: readonly TreeNode[];
  readonly onChoose: (id: string) => void;
}

/**
 * A tree in VS Code style, initially expanded. One tab stop: arrows move, Enter or click chooses, the twistie
 * toggles.
 */
export function Tree({ label, nodes, onChoose }: TreeProps): VNode {
  const element = useRef<HTMLDivElement>(null);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [focused, setFocused] = useState<string>();
  const rows = treeRows(nodes, closed);
  const has = (id: string | undefined): boolean => rows.some(({ node }) => node.id === id);
  const current = rows.findLast(({ node }) => node.isCurrent)?.node.id;
  const stop = [focused, current].find(has) ?? rows[0]?.node.id;

  const toggle = (id: string): void => {
    const next = new Set(closed);
    if (!next.delete(id)) next.add(id);
    setClosed(next);
  };
  const focus = (id: string): void => {
    const at = rows.findIndex(({ node }) => node.id === id);
    element.current?.querySelectorAll<HTMLElement>('.tree-row')[at]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, ctrlKey, altKey, metaKey, shiftKey } = event;
    if (ctrlKey || altKey || metaKey || shiftKey || event.isComposing) return;
    const at = rows.findIndex(({ node }) => node.id === stop);
    const move = treeMove(rows, at, key);
    if (!move) return;
    event.preventDefault();
    if ('to' in move) focus(move.to);
    else if ('toggle' in move) toggle(move.toggle);
    else onChoose(move.choose);
  };
  return (
    <div class="tree" role="tree" aria-label={label} ref={element} onKeyDown={onKeyDown}>
      {rows.map((row) => (
        <Row
          key={row.node.id}
          row={row}
          isStop={row.node.id === stop}
          onFocus={() => setFocused(row.node.id)}
          onToggle={() => toggle(row.node.id)}
          onChoose={() => onChoose(row.node.id)}
        />
      ))}
    </div>
  );
}

interface RowProps {
  readonly row: TreeRow;
  readonly isStop: boolean;
  readonly onFocus: () => void;
  readonly onToggle: () => void;
  readonly onChoose: () => void;
}

function Row({ row, isStop, onFocus, onToggle, onChoose }: RowProps): VNode {
  const { node, level, position, siblings, isOpen } = row;
  const { label, description, isCurrent = false } = node;
  return (
    <div
      class={isCurrent ? 'tree-row current' : 'tree-row'}
      role="treeitem"
      tabIndex={isStop ? 0 : -1}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={isOpen}
      aria-selected={isCurrent}
      aria-label={[label, description].filter(Boolean).join(', ')}
      title={label}
      style={{ '--level': String(level - 1) }}
      onFocus={onFocus}
      onClick={onChoose}
    >
      <span
        class="tree-twistie"
        onClick={(event) => {
          if (isOpen === undefined) return;
          event.stopPropagation();
          onToggle();
        }}
      >
        {isOpen !== undefined && <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />}
      </span>
      <span class="tree-label">{label}</span>
      {description && <span class="tree-description">{description}</span>}
      {isCurrent && <Icon name="check" />}
    </div>
  );
}

export interface TreeNode {
  readonly id: string;
  readonly label: string;
  readonly description?: string | undefined;
  readonly isCurrent?: boolean | undefined;
  readonly children: readonly TreeNode[];
}

interface TreeRow {
  readonly node: TreeNode;
  /** 1-based. */
  readonly level: number;
  readonly parent?: string;
  /** 1-based index among siblings, and their number. */
  readonly position: number;
  readonly siblings: number;
  readonly isOpen?: boolean;
}

/** Returns visible rows in order. */
export function treeRows(
  nodes: readonly TreeNode[],
  closed: ReadonlySet<string>,
  level = 1,
  parent?: string,
): readonly TreeRow[] {
  return nodes.flatMap((node, index): readonly TreeRow[] => {
    const isOpen = !closed.has(node.id);
    const row = {
      node,
      level,
      position: index + 1,
      siblings: nodes.length,
      ...(parent !== undefined && { parent }),
      ...(node.children.length > 0 && { isOpen }),
    };
    return isOpen ? [row, ...treeRows(node.children, closed, level + 1, node.id)] : [row];
  });
}

type TreeMove = { readonly to: string } | { readonly toggle: string } | { readonly choose: string };

/** Returns the effect of a key at a row. Undefined if none. */
export function treeMove(rows: readonly TreeRow[], at: number, key: string): TreeMove | undefined {
  const row = rows[at];
  if (!row) return undefined;
  const lead = (to: string | undefined): TreeMove | undefined =>
    to === undefined ? undefined : { to };
  const { id } = row.node;
  switch (key) {
    case 'ArrowDown':
      return lead(rows[at + 1]?.node.id);
    case 'ArrowUp':
      return lead(rows[at - 1]?.node.id);
    case 'Home':
      return lead(rows[0]?.node.id);
    case 'End':
      return lead(rows.at(-1)?.node.id);
    case 'ArrowRight':
      if (row.isOpen === undefined) return undefined;
      return row.isOpen ? lead(rows[at + 1]?.node.id) : { toggle: id };
    case 'ArrowLeft':
      return row.isOpen ? { toggle: id } : lead(row.parent);
    case 'Enter':
    case ' ':
      return { choose: id };
  }
  return undefined;
}
