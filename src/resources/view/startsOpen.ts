import { kindRow } from '../../catalog/kinds';
import type { TreeNode } from '../nodes';

/** Whether a row is open until the user closes it. */
export function startsOpen(row: TreeNode): boolean {
  if (row.node === 'collection') return kindRow(row.kind).startsOpen === true;
  return row.node === 'group' && row.startsOpen;
}
