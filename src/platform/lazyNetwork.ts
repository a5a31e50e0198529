import * as vscode from 'vscode';
import type { ReadNetwork } from '../api/transport';
import type { Disposable } from '../base/disposable';

export const readNetwork: ReadNetwork = async () => (await import('./network')).readNetwork();

export function onDidChangeNetwork(listener: () => void): Disposable {
  return vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration('http')) listener();
  });
}
