import { lazyFunctions } from '../base/async';
import type { CommandHandlers } from '../catalog/commands';
import type { Host } from '../platform/host';
import type { Services } from '../service/services';

/** The commands that tell what happened. */
export function logCommands(
  host: Host,
  services: Services,
): CommandHandlers<'showLog' | 'copyDiagnostics'> {
  return {
    showLog: () => host.log.show(),
    ...lazyFunctions(['copyDiagnostics'], async () => {
      const { copyDiagnostics } = await import('./copyDiagnostics');
      return { copyDiagnostics: () => copyDiagnostics(host, services) };
    }),
  };
}
