import type { TreeView } from 'vscode';

/** What VS Code rejects with where its rows were asked for anew while it looked for one. */
const LOST = 'Cannot resolve tree item for element ';

/**
 * Shows a row. VS Code gives up where the rows are drawn anew at that moment, as after an event of ours just before:
 * then it is asked once more. A row that is gone by then is shown to nobody.
 * @throws Whatever else fails, such as asking for the rows.
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
      if (!(error instanceof Error && error.message.startsWith(LOST))) throw error;
    }
  }
}
