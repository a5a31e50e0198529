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
      const content = { sheet, onAction, onClose };
      const parts = { host, clock: systemClock, onGone: () => void open.delete(key) };
      const panel = open.get(key) ?? new SheetPanel(parts, content);
      open.set(key, panel);
      return panel.show(content);
    },
    dispose() {
      for (const panel of [...open.values()]) panel.dispose();
    },
  };
}
