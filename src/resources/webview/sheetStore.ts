import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import type { Sheet, SheetBlock } from '../../platform/sheet';
import { Announcer } from '../../webview/kit/liveRegion';
import { TableModel, type TableState } from '../../webview/kit/tableModel';
import { type Caller, connect, type Port } from '../../webview/rpc';
import { sheetProtocol, type SheetProtocol } from '../sheets/protocol';

export type Block<K extends SheetBlock['kind']> = Extract<SheetBlock, { readonly kind: K }>;

export interface SavedSheet {
  readonly tables: { readonly [id: string]: TableState };
  /** In pixels. */
  readonly scroll: number;
}

interface SheetStoreOptions {
  readonly port: Port;
  /** Absent if the page is new. */
  readonly saved: SavedSheet | undefined;
  readonly save: (saved: SavedSheet) => void;
}

/** State of a sheet's page: the host's content, and table state that survives updates. */
export class SheetStore {
  readonly #sheet = signal<Sheet | undefined>(undefined);
  readonly #tables = new Map<string, TableModel>();
  readonly #saved: SavedSheet;
  readonly #caller: Caller<SheetProtocol>;
  readonly announcer = new Announcer();
  readonly scroll: Signal<number>;

  constructor({ port, saved, save }: SheetStoreOptions) {
    this.#saved = saved ?? { tables: {}, scroll: 0 };
    this.scroll = signal(this.#saved.scroll);
    this.#caller = connect(port, sheetProtocol, ({ sheet }) => this.#show(sheet));
    effect(() => {
      // Before the first content, the saved state must not be overwritten.
      if (!this.#sheet.value) return;
      const tables = [...this.#tables].map(([id, { state }]) => [id, state.value] as const);
      save({ tables: Object.fromEntries(tables), scroll: this.scroll.value });
    });
    void this.#caller.call('ready', undefined).catch(() => undefined);
  }

  get sheet(): ReadonlySignal<Sheet | undefined> {
    return this.#sheet;
  }

  table(id: string): TableModel {
    const known = this.#tables.get(id);
    if (known) return known;
    const rows = computed(() => {
      const isIt = (block: SheetBlock): block is Block<'table'> =>
        block.kind === 'table' && block.id === id;
      return this.#sheet.value?.blocks.find(isIt)?.rows ?? [];
    });
    const table = new TableModel(rows, this.#saved.tables[id]);
    this.#tables.set(id, table);
    return table;
  }

  /** Runs an action on rows. The host reports errors. */
  readonly act = (action: string, rows: readonly string[] = []): void =>
    void this.#caller.call('act', { action, rows }).catch(() => undefined);

  #show(sheet: Sheet): void {
    const wasBusy = this.#sheet.peek()?.isBusy ?? false;
    batch(() => {
      for (const block of sheet.blocks) if (block.kind === 'table') this.table(block.id);
      this.#sheet.value = sheet;
      if (wasBusy && !sheet.isBusy) this.announcer.announce(l10n.t('Finished.'));
      for (const table of this.#tables.values()) table.dropMissing();
    });
  }
}
