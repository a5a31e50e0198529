import type { ReadNetwork } from '../api/transport';
import { lazy } from '../base/async';
import { systemClock } from '../base/clock';
import { type Disposable, DisposableStore } from '../base/disposable';
import { Emitter, type Event } from '../base/event';
import type { FileStore } from '../platform/files';
import { type Calls, type CheckKey, createCalls, createCheckKey } from './calls';
import { ClientRegistry, type Clients, type OpenClient, type SessionClients } from './clients';
import type { Connections, Credentials, ServerHeaders } from './connection';
import type { OpenDeps } from './openClient';
import type { Emulator } from './emulator';
import type { Interactions, InteractionUpdate } from './interactions';
import { ModelStatuses, type StatusMemory } from './modelStatuses';
import { ResourceStore } from './resourceStore';
import type { Spending, SpendingDeps } from './spending';
import type { Store } from './store';
import type { TrafficLog } from './trafficLog';

export interface Services {
  readonly connections: Connections;
  readonly clients: Clients;
  readonly calls: Calls;
  readonly store: Store;
  readonly interactions: Interactions;
  readonly modelStatuses: ModelStatuses;
  readonly emulator: Emulator;
  readonly traffic: TrafficLog;
  readonly serverHeaders: ServerHeaders;
  /**
   * Whether requests of a connection are free now. False while missing requests are recorded: responses don't tell
   * whether they are replayed.
   */
  readonly isFree: (connectionId: string) => boolean;
  /** Costs of requests. Loads with the first request. */
  readonly spending: () => Promise<Spending>;
}

interface ServicesDeps extends Omit<OpenDeps, 'spending'> {
  readonly spend: () => Promise<SpendingDeps>;
  readonly connections: Connections;
  readonly credentials: Credentials;
  readonly serverHeaders: ServerHeaders;
  readonly emulator: Emulator;
  readonly readNetwork: ReadNetwork;
  readonly onDidChangeNetwork: Event<void>;
  readonly onSecret: (secret: string) => void;
  readonly memory: StatusMemory;
  readonly interactionFiles: () => Promise<FileStore>;
  readonly log: { warn(line: string): void };
}

interface CreatedServices extends Disposable {
  readonly sessions: SessionClients;
  readonly services: Services;
  readonly check: CheckKey;
}

/** Creates the clients and dependent services. Opens nothing yet. */
export function createServices(deps: ServicesDeps): CreatedServices {
  const { connections, emulator, traffic, serverHeaders, readNetwork, log } = deps;
  const disposables = new DisposableStore();
  const spending = lazy(async () => {
    const { Spending } = await import('./spending');
    return disposables.add(new Spending(await deps.spend(), systemClock));
  });
  const opener = lazy(async () => (await import('./openClient')).createOpen({ ...deps, spending }));
  const open: OpenClient = async (target) => await (await opener())(target);
  const onCloseError = (error: unknown): void => log.warn(`clients: ${String(error)}`);
  const clients = disposables.add(new ClientRegistry({ ...deps, open, onCloseError }));
  const calls = createCalls(clients);
  const interactions = lazyInteractions(deps, disposables);
  const local = lazy(async () => {
    const { LocalInteractions } = await import('./localInteractions');
    return new LocalInteractions(interactions, () => systemClock.now());
  });
  const store = disposables.add(new ResourceStore(calls, local));
  const follow = async (told: InteractionUpdate): Promise<void> => {
    (await import('./localInteractions')).updateLoadedList(told, connections, store);
  };
  disposables.add(interactions.onDidChange((told) => void follow(told)));
  const modelStatuses = new ModelStatuses(deps.memory, systemClock);
  disposables.add(clients.onDidDrop((connection) => store.invalidate({ connection })));
  return {
    services: {
      connections,
      clients,
      calls,
      store,
      interactions,
      modelStatuses,
      emulator,
      traffic,
      serverHeaders,
      isFree: (id) => clients.isFree(id),
      spending,
    },
    sessions: clients,
    check: createCheckKey(open, readNetwork, deps.onSecret),
    dispose: () => disposables.dispose(),
  };
}

function lazyInteractions(
  { interactionFiles, log }: ServicesDeps,
  disposables: DisposableStore,
): Interactions {
  const changed = disposables.add(new Emitter<InteractionUpdate>());
  const load = lazy(async () => {
    const { InteractionFiles } = await import('./localInteractions');
    const tell = (told: InteractionUpdate): void => changed.fire(told);
    return new InteractionFiles({ files: await interactionFiles(), clock: systemClock, log, tell });
  });
  return {
    begin: async (record) => (await load()).begin(record),
    change: async (of, change) => (await load()).change(of, change),
    forget: async (of) => (await load()).forget(of),
    find: async (of) => (await load()).find(of),
    list: async (connection) => (await load()).list(connection),
    onDidChange: changed.event,
  };
}
