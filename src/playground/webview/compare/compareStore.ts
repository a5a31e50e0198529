import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import { type Disposable, DisposableStore, toDisposable } from '../../../base/disposable';
import { CancelledError, errorMessage } from '../../../base/errors';
import { isSameJson } from '../../../base/json';
import { Announcer } from '../../../webview/kit/liveRegion';
import { type Caller, type CallInput, channel, connect, type Port } from '../../../webview/rpc';
import {
  COMPARE_CHANNEL,
  type CompareProtocol,
  type PlaygroundState,
  compareProtocol,
} from '../../../conversation/model/protocol';
import type { Turn } from '../../../conversation/model/conversation';
import type { PanelContext } from '../state/context';
import { DraftStore } from '../state/draft';
import type { Format } from '../format';
import type { SendBlocker } from '../state/reducer';
import type { SavedColumn, SavedComparison } from '../state/savedState';
import { UnsavedEdits, unsentLength } from '../state/unsavedEdits';
import { Column } from './column';

interface CompareStoreOptions {
  readonly port: Port;
  readonly format: Format;
  readonly saved: SavedComparison;
  readonly onDidChange: () => void;
}

/** In order of priority: only the first one is shown. */
const BLOCKERS: readonly SendBlocker[] = [
  'needConnection',
  'needModel',
  'settingsInvalid',
  'waitForAnswer',
];

