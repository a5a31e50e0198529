import type { TreeView } from 'vscode';

/** VS Code's error if the tree changed while revealing an item. */
const TREE_CHANGED = 'Cannot resolve tree item for element ';

/**
 * Reveals a tree item. Retries once if the tree changes at the same time; ignores deleted items.
 * @throws other errors, such as those of loading items.
 */
export async function revealRow<T>(
  view: Pick<TreeView<T>, 'reveal'>,
  row: T,
  options: Parameters<TreeView<T>['reveal']>[1],
): Promise<void> {
  for (let left = 2; left > 0; left--) {
    try {
      await view.reveal(row, options);
      return;
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith(TREE_CHANGED))) throw error;
    }
  }
}
