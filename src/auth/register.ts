import { randomInt } from 'node:crypto';
import * as vscode from 'vscode';
import { systemClock } from '../base/clock';
import { DisposableStore, type Disposable } from '../base/disposable';
import { commandId, type CommandHandlers } from '../catalog/ids';
import type { Host } from '../platform/host';
import { readNetwork } from '../platform/network';
import { notificationProgress } from '../platform/progress';
import type { CheckKey } from '../service/checkKey';
import type { Services } from '../service/services';
import type { Auth } from './createAuth';
import type { AuthParts } from './parts';
import { registerAccounts } from './registerAccounts';
import { showStatusBar } from './statusBar';

type AuthCommand =
  | 'addApiKey'
  | 'addApiKeyForEndpoint'
  | 'addConnection'
  | 'switchConnection'
  | 'editConnection'
  | 'renameConnection'
  | 'duplicateConnection'
  | 'removeConnection'
  | 'signIn'
  | 'signOut'
  | 'signOutEverywhere'
  | 'setUpOAuth'
  | 'diagnoseConnection'
  | 'exportAdc'
  | 'importEnvironment'
  | 'useEmulator'
  | 'manageConnections';

export interface AuthRoom extends Disposable {
  readonly handlers: CommandHandlers<AuthCommand>;
}

/** The status bar item, and the commands around connections; their flows load on first use. */
export function registerAuth(
  { prompts, system, log, redact }: Host,
  { clients, emulator }: Services,
  { connections, vault, adcOrigins, signIns }: Auth,
  check: CheckKey,
  onSecret: (secret: string) => void,
): AuthRoom {
  const parts: AuthParts = {
    prompts,
    progress: notificationProgress,
    system,
    l10n: vscode.l10n,
    log,
    clock: systemClock,
    connections,
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
  return { handlers: handlers(parts), dispose: () => disposables.dispose() };
}

function handlers(parts: AuthParts): CommandHandlers<AuthCommand> {
  return {
    async addApiKey() {
      const flow = await import('./addApiKey');
      await flow.addApiKey(parts, flow.DEFAULT_ENDPOINT);
    },
    addApiKeyForEndpoint: async () => (await import('./addApiKey')).addApiKeyForEndpoint(parts),
    addConnection: async () => (await import('./addConnection')).addConnection(parts),
    switchConnection: async () => (await import('./connectionMenu')).switchConnection(parts),
    editConnection: async (target) =>
      (await import('./editConnection')).editConnection(parts, target),
    renameConnection: async (target) =>
      (await import('./editConnection')).renameConnection(parts, target),
    duplicateConnection: async (target) =>
      (await import('./duplicateConnection')).duplicateConnection(parts, target),
    removeConnection: async (target) =>
      (await import('./removeConnection')).removeConnection(parts, target),
    signIn: async (target) => (await import('./signInFlow')).signIn(parts, target),
    signOut: async (target) => (await import('./signOut')).signOut(parts, target),
    signOutEverywhere: async () => (await import('./signOut')).signOutEverywhere(parts),
    async setUpOAuth() {
      await vscode.commands.executeCommand('workbench.action.openWalkthrough', WALKTHROUGH, false);
    },
    diagnoseConnection: async (target) =>
      (await import('./doctor/diagnose')).diagnoseConnection(parts, target),
    exportAdc: async (target) =>
      (await import('./exportCredentials')).exportCredentials(parts, target),
    importEnvironment: async () => (await import('./importEnvironment')).importEnvironment(parts),
    useEmulator: async () => (await import('./connectionMenu')).useEmulator(parts),
    async manageConnections() {
      const command = await (await import('./connectionMenu')).manageConnections(parts);
      if (command) await vscode.commands.executeCommand(commandId(command));
    },
  };
}

/** Extension id and walkthrough id, as `workbench.action.openWalkthrough` wants them. */
const WALKTHROUGH = 'generative-language.generative-language#generativeLanguage.setUpOAuth';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

function newId(): string {
  return Array.from({ length: 8 }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');
}
