import type { Http } from '../api/transport';
import { lazy, lazyFunctions } from '../base/async';
import { DisposableStore } from '../base/disposable';
import type { Host } from '../platform/host';
import type { SessionClients } from '../service/clients';
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
 * either is there before its first command.
 */
export function registerTerminals(
  host: Host,
  services: TerminalServices,
  http: Http,
  sessions: SessionClients,
): Pick<TerminalsRoom, 'close' | 'dispose' | 'handlers'> {
  const disposables = new DisposableStore();
  let room: TerminalsRoom | undefined;
  const load = lazy(async () => {
    const { createTerminals } = await import('./terminalHandlers');
    return (room = disposables.add(createTerminals(host, services, http, sessions))).handlers;
  });
  return {
    handlers: lazyFunctions(COMMANDS, load),
    close: async () => await room?.close(),
    dispose: () => disposables.dispose(),
  };
}
