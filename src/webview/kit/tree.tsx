import './tree.css';
import { type VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Icon } from './icon';
import { treeMove, type TreeNode, type TreeRow, treeRows } from './treeRows';

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
