import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../base/disposable';
import { clearEnvironments } from '../platform/terminals';
import type { Host } from '../platform/host';
import { rememberedFolders } from './rememberedFolders';
import type { TerminalsRoom } from './terminalHandlers';

/**
 * Turns on earlier folders once the workspace is trusted, and clears variables of others.
 * Resolves when done in trusted workspaces. Never throws.
 */
export async function restoreTerminals(
  { context, report }: Host,
  load: () => Promise<Pick<TerminalsRoom, 'restore'>>,
): Promise<Disposable> {
  const disposables = new DisposableStore();
  const failed = (error: unknown): void => void report('terminals', error);
  try {
    const remembered = rememberedFolders(context.workspaceState);
    const { isTrusted } = vscode.workspace;
    clearEnvironments(context, (uri) => isTrusted && Object.hasOwn(remembered, uri));
    if (Object.keys(remembered).length === 0) return disposables;
    if (isTrusted) {
      await load();
    } else {
      disposables.add(
        vscode.workspace.onDidGrantWorkspaceTrust(() => {
          load().then((loaded) => loaded.restore(), failed);
        }),
      );
    }
  } catch (error) {
    failed(error);
  }
  return disposables;
}