export class CompareStore implements Disposable {
  readonly draft = new DraftStore();
  readonly announcer = new Announcer();
  /** Shared by all columns, because turn IDs are unique. */
  readonly unsavedEdits: UnsavedEdits;
  /** Context of the composer. Attachments go to the first column, and the host copies them to all. */
  readonly context: Pick<PanelContext, 'ask' | 'call' | 'format' | 'announce' | 'tell'>;
  readonly #options: CompareStoreOptions;
  readonly #caller: Caller<CompareProtocol>;
  readonly #columns = signal<ReadonlyMap<string, Column>>(new Map());
  readonly #isSending = signal(false);
  /** Error of the last call. Cleared when dismissed or when a message is sent. */
  readonly problem = signal<string | undefined>(undefined);
  #conversations: readonly string[];
  /** Saved column states until their columns are created. */
  #former: readonly SavedColumn[];
  readonly #disposables = new DisposableStore();
  readonly columns: ReadonlySignal<readonly Column[]> = computed(() => [
    ...this.#columns.value.values(),
  ]);
  /** Whether a response or a VS Code tool is running in any column. */
  readonly isStreaming = computed(() =>
    this.columns.value.some(
      ({ store }) => store.isStreaming.value || store.dock.results.isRunning.value,
    ),
  );
  readonly answers: ReadonlySignal<number> = computed(
    () => this.#panels.value.filter(({ turns }) => turns.at(-1)?.role === 'model').length,
  );
  /**
   * The first column's state, which also represents the other columns: send options and attachments are the
   * same in all of them.
   */
  readonly first: ReadonlySignal<PlaygroundState | undefined> = computed(
    () => this.columns.value[0]?.store.panel.value,
  );
  /** Smallest known input token limit of all models. */
  readonly inputLimit: ReadonlySignal<number | undefined> = computed(() => {
    const known = this.#panels.value.flatMap(({ model }) => model?.inputTokenLimit ?? []);
    return known.length > 0 ? Math.min(...known) : undefined;
  });
  readonly blocker: ReadonlySignal<SendBlocker | undefined> = computed(() => {
    if (this.#isSending.value) return 'waitForAnswer';
    const found = this.columns.value.map(({ store }) => store.blocker.value);
    return BLOCKERS.find((blocker) => found.includes(blocker));
  });
  readonly because: ReadonlySignal<string | undefined> = computed(() =>
    this.columns.value.map(({ store }) => store.dock.blockedBecause.value).find(Boolean),
  );
  readonly #panels: ReadonlySignal<readonly PlaygroundState[]> = computed(() =>
    this.columns.value.flatMap(({ store }) => store.panel.value ?? []),
  );
  readonly #repeated: ReadonlySignal<ReadonlySet<string>> = computed(() =>
    repeatedPrompts(this.#panels.value.map(({ turns }) => turns)),
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
        if (!this.#first) throw new CancelledError();
        return await this.#first.call(name, input, signal);
      },
      tell: (problem) => this.tell(problem),
    };
  }

  start(): void {
    this.#disposables.add(toDisposable(effect(() => this.#onPanels(this.#panels.value))));
    this.#disposables.add(this.draft.onDidChange(this.#options.onDidChange));
    void this.ask('ready', undefined);
  }

  get saved(): SavedComparison {
    const begun = this.unsavedEdits.kept;
    const columns = this.columns.peek();
    return {
      conversations: this.#conversations,
      // Keeps saved column states until all columns are loaded.
      columns: columns.length > 0 ? columns.map(({ saved }) => saved.peek()) : this.#former,
      draft: this.draft.kept.peek(),
      ...(begun.length > 0 && { begun }),
    };
  }

  get writtenLength(): number {
    const unsent = this.columns.peek().flatMap(({ store }) => store.kept.peek().unsent ?? []);
    const lengths = [
      this.draft.length.peek(),
      this.unsavedEdits.length,
      ...unsent.map(unsentLength),
    ];
    return lengths.reduce((sum, length) => sum + length, 0);
  }

  readonly ask = async <N extends keyof CompareProtocol['calls']>(
    name: N,
    input: CallInput<CompareProtocol, N>,
  ): Promise<void> => {
    try {
      await this.#caller.call(name, input);
    } catch (error) {
      if (CancelledError.is(error)) return;
      this.tell(l10n.t('That didn’t work: {0}', errorMessage(error)));
    }
  };

  readonly send = async (): Promise<void> => {
    const columns = this.columns.peek();
    batch(() => {
      this.#isSending.value = true;
      this.tell(undefined);
    });
    for (const { store } of columns) store.reading.toEnd();
    const problem = await this.draft.send(async (text) => {
      await Promise.all(columns.map(({ store }) => store.flush()));
      await this.#caller.call('sendAll', { text });
    });
    if (problem !== undefined) this.tell(problem);
    this.#isSending.value = false;
  };

  mend(blocker: SendBlocker): void {
    const column = this.columns.peek().find(({ store }) => store.blocker.peek() === blocker);
    column?.store.mend[blocker]?.();
  }

  tell(problem: string | undefined): void {
    this.problem.value = problem;
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
    // States are matched by index, so a missing column invalidates all.
    const former = this.#former.length === names.length ? this.#former : [];
    this.#former = [];
    this.#columns.value = reuseColumns(
      this.#columns.peek(),
      names,
      (name) =>
        new Column(port, name, {
          format,
          unsavedEdits,
          announce,
          draft,
          onDidChange,
          isRepeated: (turn) => this.#repeated.value.has(turn),
          saved: former[names.indexOf(name)],
        }),
    );
  }

  #onPanels(panels: readonly PlaygroundState[]): void {
    if (panels.length > 0 && panels.length === this.#columns.peek().size) {
      this.#conversations = panels.map(({ conversation }) => conversation);
      this.unsavedEdits.retain(panels);
    }
    this.#options.onDidChange();
  }
}

/** Returns the IDs of the prompts that the first column shows at the same place. */
export function repeatedPrompts(columns: readonly (readonly Turn[])[]): ReadonlySet<string> {
  const [first = [], ...others] = columns;
  const repeated = others.flatMap((turns) =>
    turns.filter(
      ({ role, content }, at) => role === 'user' && isSameJson(content, first[at]?.content),
    ),
  );
  return new Set(repeated.map(({ id }) => id));
}

/**
 * Returns the columns with these names in order. Reuses existing ones, creates missing ones, and disposes the
 * rest.
 */
export function reuseColumns<T extends Disposable>(
  before: ReadonlyMap<string, T>,
  names: readonly string[],
  make: (name: string) => T,
): ReadonlyMap<string, T> {
  const kept = new Map(names.map((name) => [name, before.get(name) ?? make(name)]));
  for (const [name, column] of before) if (!kept.has(name)) column.dispose();
  return kept;
}
