import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable';
import { commandId } from '../catalog/ids';
import { labelText, plainText } from '../platform/plainText';
import { followStatus, type FollowStatusParts } from './followStatus';

/** One item that says what this window is connected to; it opens the menu of connections. */
export function showStatusBar(parts: Omit<FollowStatusParts, 'l10n'>): Disposable {
  const disposables = new DisposableStore();
  const item = disposables.add(
    vscode.window.createStatusBarItem('connection', vscode.StatusBarAlignment.Right, 50),
  );
  item.name = vscode.l10n.t('Generative Language Connection');
  item.command = commandId('manageConnections');
  const signIns = async (): ReturnType<typeof parts.signIns> => {
    // Who is signed in is not for the activation to wait for.
    await new Promise(setImmediate);
    return await parts.signIns();
  };
  disposables.add(
    followStatus({ ...parts, signIns, l10n: vscode.l10n }, ({ icon, label, details }) => {
      // Names and e-mail addresses are texts from elsewhere: each sentence stays on its line.
      const lines = details.map(plainText);
      item.text = `$(${icon}) ${labelText(label)}`;
      item.tooltip = lines.join('\n');
      item.accessibilityInformation = { label: lines.join(' '), role: 'button' };
    }),
  );
  item.show();
  return disposables;
}
