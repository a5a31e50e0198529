import { lazy } from '../base/async';
import { systemClock } from '../base/clock';
import { type Disposable, DisposableStore } from '../base/disposable';
import type { CommandHandlers } from '../catalog/commands';
import type { Host } from '../platform/host';
import { notificationProgress } from '../platform/progress';
import type { ClosedBy } from '../service/clients';
import type { Services } from '../service/services';
import type { ConsoleDeps } from './deps';
import { followActiveRequest, registerRequestLenses } from './openRequests';

type ConsoleCommand =
  | 'runOperation'
  | 'sendRequest'
  | 'copyAsCurl'
  | 'compareVersions'
  | 'openDiscovery'
  | 'replayExchange';

interface RegisteredConsole extends Disposable {
  readonly handlers: CommandHandlers<ConsoleCommand>;
}

/** Registers the commands for manual requests. Their code loads on first use. */
export function registerConsole(
  host: Host,
  services: Services,
  closedBy: ClosedBy,
): RegisteredConsole {
  const { prompts, system, log, documents, redact } = host;
  const disposables = new DisposableStore();
  const load = lazy(async (): Promise<ConsoleDeps> => {
    const { VscodeRequestEditor } = await import('./requestEditor');
    return {
      ...services,
      prompts,
      system,
      documents,
      log,
      redact,
      closedBy,
      progress: notificationProgress,
      editor: disposables.add(new VscodeRequestEditor()),
      clock: systemClock,
    };
  });
  disposables.add(followActiveRequest());
  const { connections } = services;
  disposables.add(
    registerRequestLenses(connections, async () =>
      (await import('./requestEditor')).requestCodeLenses(connections.active),
    ),
  );
  return {
    handlers: lazyHandlers(load),
    dispose: () => disposables.dispose(),
  };
}

function lazyHandlers(load: () => Promise<ConsoleDeps>): CommandHandlers<ConsoleCommand> {
  return {
    runOperation: async (target) =>
      (await import('./runOperation')).runOperation(await load(), target),
    sendRequest: async () => (await import('./sendRequest')).sendActiveRequest(await load()),
    copyAsCurl: async (target) => (await import('./copyAsCurl')).copyAsCurl(await load(), target),
    compareVersions: async () => (await import('./copyAsCurl')).compareVersions(await load()),
    openDiscovery: async () => (await import('./discovery')).openDiscovery(await load()),
    replayExchange: async (target) =>
      (await import('./sendRequest')).replayExchange(await load(), target),
  };
}
