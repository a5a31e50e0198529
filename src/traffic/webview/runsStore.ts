import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import { CancelledError } from '../../base/errors';
import { Announcer } from '../../webview/kit/liveRegion';
import { type Caller, connect, type Port } from '../../webview/rpc';
import { type RunsEvent, runsProtocol, type RunsProtocol } from '../view/protocol';
import type { FindingView, RemedyName, RunRow, RunView, TurnView } from '../view/runViews';

/** State that survives hiding the page. */
export interface SavedRuns {
  readonly run: number | undefined;
  readonly turn: number | undefined;
}

interface RunsStoreOptions {
  readonly port: Port;
  readonly saved: SavedRuns | undefined;
  readonly save: (saved: SavedRuns) => void;
}

export class RunsStore {
  /** By ID. Undefined until the host sends runs. */
  readonly #rows = signal<ReadonlyMap<number, RunRow> | undefined>(undefined);
  /** Newest first. */
  readonly rows: ReadonlySignal<readonly RunRow[] | undefined>;
  readonly note = signal('');
  /** Folder of the apps whose runs are shown. Empty if all are. */
  readonly folder = signal('');
  readonly run = signal<number | undefined>(undefined);
  readonly turn = signal<number | undefined>(undefined);
  readonly view = signal<RunView | undefined>(undefined);
  readonly details = signal<TurnView | undefined>(undefined);
  readonly announcer = new Announcer();
  readonly #caller: Caller<RunsProtocol>;
  #readingRun = new AbortController();
  #readingTurn = new AbortController();

  constructor({ port, saved, save }: RunsStoreOptions) {
    this.rows = computed(() => this.#rows.value && [...this.#rows.value.values()].toReversed());
    this.run.value = saved?.run;
    this.turn.value = saved?.turn;
    this.#caller = connect(port, runsProtocol, (event) => this.#take(event));
    effect(() => save({ run: this.run.value, turn: this.turn.value }));
    void this.#caller.call('ready', undefined).catch(() => undefined);
  }

  selectRun(id: number | undefined): void {
    if (id === this.run.peek()) return;
    batch(() => {
      this.run.value = id;
      this.turn.value = undefined;
      this.view.value = undefined;
      this.details.value = undefined;
    });
    void this.#readRun();
  }

  showAll(): void {
    void this.#caller.call('showAll', undefined).catch(() => undefined);
  }

  selectTurn(id: number): void {
    if (id === this.turn.peek()) return;
    this.turn.value = id;
    void this.#readTurn();
  }

  open(what: 'open' | 'compare', turn: number): void {
    void this.#caller.call('open', { what, turn }).catch(() => undefined);
  }

  remedy(what: RemedyName, { id }: FindingView): void {
    const run = this.run.peek();
    if (run === undefined) return;
    void this.#caller.call('remedy', { what, finding: id, run }).catch(() => undefined);
  }

  #take(event: RunsEvent): void {
    switch (event.name) {
      case 'runs':
        batch(() => {
          this.#rows.value = new Map(event.rows.map((row) => [row.id, row]));
          this.note.value = event.note;
          this.folder.value = event.folder;
        });
        break;
      case 'changed': {
        const rows = new Map(this.#rows.peek());
        for (const id of event.removed) rows.delete(id);
        for (const row of event.rows) rows.set(row.id, row);
        this.#rows.value = rows;
        const isOpen = [...event.removed, ...event.rows.map(({ id }) => id)].includes(
          this.run.peek() ?? -1,
        );
        if (!isOpen && this.view.peek()) return;
        break;
      }
    }
    this.#keepSelection();
  }

  /** Selects the newest run if the selected one was removed. */
  #keepSelection(): void {
    const rows = this.#rows.peek() ?? new Map();
    const id = this.run.peek();
    if (id === undefined || !rows.has(id)) this.selectRun(this.rows.peek()?.[0]?.id);
    else void this.#readRun();
  }

  async #readRun(): Promise<void> {
    this.#readingRun.abort();
    const reading = new AbortController();
    this.#readingRun = reading;
    const run = this.run.peek();
    if (run === undefined) {
      this.view.value = undefined;
      return;
    }
    const [view] = await this.#read('run', { run }, reading.signal);
    if (!view || reading.signal.aborted) return;
    const before = this.view.peek();
    this.view.value = view;
    const chosen = this.turn.peek();
    const isThere = view.turns.some(({ id }) => id === chosen);
    if (!isThere)
      this.turn.value = (view.turns.find(({ findings }) => findings > 0) ?? view.turns.at(-1))?.id;
    if (before && before.id === view.id && view.turns.length > before.turns.length) {
      this.announcer.announce(l10n.t('{0} requests in this run', view.turns.length));
    }
    await this.#readTurn();
  }

  async #readTurn(): Promise<void> {
    this.#readingTurn.abort();
    const reading = new AbortController();
    this.#readingTurn = reading;
    const turn = this.turn.peek();
    if (turn === undefined) return;
    const [details] = await this.#read('turn', { turn }, reading.signal);
    if (!reading.signal.aborted) this.details.value = details;
  }

  async #read<N extends 'run' | 'turn'>(
    name: N,
    input: N extends 'run' ? { run: number } : { turn: number },
    signal: AbortSignal,
  ): Promise<readonly (N extends 'run' ? RunView : TurnView)[]> {
    try {
      const found = await this.#caller.call(name, input as never, signal);
      return found as never;
    } catch (error) {
      if (!CancelledError.is(error)) this.announcer.announce((error as Error).message);
      return [];
    }
  }
}

export interface RunsProps {
  readonly store: RunsStore;
}
