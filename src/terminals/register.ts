import * as vscode from 'vscode';
import type { Http } from '../api/transport';
import { lazy, lazyFunctions } from '../base/async';
import { DisposableStore } from '../base/disposable';
import type { Host } from '../platform/host';
import type { SessionClients } from '../service/clients';
import { ACTIVE_FOLDERS_KEY } from '../catalog/ids';
import type { TerminalCommand, TerminalServices, TerminalsRoom } from './terminalHandlers';

const COMMANDS = [
  'useEmulatorInTerminals',
  'emulatorInTerminals',
  'writeEmulatorEnvironment',
  'recordOrReplay',
  'recordTraffic',
  'recordWindow',
  'recordMissing',
] as const satisfies readonly TerminalCommand[];

/**
 * Registers emulator routing for terminals, tasks, the debugger and this window.
 * Loads code with the first command, or if a folder was on in the last session.
 */
export function registerTerminals(
  host: Host,
  services: TerminalServices,
  http: Http,
  sessions: SessionClients,
): Pick<TerminalsRoom, 'close' | 'dispose' | 'handlers'> & {
  /** Resolves when earlier folders are on, so that debugging is routed. Never throws. */
  readonly restore: () => Promise<void>;
} {
  const disposables = new DisposableStore();
  const { context } = host;
  let room: TerminalsRoom | undefined;
  const load = lazy(async () => {
    const { createTerminals } = await import('./terminalHandlers');
    room = disposables.add(createTerminals(host, services, http, sessions));
    if (vscode.workspace.isTrusted) room.restore();
    return room;
  });
  return {
    handlers: lazyFunctions(COMMANDS, async () => (await load()).handlers),
    restore: async () => {
      // Undefined if no folder was ever on in this workspace.
      if (!context.workspaceState.get(ACTIVE_FOLDERS_KEY)) return;
      const { restoreTerminals } = await import('./restoreTerminals');
      disposables.add(await restoreTerminals(host, load));
    },
    close: async () => await room?.close(),
    dispose: () => disposables.dispose(),
  };
}
