import type { Sheet, SheetBlock } from '../../platform/sheet';
import { call, type Protocol, type ProtocolEvent } from '../../webview/rpc';
import { asTold, list, object, oneOf, text } from '../../webview/shape';

const BLOCKS = ['heading', 'text', 'facts', 'findings', 'table', 'chart', 'buttons'] as const;

/** What a sheet's page asks of its host, and what it is told. */
export const sheetProtocol = {
  calls: {
    /** The page has loaded and wants its content. */
    ready: call(),
    /** An action of the sheet, with the ids of the rows that it is about. */
    act: call(object({ action: text(200), rows: list(text(10_000), 100_000) })),
  },
  events: {
    /** The whole content, each time it has changed. */
    sheet: object({
      sheet: asTold<Sheet>(
        object({
          title: text(),
          blocks: list(asTold<SheetBlock>(object({ kind: oneOf(...BLOCKS) }))),
        }),
      ),
    }),
  },
} satisfies Protocol;

export type SheetProtocol = typeof sheetProtocol;
export type SheetEvent = ProtocolEvent<SheetProtocol>;
