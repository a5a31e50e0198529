import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import { CancelledError } from '../../base/errors';
import { Announcer } from '../../webview/kit/liveRegion';
import { TableModel, type TableState } from '../../webview/kit/tableModel';
import { type Caller, connect, type Port } from '../../webview/rpc';
import type { TableColumn } from '../../webview/tableRows';
import {
  failuresFirst,
  type Filter,
  filteredRows,
  KeptRows,
  type ReportRow,
} from '../report/compare';
import { type ReportEvent, reportProtocol, type ReportProtocol } from '../report/protocol';
import type { ReportChoice, ReportDetail, ReportRun, ReportState } from '../report/reportRun';
import { ReportTable, type ReportTableContent } from './reportTable';

/** State that survives hiding the page and reloading the window. */
export interface SavedReport {
  readonly run: string;
  readonly before: string;
  readonly table: TableState;
  /** Columns that the sort order refers to. */
  readonly columns: readonly TableColumn[];
  readonly filters: readonly Filter[];
  readonly arePicturesOpen: boolean;
  readonly open: string | undefined;
}

interface ReportStoreOptions {
  readonly port: Port;
  readonly saved: SavedReport | undefined;
  readonly save: (saved: SavedReport) => void;
  readonly width: number;
}

interface ReportRuns {
  readonly runs: readonly ReportChoice[];
  readonly run: string;
  /** Empty without comparison. */
  readonly before: string;
  readonly isRunning: boolean;
}

type OpenDetails =
  | { readonly kind: 'loading' }
  | { readonly kind: 'there'; readonly details: readonly ReportDetail[] }
  | { readonly kind: 'failed'; readonly message: string };

export class ReportStore {
  /** Undefined until the host sends runs. */
  readonly runs = signal<ReportRuns | undefined>(undefined);
  readonly shown = signal<ReportRun | undefined>(undefined);
  readonly before = signal<ReportRun | undefined>(undefined);
  readonly filters = signal<ReadonlySet<Filter>>(new Set());
  /** Closed in narrow windows, where charts would displace the table. */
  readonly arePicturesOpen: Signal<boolean>;
  /** Table width in CSS pixels. */
  readonly room = signal(800);
  readonly rows: ReadonlySignal<readonly ReportRow[]>;
  readonly content: ReadonlySignal<ReportTableContent>;
  readonly table: TableModel;
  readonly open = signal<string | undefined>(undefined);
  readonly details = signal<OpenDetails>({ kind: 'loading' });
  readonly announcer = new Announcer();
  readonly #caller: Caller<ReportProtocol>;
  #columns: readonly TableColumn[];
  #asking = new AbortController();
  #detailed = '';

  constructor({ port, saved, save, width }: ReportStoreOptions) {
    this.arePicturesOpen = signal(width >= WIDE);
    this.#columns = saved?.columns ?? [];
    const kept = new KeptRows();
    this.rows = computed(() => {
      const run = this.shown.value;
      return run ? kept.of(run, this.before.value) : [];
    });
    const columns = computed(() => roundedRoom(this.room.value));
    const table = new ReportTable();
    this.content = computed(() => {
      const { sorting } = this.table;
      return table.of(
        { run: this.shown.value, isCompared: this.before.value !== undefined },
        failuresFirst(filteredRows(this.rows.value, this.filters.value)),
        columns.value,
        sorting && this.#columns[sorting.column],
      );
    });
    const rows = computed(() => this.content.value.rows);
    this.table = new TableModel(rows, saved?.table);
    if (saved) {
      this.filters.value = new Set(saved.filters);
      this.arePicturesOpen.value = saved.arePicturesOpen;
      this.open.value = saved.open;
    }
    effect(() => {
      const before = this.#columns;
      const now = this.content.value.columns;
      if (now.length === 0) return;
      this.#columns = now;
      this.table.changeColumns(before, now);
    });
    this.#caller = connect(port, reportProtocol, (event) => this.#take(event));
    effect(() => {
      const { run = '', before = '' } = this.runs.value ?? {};
      // Saved state isn't applied yet.
      if (!this.runs.value) return;
      const { columns: now } = this.content.value;
      save({
        run,
        before,
        table: this.table.state.value,
        filters: [...this.filters.value],
        // Before the first run, retains the saved columns.
        columns: now.length > 0 ? now : this.#columns,
        arePicturesOpen: this.arePicturesOpen.value,
        open: this.open.value,
      });
    });
    this.#do('ready', undefined);
  }

