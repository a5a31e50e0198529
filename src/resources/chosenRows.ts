import type * as vscode from 'vscode';
import { refKey, type ResourceRef } from '../catalog/ref';
import { focusedRow } from '../platform/treeRows';

/**
 * The rows that a command is meant for, the clicked one first where others are selected with it. What is
 * clicked outside of the selection is meant alone.
 * @param isKeyed a key runs the command too: then it is for the row with the focus.
 */
export async function chosenRows<T extends ResourceRef>(
  view: vscode.TreeView<T>,
  clicked: ResourceRef | undefined,
  selected: readonly ResourceRef[] | undefined,
  isKeyed: boolean,
): Promise<readonly ResourceRef[]> {
  const isByKey = !clicked && isKeyed;
  const first = isByKey ? await focusedRow(view) : clicked;
  if (!first) return [];
  const others = isByKey ? view.selection : (selected ?? []);
  const key = refKey(first);
  const isAmong = others.some((row) => refKey(row) === key);
  return isAmong ? [first, ...others.filter((row) => refKey(row) !== key)] : [first];
}
