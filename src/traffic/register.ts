import type { Disposable } from '../base/disposable';
import { AppError } from '../base/errors';
import type { CommandHandlers } from '../catalog/ids';
import type { Host } from '../platform/host';
import type { Services } from '../service/services';

type TrafficCommand = 'openExchange' | 'clearTraffic' | 'showLedger';

export interface TrafficRoom extends Disposable {
  readonly handlers: CommandHandlers<TrafficCommand>;
}

/** The view of the last requests, and the ledger of every host. */
export function registerTraffic(_host: Host, { traffic }: Services): TrafficRoom {
  return {
    handlers: {
      openExchange: () =>
        Promise.reject(new AppError('unfinished', 'openExchange is not there yet.')),
      clearTraffic: () => traffic.clear(),
      showLedger: () => Promise.reject(new AppError('unfinished', 'showLedger is not there yet.')),
    },
    dispose: () => undefined,
  };
}
