/** Something in a tree. */
export interface TreeNode {
  readonly id: string;
  readonly label: string;
  /** A few quiet words beside the label. */
  readonly description?: string | undefined;
  /** It is what is shown now. */
  readonly isCurrent?: boolean | undefined;
  readonly children: readonly TreeNode[];
}

/** A row of a tree that is seen. */
export interface TreeRow {
  readonly node: TreeNode;
  /** From 1 on. */
  readonly level: number;
  /** Id of the node above it; absent at the top. */
  readonly parent?: string;
  /** Its place among its siblings, from 1 on, and how many these are. */
  readonly position: number;
  readonly siblings: number;
  /** Absent where nothing is below it. */
  readonly isOpen?: boolean;
}

/** The rows of a tree from top to bottom, without what is below closed ones. */
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

/** What a key does in a tree: leads to a row, by its id, or opens, closes or chooses the one that has the focus. */
type TreeMove = { readonly to: string } | { readonly toggle: string } | { readonly choose: string };

/** What a key does at a row; undefined for a key that does nothing there. */
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
