import type { Calls } from './calls';
import type { Clients } from './clients';
import type { Connections } from './connection';
import type { Emulator } from './emulator';
import type { Store } from './store';
import type { TrafficLog } from './trafficLog';

/** What the composition root hands to the rooms, besides the `Host`. */
export interface Services {
  readonly connections: Connections;
  readonly clients: Clients;
  readonly calls: Calls;
  readonly store: Store;
  readonly emulator: Emulator;
  readonly traffic: TrafficLog;
}
