import { systemClock } from '../base/clock';
import { type Disposable, DisposableStore } from '../base/disposable';
import type { CommandHandlers } from '../catalog/commands';
import type { Host } from '../platform/host';
import { notificationProgress } from '../platform/progress';
import type { ClosedBy } from '../service/clients';
import type { Services } from '../service/services';
import type { ConsoleDeps } from './deps';
import { RequestCodeLenses, VscodeRequestEditor } from './requestEditor';

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
  const deps: ConsoleDeps = {
    ...services,
    prompts,
    progress: notificationProgress,
    system,
    documents,
    editor: disposables.add(new VscodeRequestEditor()),
    log,
    clock: systemClock,
    redact,
    closedBy,
  };
  disposables.add(new RequestCodeLenses(services.connections));
  return {
    handlers: lazyHandlers(deps),
    dispose: () => disposables.dispose(),
  };
}

function lazyHandlers(deps: ConsoleDeps): CommandHandlers<ConsoleCommand> {
  return {
    runOperation: async (target) => (await import('./runOperation')).runOperation(deps, target),
    sendRequest: async () => (await import('./sendRequest')).sendActiveRequest(deps),
    copyAsCurl: async (target) => (await import('./copyAsCurl')).copyAsCurl(deps, target),
    compareVersions: async () => (await import('./compareVersions')).compareVersions(deps),
    openDiscovery: async () => (await import('./discovery')).openDiscovery(deps),
    replayExchange: async (target) => (await import('./sendRequest')).replayExchange(deps, target),
  };
}
