import * as vscode from 'vscode';

/**
 * The row that has the focus, which a key works on. VS Code tells extensions the selection only, and arrow
 * keys move the focus without it: so the focused row is put into the selection, or taken out of it, and
 * back. Nothing is opened by that.
 */
export function focusedRow<T>(view: vscode.TreeView<T>): Promise<T | undefined> {
  // One after the other: two keys in quick succession would each take the other's row for theirs.
  const found = last.then(() => find(view));
  last = found.catch(() => undefined);
  return found;
}

let last: Promise<unknown> = Promise.resolve();

async function find<T>(view: vscode.TreeView<T>): Promise<T | undefined> {
  const before = view.selection;
  await vscode.commands.executeCommand('list.toggleSelection');
  const after = view.selection;
  await vscode.commands.executeCommand('list.toggleSelection');
  return after.find((row) => !before.includes(row)) ?? before.find((row) => !after.includes(row));
}
