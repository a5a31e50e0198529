import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable';
import type { Host } from '../platform/host';
import { ConnectionList } from './connectionList';
import { userSettings } from './connectionSettings';
import { KeyCredentials } from './keyCredentials';
import { KeyVault } from './keyVault';

/** The connections of this window, and what signs their requests. */
export interface Auth extends Disposable {
  readonly connections: ConnectionList;
  readonly vault: KeyVault;
  readonly credentials: KeyCredentials;
}

/** @param onSecret Learns every key that is read or entered, so that none reaches a log. */
export function createAuth(host: Host, onSecret: (secret: string) => void): Auth {
  const { context, log, prompts, report } = host;
  const disposables = new DisposableStore();
  const vault = disposables.add(
    new KeyVault({
      secrets: context.secrets,
      onSecret,
      onStorageFailed: (error) => {
        log.error(`auth: the secret storage failed: ${String(error)}`);
        const message = vscode.l10n.t(
          'The secret storage of this system failed. The API key is kept until this window closes.',
        );
        void prompts.notify('warning', message);
      },
    }),
  );
  const openSettings = vscode.l10n.t('Open Settings');
  const onSettingProblems = async (problems: readonly string[]): Promise<void> => {
    for (const problem of problems) log.warn(`auth: ${problem}`);
    const [first = '', ...others] = problems;
    const more = vscode.l10n.t('{0} more entries are left out; the log says why.', others.length);
    const problem = others.length === 0 ? first : `${first} ${more}`;
    if ((await prompts.notify('warning', problem, openSettings)) !== openSettings) return;
    await vscode.commands.executeCommand('workbench.action.openSettingsJson');
  };
  const connections = disposables.add(
    new ConnectionList({
      settings: userSettings,
      windowState: context.workspaceState,
      onDidChangeCredential: vault.onDidChange,
      onProblems: (problems) => {
        const onError = (error: unknown): Promise<void> => report('auth', error);
        onSettingProblems(problems).catch(onError);
      },
      l10n: vscode.l10n,
    }),
  );
  return {
    connections,
    vault,
    credentials: new KeyCredentials(vault, prompts, vscode.l10n),
    dispose: () => disposables.dispose(),
  };
}
