import type { NetworkSettings } from '../api/transport';
import { DisposableStore, type Disposable } from '../base/disposable';
import type { Event } from '../base/event';
import type { CallLimits } from './callLimits';
import { createCheckKey, type CheckKey } from './checkKey';
import { ClientRegistry } from './clientRegistry';
import type { Connections } from './connection';
import type { Credentials } from './credentials';
import type { Emulator } from './emulator';
import type { OpenClient } from './openClient';
import { openRecorded } from './recordedClient';
import { ResourceStore } from './resourceStore';
import { RetryNotices, type RetryNoticesParts } from './retryNotices';
import type { Services } from './services';
import type { TrafficLog } from './trafficLog';
import { openWatched } from './watchedClient';

export interface ServicesParts {
  readonly connections: Connections;
  readonly credentials: Credentials;
  readonly emulator: Emulator;
  readonly traffic: TrafficLog;
  readonly open: OpenClient;
  readonly limits: () => CallLimits;
  /** Of calls that wait before they are sent again. */
  readonly notices: RetryNoticesParts;
  readonly readNetwork: () => NetworkSettings;
  readonly onDidChangeNetwork: Event<void>;
  readonly onSecret: (secret: string) => void;
  readonly log: { warn(line: string): void };
}

export interface CreatedServices extends Disposable {
  readonly services: Services;
  readonly check: CheckKey;
}

/** The clients of all connections and what rests on them. Nothing is opened yet. */
export function createServices(parts: ServicesParts): CreatedServices {
  const { connections, emulator, traffic, readNetwork, log } = parts;
  const disposables = new DisposableStore();
  const open = openWatched(
    openRecorded(parts.open, traffic),
    parts.limits,
    new RetryNotices(parts.notices),
  );
  const onCloseError = (error: unknown): void => log.warn(`clients: ${String(error)}`);
  const clients = disposables.add(new ClientRegistry({ ...parts, open, onCloseError }));
  const store = disposables.add(new ResourceStore(clients));
  disposables.add(clients.onDidDrop((connection) => store.invalidate({ connection })));
  return {
    services: { connections, clients, store, emulator, traffic },
    check: createCheckKey(open, readNetwork, parts.onSecret),
    dispose: () => disposables.dispose(),
  };
}
