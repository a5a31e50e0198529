import type { Sheet } from '../../platform/sheet';
import type { Protocol } from '../../webview/rpc';
import { list, nothing, object, text } from '../../webview/shape';

/** What a sheet's page asks of its host. */
export const sheetProtocol = {
  calls: {
    /** The page has loaded and wants its content. */
    ready: { input: nothing },
    /** An action of the sheet, with the ids of the rows that it is about. */
    act: { input: object({ action: text(200), rows: list(text(10_000), 100_000) }) },
  },
} as const satisfies Protocol;

export type SheetProtocol = typeof sheetProtocol;

/** What the host tells the page: the whole content, each time it has changed. */
export interface SheetEvent {
  readonly name: 'sheet';
  readonly sheet: Sheet;
}
