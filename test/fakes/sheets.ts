import type { OpenSheet, Sheet, SheetAction, SheetBlock, Sheets } from '../../src/platform/sheet';

/** A sheet that was opened, with all that it has shown. */
export class FakeSheet implements OpenSheet {
  readonly key: string;
  readonly shown: Sheet[];
  isClosed = false;
  #onAction: (action: SheetAction) => Promise<void>;
  readonly #onClose: (() => void) | undefined;

  constructor(
    key: string,
    sheet: Sheet,
    onAction: (action: SheetAction) => Promise<void>,
    onClose?: () => void,
  ) {
    this.key = key;
    this.shown = [sheet];
    this.#onAction = onAction;
    this.#onClose = onClose;
  }

  /** What it shows now. */
  get now(): Sheet {
    const last = this.shown.at(-1);
    if (!last) throw new Error('A sheet always shows something.');
    return last;
  }

  update(sheet: Sheet): void {
    if (!this.isClosed) this.shown.push(sheet);
  }

  /** As a user does it. */
  async act(action: string, ...rows: readonly string[]): Promise<void> {
    await this.#onAction({ action, rows });
  }

  close(): void {
    this.isClosed = true;
    this.#onClose?.();
  }

  /** The first block of a kind. */
  block<K extends SheetBlock['kind']>(kind: K): Extract<SheetBlock, { readonly kind: K }> {
    const found = this.now.blocks.find((block) => block.kind === kind);
    if (!found) throw new Error(`There is no ${kind} on the sheet.`);
    return found as Extract<SheetBlock, { readonly kind: K }>;
  }

  /** The texts of a table's rows, cell by cell. */
  get table(): readonly (readonly string[])[] {
    return this.block('table').rows.map(({ cells }) => cells.map(({ text }) => text));
  }

  /** All texts and facts, in order. */
  get texts(): readonly string[] {
    return this.now.blocks.flatMap((block) => {
      if (block.kind === 'text' || block.kind === 'heading') return [block.text];
      return block.kind === 'facts' ? block.rows.map((row) => row.join(': ')) : [];
    });
  }
}

/** Keeps every sheet that was opened. */
export class FakeSheets implements Sheets {
  readonly opened: FakeSheet[] = [];

  get last(): FakeSheet {
    const last = this.opened.at(-1);
    if (!last) throw new Error('No sheet was opened.');
    return last;
  }

  open(
    key: string,
    sheet: Sheet,
    onAction: (action: SheetAction) => Promise<void>,
    onClose?: () => void,
  ): FakeSheet {
    const opened = new FakeSheet(key, sheet, onAction, onClose);
    this.opened.push(opened);
    return opened;
  }
}
