import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import { type Disposable, DisposableStore, toDisposable } from '../../../base/disposable';
import { CancelledError, errorMessage } from '../../../base/errors';
import { Announcer } from '../../../webview/kit/liveRegion';
import { type Caller, type CallInput, channel, connect, type Port } from '../../../webview/rpc';
import {
  COMPARE_CHANNEL,
  compareProtocol,
  type CompareProtocol,
} from '../../../conversation/model/compare';
import type { PlaygroundState } from '../../../conversation/model/protocol';
import type { PanelContext } from '../state/context';
import { DraftStore } from '../state/draft';
import type { Format } from '../format';
import type { SendBlocker } from '../state/reducer';
import type { SavedColumn, SavedComparison } from '../state/savedState';
import { UnsavedEdits } from '../state/unsavedEdits';
import { unsentLength } from '../state/unsent';
import { Column } from './column';

interface CompareStoreOptions {
  readonly port: Port;
  readonly format: Format;
  readonly saved: SavedComparison;
  /** What is kept over a reload has changed. */
  readonly onDidChange: () => void;
}

/** Of what keeps columns from being asked, the first of these is told. */
const BLOCKERS: readonly SendBlocker[] = [
  'needConnection',
  'needModel',
  'settingsInvalid',
  'waitForAnswer',
];

/** All that the page of a comparison shows: its columns, each with a store of its own, and what is about all of them. */
export class CompareStore implements Disposable {
  /** Of the one message to all columns. */
  readonly draft = new DraftStore();
  readonly announcer = new Announcer();
  /** In the columns: each turn is in one of them. */
  readonly unsavedEdits: UnsavedEdits;
  /** What the composer needs: what is attached goes to the first column, and from there to all. */
  readonly context: Pick<PanelContext, 'ask' | 'call' | 'format' | 'announce' | 'tell'>;
  readonly #options: CompareStoreOptions;
  readonly #caller: Caller<CompareProtocol>;
  readonly #columns = signal<ReadonlyMap<string, Column>>(new Map());
  readonly #isSending = signal(false);
  readonly #problem = signal<string | undefined>(undefined);
  /** Ids of the columns', as far as the host has told all of them. */
  #conversations: readonly string[];
  /** What was kept of the columns over a reload, until they are made. */
  #former: readonly SavedColumn[];
  readonly #disposables = new DisposableStore();
  /** From left to right. */
  readonly columns: ReadonlySignal<readonly Column[]> = computed(() => [
    ...this.#columns.value.values(),
  ]);
  readonly isStreaming = computed(() =>
    this.columns.value.some(({ store }) => store.isStreaming.value),
  );
  /** How many columns end with an answer. */
  readonly answers: ReadonlySignal<number> = computed(
    () => this.#panels.value.filter(({ turns }) => turns.at(-1)?.role === 'model').length,
  );
  /** What is said of the first column goes for all: how it is asked, and what is attached. */
  readonly first: ReadonlySignal<PlaygroundState | undefined> = computed(
    () => this.columns.value[0]?.store.panel.value,
  );
  /** Tokens that all of the models take, as far as that is known. */
  readonly inputLimit: ReadonlySignal<number | undefined> = computed(() => {
    const known = this.#panels.value.flatMap(({ model }) => model?.inputTokenLimit ?? []);
    return known.length > 0 ? Math.min(...known) : undefined;
  });
  readonly blocker: ReadonlySignal<SendBlocker | undefined> = computed(() => {
    if (this.#isSending.value) return 'waitForAnswer';
    const found = this.columns.value.map(({ store }) => store.blocker.value);
    return BLOCKERS.find((blocker) => found.includes(blocker));
  });
  /** Why nothing can be sent for now, as a sentence. */
  readonly because: ReadonlySignal<string | undefined> = computed(() =>
    this.columns.value.map(({ store }) => store.dock.blockedBecause.value).find(Boolean),
  );
  readonly #panels: ReadonlySignal<readonly PlaygroundState[]> = computed(() =>
    this.columns.value.flatMap(({ store }) => store.panel.value ?? []),
  );

