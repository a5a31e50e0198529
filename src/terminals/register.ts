import * as vscode from 'vscode';
import type { Http } from '../api/transport';
import { lazy, lazyFunctions } from '../base/async';
import { DisposableStore } from '../base/disposable';
import type { Host } from '../platform/host';
import type { SessionClients } from '../service/clients';
import { FOLDERS_ON } from '../catalog/ids';
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
 * The emulator for programs in terminals, tasks and the debugger, and between this window and its service. Nothing of
 * either is there before its first command, unless a folder was on when the window was closed.
 */
export function registerTerminals(
  host: Host,
  services: TerminalServices,
  http: Http,
  sessions: SessionClients,
): Pick<TerminalsRoom, 'close' | 'dispose' | 'handlers'> & {
  /** Resolves once the folders are on that were on before: what is debugged then is led. Never throws. */
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
      // Absent where no folder was ever on in this workspace: then nothing is left to restore, or to take back.
      if (!context.workspaceState.get(FOLDERS_ON)) return;
      const { restoreTerminals } = await import('./restoreTerminals');
      disposables.add(await restoreTerminals(host, load));
    },
    close: async () => await room?.close(),
    dispose: () => disposables.dispose(),
  };
}
