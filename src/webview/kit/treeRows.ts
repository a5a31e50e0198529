export interface TreeNode {
  readonly id: string;
  readonly label: string;
  readonly description?: string | undefined;
  readonly isCurrent?: boolean | undefined;
  readonly children: readonly TreeNode[];
}

export interface TreeRow {
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
