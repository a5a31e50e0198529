import type { Sheet, SheetBlock } from '../../platform/sheet';
import { call, type Protocol, type ProtocolEvent } from '../../webview/rpc';
import { trustedShape, list, object, oneOf, text } from '../../webview/shape';

const BLOCKS = ['heading', 'text', 'facts', 'findings', 'table', 'chart', 'buttons'] as const;

export const sheetProtocol = {
  calls: {
    ready: call(),
    act: call(object({ action: text(200), rows: list(text(10_000), 100_000) })),
  },
  events: {
    sheet: object({
      sheet: trustedShape<Sheet>(
        object({
          title: text(),
          blocks: list(trustedShape<SheetBlock>(object({ kind: oneOf(...BLOCKS) }))),
        }),
      ),
    }),
  },
} satisfies Protocol;

export type SheetProtocol = typeof sheetProtocol;
export type SheetEvent = ProtocolEvent<SheetProtocol>;
