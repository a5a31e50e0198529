import { systemClock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import type { Host } from '../../platform/host';
import type { Sheets } from '../../platform/sheet';
import { SheetPanel } from './sheetPanel';

/** Sheets as panels of the editor area, one for each key. */
export function createSheets(host: Host): Sheets & Disposable {
  const open = new Map<string, SheetPanel>();
  return {
    open(key, sheet, onAction, onClose) {
      const shown = open.get(key);
      if (shown) {
        shown.reuse(sheet, onAction, onClose);
        return shown;
      }
      const panel = new SheetPanel({
        ...{ host, clock: systemClock, sheet, onAction, onClose },
        onGone: () => open.delete(key),
      });
      open.set(key, panel);
      return panel;
    },
    dispose() {
      for (const panel of [...open.values()]) panel.dispose();
    },
  };
}
