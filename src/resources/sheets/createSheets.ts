import type { Disposable } from '../../base/disposable';
import { AppError } from '../../base/errors';
import type { Host } from '../../platform/host';
import type { Sheets } from '../../platform/sheet';

/** Sheets as panels of the editor area. */
export function createSheets(_host: Host): Sheets & Disposable {
  return {
    open() {
      throw new AppError('unfinished', 'This is not built yet.');
    },
    dispose: () => undefined,
  };
}
