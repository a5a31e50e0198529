import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable';
import { commandId } from '../catalog/commands';
import { statusItem } from '../platform/statusBar';
import { followStatus, type FollowStatusParts } from './followStatus';

/** One item that says what this window is connected to; it opens the menu of connections. */
export function showStatusBar(parts: Omit<FollowStatusParts, 'l10n'>): Disposable {
  const disposables = new DisposableStore();
  const name = vscode.l10n.t('Generative Language Connection');
  const item = disposables.add(statusItem('connection', 50, name, commandId('manageConnections')));
  const signIns = async (): ReturnType<typeof parts.signIns> => {
    // Who is signed in is not for the activation to wait for.
    await new Promise(setImmediate);
    return await parts.signIns();
  };
  disposables.add(
    followStatus({ ...parts, signIns, l10n: vscode.l10n }, (texts) => item.update(texts)),
  );
  item.show();
  return disposables;
}
