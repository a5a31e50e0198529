import * as vscode from 'vscode';
import type { Http } from '../api/transport';
import { lazy, lazyFunctions } from '../base/async';
import { DisposableStore } from '../base/disposable';
import type { Host } from '../platform/host';
import { clearEnvironments } from '../platform/terminals';
import type { SessionClients } from '../service/clients';
import { rememberedFolders } from './rememberedFolders';
import type { TerminalCommand, TerminalServices, TerminalsRoom } from './terminalHandlers';

const COMMANDS = [
  'useEmulatorInTerminals',
  'emulatorInTerminals',
  'writeEmulatorEnvironment',
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
  const { context, report } = host;
  let room: TerminalsRoom | undefined;
  const load = lazy(async () => {
    const { createTerminals } = await import('./terminalHandlers');
    room = disposables.add(createTerminals(host, services, http, sessions));
    if (vscode.workspace.isTrusted) room.restore();
    return room;
  });
  const restore = async (): Promise<void> => {
    const remembered = rememberedFolders(context.workspaceState);
    const { isTrusted } = vscode.workspace;
    clearEnvironments(context, (uri) => isTrusted && Object.hasOwn(remembered, uri));
    if (Object.keys(remembered).length === 0) return;
    if (isTrusted) await load();
    else {
      const onTrust = vscode.workspace.onDidGrantWorkspaceTrust(() => {
        void load().then(
          (loaded) => loaded.restore(),
          (error: unknown) => report('terminals', error),
        );
      });
      disposables.add(onTrust);
    }
  };
  return {
    handlers: lazyFunctions(COMMANDS, async () => (await load()).handlers),
    restore: async () => await restore().catch((error: unknown) => void report('terminals', error)),
    close: async () => await room?.close(),
    dispose: () => disposables.dispose(),
  };
}