  constructor(options: CompareStoreOptions) {
    this.#options = options;
    const { port, format, saved } = options;
    this.#conversations = saved.conversations;
    this.#former = saved.columns ?? [];
    this.draft.value = saved.draft;
    this.unsavedEdits = new UnsavedEdits(saved.begun ?? [], options.onDidChange);
    this.#caller = connect(channel(port, COMPARE_CHANNEL), compareProtocol, ({ columns }) =>
      this.#onColumns(columns),
    );
    this.context = {
      format,
      announce: this.announcer.announce,
      ask: async (name, input) => (await this.#first?.ask(name, input)) ?? false,
      call: async (name, input, signal) => {
        // Nobody is there yet who could be asked.
        if (!this.#first) throw new CancelledError();
        return await this.#first.call(name, input, signal);
      },
      tell: (problem) => this.tell(problem),
    };
  }

  /** Asks the host for the columns. */
  start(): void {
    this.#disposables.add(toDisposable(effect(() => this.#onPanels(this.#panels.value))));
    this.#disposables.add(this.draft.onDidChange(this.#options.onDidChange));
    void this.ask('ready', undefined);
  }

  /** Why a call failed; shown until it is dismissed or a message is sent. */
  get problem(): ReadonlySignal<string | undefined> {
    return this.#problem;
  }

  /** What a reload brings back. */
  get saved(): SavedComparison {
    const begun = this.unsavedEdits.kept;
    const columns = this.columns.peek();
    return {
      conversations: this.#conversations,
      // Until all of them are here, those are kept that were.
      columns: columns.length > 0 ? columns.map(({ saved }) => saved.peek()) : this.#former,
      draft: this.draft.peek(),
      ...(begun.length > 0 && { begun }),
    };
  }

  /** Length of what is kept of texts, in UTF-16 units. */
  get writtenLength(): number {
    const unsent = this.columns.peek().flatMap(({ store }) => store.kept.peek().unsent ?? []);
    const lengths = [
      this.draft.length.peek(),
      this.unsavedEdits.length,
      ...unsent.map(unsentLength),
    ];
    return lengths.reduce((sum, length) => sum + length, 0);
  }

  /** A call about all columns; a failure is shown above the composer. */
  readonly ask = async <N extends keyof CompareProtocol['calls']>(
    name: N,
    input: CallInput<CompareProtocol, N>,
  ): Promise<void> => {
    try {
      await this.#caller.call(name, input);
    } catch (error) {
      this.tell(l10n.t('That didn’t work: {0}', errorMessage(error)));
    }
  };

  /** Asks all columns, with what was set in them until now. What was not sent is put back into the composer. */
  readonly send = async (): Promise<void> => {
    const columns = this.columns.peek();
    batch(() => {
      this.#isSending.value = true;
      this.tell(undefined);
    });
    for (const column of columns) column.toEnd();
    const problem = await this.draft.send(async (text) => {
      await Promise.all(columns.map((column) => column.flush()));
      await this.#caller.call('sendAll', { text });
    });
    if (problem !== undefined) this.tell(problem);
    this.#isSending.value = false;
  };

  /** Leads to what keeps a column from being asked, in the first one that it does. */
  mend(blocker: SendBlocker): void {
    const column = this.columns.peek().find(({ store }) => store.blocker.peek() === blocker);
    column?.store.mend[blocker]?.();
  }

  /** Shows a problem above the composer, and tells it to a screen reader. */
  tell(problem: string | undefined): void {
    this.#problem.value = problem;
    if (problem !== undefined) this.announcer.announce(problem);
  }

  dispose(): void {
    this.#disposables.dispose();
    this.#caller.dispose();
    for (const column of this.columns.peek()) column.dispose();
  }

  get #first(): Column['store'] | undefined {
    return this.columns.peek()[0]?.store;
  }

  #onColumns(names: readonly string[]): void {
    const { port, format } = this.#options;
    const { unsavedEdits, draft } = this;
    const { announce } = this.announcer;
    const { onDidChange } = this.#options;
    // One that is missing would move the others.
    const former = this.#former.length === names.length ? this.#former : [];
    this.#former = [];
    this.#columns.value = keptColumns(
      this.#columns.peek(),
      names,
      (name) =>
        new Column(port, name, {
          ...{ format, unsavedEdits, announce, draft, onDidChange },
          saved: former[names.indexOf(name)],
        }),
    );
  }

  #onPanels(panels: readonly PlaygroundState[]): void {
    if (panels.length > 0 && panels.length === this.#columns.peek().size) {
      this.#conversations = panels.map(({ conversation }) => conversation);
      // While an answer arrives, the one that it may give way to is only away.
      const isStreaming = panels.some(({ streaming }) => streaming !== undefined);
      if (!isStreaming) this.unsavedEdits.retain(panels.flatMap(({ turns }) => turns));
    }
    this.#options.onDidChange();
  }
}

/** The columns with these names, in their order: those that are there already stay, the others are made or go. */
export function keptColumns<T extends Disposable>(
  before: ReadonlyMap<string, T>,
  names: readonly string[],
  make: (name: string) => T,
): ReadonlyMap<string, T> {
  const kept = new Map(names.map((name) => [name, before.get(name) ?? make(name)]));
  for (const [name, column] of before) if (!kept.has(name)) column.dispose();
  return kept;
}