  choose(run: string, before: string): void {
    this.#do('choose', { run, before });
  }

  toggle(filter: Filter): void {
    const next = new Set(this.filters.peek());
    if (!next.delete(filter)) next.add(filter);
    this.filters.value = next;
  }

  showDetails(row: string | undefined): void {
    this.open.value = row;
    void this.#readDetails();
  }

  openAnswer(
    what: 'case' | 'playground' | 'json' | 'exchange',
    { id, repeat }: { readonly id: string; readonly repeat: number },
  ): void {
    this.#do('open', { what, id, repeat });
  }

  rerun(which: 'all' | 'failed' | 'these', ids: readonly string[] = []): void {
    this.#do('rerun', { which, ids });
  }

  cancel(): void {
    this.#do('cancel', undefined);
  }

  export(): void {
    this.#do('export', undefined);
  }

  #do(...[name, input]: Parameters<Caller<ReportProtocol>['call']>): void {
    void this.#caller.call(name, input).catch(() => undefined);
  }

  #take(event: ReportEvent): void {
    batch(() => {
      switch (event.name) {
        case 'runs':
          this.runs.value = event;
          break;
        case 'shown':
          this.shown.value = event.run;
          this.before.value = event.before;
          if (this.open.peek() !== undefined) void this.#readDetails();
          break;
        case 'added':
          this.#add(event.run, (run) => ({ cells: mergedCells(run.cells, event.cells) }));
          if (
            event.run === this.shown.peek()?.id &&
            event.cells.some(({ row }) => row === this.open.peek())
          ) {
            void this.#readDetails();
          }
          break;
        case 'ended':
          this.#add(event.run, () => ({
            state: event.state as ReportState,
            sums: event.sums,
            means: event.means,
          }));
          this.announcer.announce(l10n.t('The run has ended.'));
          break;
      }
    });
  }

  #add(id: string, change: (run: ReportRun) => Partial<ReportRun>): void {
    const run = this.shown.peek();
    if (run?.id === id) this.shown.value = { ...run, ...change(run) };
  }

  async #readDetails(): Promise<void> {
    this.#asking.abort();
    const asking = new AbortController();
    this.#asking = asking;
    const row = this.open.peek();
    if (row === undefined) return;
    // Displays the current details until new ones arrive.
    const detailed = `${this.shown.peek()?.id} ${row}`;
    if (this.#detailed !== detailed) this.details.value = { kind: 'loading' };
    this.#detailed = detailed;
    try {
      const details = await this.#caller.call('details', { row }, asking.signal);
      if (!asking.signal.aborted) this.details.value = { kind: 'there', details };
    } catch (error) {
      if (asking.signal.aborted || CancelledError.is(error)) return;
      this.details.value = { kind: 'failed', message: (error as Error).message };
    }
  }
}

function mergedCells(known: ReportRun['cells'], added: ReportRun['cells']): ReportRun['cells'] {
  const ids = new Set(added.map(({ id }) => id));
  return [...known.filter(({ id }) => !ids.has(id)), ...added];
}

/** Rounds the width to avoid changing columns with each pixel. */
function roundedRoom(pixels: number): number {
  return Math.floor(pixels / 40) * 40;
}

const WIDE = 900;

export interface ReportProps {
  readonly store: ReportStore;
}
