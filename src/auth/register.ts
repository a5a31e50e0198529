import { randomInt } from 'node:crypto';
import * as vscode from 'vscode';
import { systemClock } from '../base/clock';
import { type Disposable, DisposableStore } from '../base/disposable';
import { lazyFunctions } from '../base/async';
import { type CommandHandlers, commandId } from '../catalog/commands';
import { contextKey, type ContextKeys } from '../catalog/ids';
import type { Host } from '../platform/host';
import { readNetwork } from '../platform/network';
import { notificationProgress } from '../platform/progress';
import type { Sheets } from '../platform/sheet';
import type { CheckKey } from '../service/checkKey';
import type { Services } from '../service/services';
import type { Auth } from './createAuth';
import { environmentKey } from './environmentKey';
import type { AuthParts } from './parts';
import { registerAccounts } from './registerAccounts';
import { showStatusBar } from './statusBar';

const authCommands = [
  'addApiKey',
  'addApiKeyForEndpoint',
  'addConnection',
  'switchConnection',
  'editConnection',
  'renameConnection',
  'duplicateConnection',
  'removeConnection',
  'signIn',
  'signOut',
  'signOutEverywhere',
  'getStarted',
  'setUpOAuth',
  'diagnoseConnection',
  'exportAdc',
  'importEnvironment',
  'useEmulator',
  'manageConnections',
] as const;

export type AuthCommand = (typeof authCommands)[number];

export interface AuthRoom extends Disposable {
  readonly handlers: CommandHandlers<AuthCommand>;
}

/** The status bar item, and the commands around connections; their flows load on first use. */
export function registerAuth(
  { context, prompts, system, log, redact }: Host,
  { clients, emulator }: Services,
  { connections, vault, adcOrigins, signIns }: Auth,
  check: CheckKey,
  onSecret: (secret: string) => void,
  sheets: () => Promise<Sheets>,
): AuthRoom {
  const parts: AuthParts = {
    prompts,
    progress: notificationProgress,
    system,
    sheets,
    l10n: vscode.l10n,
    log,
    clock: systemClock,
    connections,
    choices: context.globalState,
    clients,
    vault,
    adcOrigins,
    signIns: signIns.load,
    emulator,
    check,
    git: { riskOf: async (uri) => (await import('../platform/vscodeGit')).commitRiskOf(uri) },
    environment: () => process.env,
    onSecret,
    redact,
    run: async (command, target) => {
      await vscode.commands.executeCommand(commandId(command), target);
    },
    openSettings: async (name) => {
      await vscode.commands.executeCommand('workbench.action.openSettings', name);
    },
    readNetwork: () => readNetwork(),
    newId,
  };
  const disposables = new DisposableStore();
  disposables.add(showStatusBar({ connections, emulator, signIns: signIns.load }));
  disposables.add(registerAccounts(parts));
  const showWhatThereIs = (): void => {
    const { users } = connections;
    setKey('connections', users.length > 0 ? 'some' : 'none');
    setKey('accounts', users.some(({ auth }) => auth === 'oauth') ? 'some' : 'none');
  };
  showWhatThereIs();
  setKey('environmentKey', environmentKey(process.env));
  disposables.add(connections.onDidChange(showWhatThereIs));
  return {
    handlers: lazyFunctions(authCommands, async () =>
      (await import('./authHandlers')).authHandlers(parts),
    ),
    dispose: () => disposables.dispose(),
  };
}

function setKey<K extends keyof ContextKeys>(name: K, value: ContextKeys[K]): void {
  void vscode.commands.executeCommand('setContext', contextKey(name), value);
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

function newId(): string {
  return Array.from({ length: 8 }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');
}
