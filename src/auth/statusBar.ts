import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable';
import { commandId } from '../catalog/ids';
import { labelText } from '../platform/plainText';
import type { Connections } from '../service/connection';
import type { Emulator } from '../service/emulator';
import { statusText } from './statusText';

/** One item that says what this window is connected to; it opens the menu of connections. */
export function showStatusBar(connections: Connections, emulator: Emulator): Disposable {
  const disposables = new DisposableStore();
  const item = disposables.add(
    vscode.window.createStatusBarItem('connection', vscode.StatusBarAlignment.Right, 50),
  );
  const update = (): void => {
    const { icon, label, detail } = statusText(connections.active, emulator.state, vscode.l10n);
    item.text = `$(${icon}) ${labelText(label)}`;
    item.tooltip = detail;
    item.accessibilityInformation = { label: detail, role: 'button' };
  };
  item.name = vscode.l10n.t('Generative Language Connection');
  item.command = commandId('manageConnections');
  update();
  item.show();
  disposables.add(connections.onDidChange(update));
  disposables.add(emulator.onDidChangeState(update));
  return disposables;
}
