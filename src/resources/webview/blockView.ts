import type { SheetBlock } from '../../platform/sheet';
import type { SheetStrings } from '../sheets/protocol';

/** Blocks of one kind. */
export type Block<K extends SheetBlock['kind']> = Extract<SheetBlock, { readonly kind: K }>;

/** What draws a block and keeps what the user has done to it while the block changes. */
export interface BlockView<B extends SheetBlock> {
  readonly element: HTMLElement;
  show(block: B): void;
}

/** What the views share. */
export interface ViewContext {
  readonly strings: SheetStrings;
  readonly act: (action: string, rows: readonly string[]) => void;
  /** What the user has done to a table has changed. */
  readonly onDidChange: () => void;
}
