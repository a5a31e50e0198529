import { randomInt } from 'node:crypto';
import * as vscode from 'vscode';
import type { Disposable } from '../base/disposable';
import { commandId, type CommandHandlers } from '../catalog/ids';
import type { Host } from '../platform/host';
import { notificationProgress } from '../platform/progress';
import type { CheckKey } from '../service/checkKey';
import type { Services } from '../service/services';
import type { Auth } from './createAuth';
import { showStatusBar } from './statusBar';

type AuthCommand =
  | 'addApiKey'
  | 'addApiKeyForEndpoint'
  | 'switchConnection'
  | 'removeConnection'
  | 'useEmulator'
  | 'manageConnections';

export interface AuthRoom extends Disposable {
  readonly handlers: CommandHandlers<AuthCommand>;
}

/** The status bar item, and the commands around connections; their flows load on first use. */
export function registerAuth(
  host: Host,
  services: Services,
  auth: Auth,
  check: CheckKey,
): AuthRoom {
  const parts = {
    prompts: host.prompts,
    progress: notificationProgress,
    l10n: vscode.l10n,
    emulator: services.emulator,
    connections: auth.connections,
    vault: auth.vault,
    check,
    newId,
  };
  const statusBar = showStatusBar(auth.connections, services.emulator);
  return {
    handlers: {
      async addApiKey() {
        const flow = await import('./addApiKey');
        await flow.addApiKey(parts, flow.DEFAULT_ENDPOINT);
      },
      async addApiKeyForEndpoint() {
        await (await import('./addApiKey')).addApiKeyForEndpoint(parts);
      },
      async switchConnection() {
        await (await import('./connectionMenu')).switchConnection(parts);
      },
      async removeConnection() {
        await (await import('./connectionMenu')).removeConnection(parts);
      },
      async useEmulator() {
        await (await import('./connectionMenu')).useEmulator(parts);
      },
      async manageConnections() {
        const command = await (await import('./connectionMenu')).manageConnections(parts);
        if (command) await vscode.commands.executeCommand(commandId(command));
      },
    },
    dispose: () => statusBar.dispose(),
  };
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

function newId(): string {
  return Array.from({ length: 8 }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');
}
