import type { Host } from '../platform/host';
import type { Services } from '../service/services';
import type { RunExchange } from './runs/runExchange';
export async function bisectSchema(
  _host: Host,
  _services: Services,
  _exchange: RunExchange,
): Promise<void> {}
