import type { CommandHandlers } from '../catalog/ids';
import type { ConsoleParts } from './parts';
import type { ConsoleCommand } from './register';

/** What each command of the console does. It loads with its first use. */
export function consoleHandlers(parts: ConsoleParts): CommandHandlers<ConsoleCommand> {
  return {
    runOperation: async (target) => (await import('./runOperation')).runOperation(parts, target),
    sendRequest: async () => (await import('./sendRequest')).sendActiveRequest(parts),
    copyAsCurl: async (target) => (await import('./copyAsCurl')).copyAsCurl(parts, target),
    compareVersions: async () => (await import('./compareVersions')).compareVersions(parts),
    openDiscovery: async () => (await import('./discovery')).openDiscovery(parts),
    replayExchange: async (target) =>
      (await import('./replayExchange')).replayExchange(parts, target),
  };
}
