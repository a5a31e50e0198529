import * as l10n from '@vscode/l10n';
import type { Disposable } from '../../../base/disposable';
import { CancelledError, errorMessage } from '../../../base/errors';
import { type Caller, type CallInput, channel, connect, type Port } from '../../../webview/rpc';
import {
  COMPARE_CHANNEL,
  compareProtocol,
  type CompareProtocol,
  FEWEST_COLUMNS,
  MOST_COLUMNS,
} from '../../compare';
import { Composer } from '../composer';
import type { PanelContext } from '../context';
import { button } from '../controls';
import { element, FrameQueue, isComposing, onPageHidden, StatusRegion } from '../dom';
import { ComposerLink, messageOf, restored } from '../draft';
import { DropZone } from '../dropZone';
import { Notices } from '../failures';
import { type Format } from '../format';
import type { SendBlocker } from '../reducer';
import { type SavedComparison, StatePersister } from '../savedState';
import { UnsavedEdits } from '../unsavedEdits';
import { Column } from './column';

/** The page of a comparison: a column per model above one composer for all. */
export class CompareApp {
  readonly element: HTMLElement;
  readonly #port: Port;
  readonly #caller: Caller<CompareProtocol>;
  readonly #status = new StatusRegion();
  readonly #context: PanelContext;
  readonly #composer: Composer;
  readonly #notices: Notices;
  readonly #frame = element('div', { class: 'columns' });
  readonly #add: HTMLButtonElement;
  readonly #difference: HTMLButtonElement;
  readonly #persister: StatePersister<SavedComparison>;
  /** In the columns: each turn is in one of them. */
  readonly #unsavedEdits: UnsavedEdits;
  #columns: ReadonlyMap<string, Column> = new Map();
  /** Those of the columns, as far as the host has told all of them. */
  #conversations: readonly string[];
  #sending = false;
  #problem: string | undefined;

  constructor(
    port: Port,
    format: Format,
    saved: SavedComparison,
    save: (saved: SavedComparison) => void,
  ) {
    this.#port = port;
    this.#caller = connect(channel(port, COMPARE_CHANNEL), compareProtocol, ({ columns }) =>
      this.#onColumns(columns),
    );
    this.#conversations = saved.conversations;
    this.#unsavedEdits = new UnsavedEdits(saved.begun ?? [], () => this.#changed());
    this.#context = {
      format,
      unsavedEdits: this.#unsavedEdits,
      frames: new FrameQueue(() => undefined),
      announce: (text) => this.#status.announce(text),
      // What is attached goes to the first column, and from there to all.
      ask: async (name, input) => (await this.#first?.context.ask(name, input)) ?? false,
      call: async (name, input, signal) => {
        // Nobody is there yet who could be asked.
        if (!this.#first) throw new CancelledError();
        return await this.#first.context.call(name, input, signal);
      },
      tell: (problem) => this.#tell(problem),
      edit: () => undefined,
    };
    this.#notices = new Notices(this.#context, () => this.#tell(undefined));
    this.#composer = new Composer(this.#context, {
      send: () => void this.#send(),
      stop: () => void this.#ask('stopAll', undefined),
      changed: () => {
        this.#changed();
        for (const { link } of this.#all) link.changed();
      },
      lastMessage: () => undefined,
    });
    this.#add = button({
      label: l10n.t('Add Model'),
      icon: 'add',
      class: 'secondary',
      onClick: () => void this.#ask('addColumn', undefined),
    });
    this.#difference = button({
      label: l10n.t('Compare Answers'),
      icon: 'split-horizontal',
      class: 'secondary',
      onClick: () => void this.#ask('compareAnswers', undefined),
    });
    const bar = element(
      'header',
      { class: 'toolbar', attributes: { 'aria-label': l10n.t('Comparison') } },
      this.#add,
      this.#difference,
    );
    const dropZone = new DropZone(this.#context);
    this.element = element(
      'div',
      { class: 'app comparison' },
      bar,
      this.#frame,
      element('div', { class: 'dock' }, this.#notices.element, this.#composer.element),
      this.#status.element,
      dropZone.element,
    );
    dropZone.listen(window);
    this.#persister = new StatePersister(() => this.#saved(), save, onPageHidden);
    this.#composer.draft = saved.draft;
    this.element.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || isComposing(event) || !this.#isStreaming) return;
      event.preventDefault();
      void this.#ask('stopAll', undefined);
    });
  }

  /** Asks the host for the columns. */
  start(): void {
    void this.#ask('ready', undefined);
  }

  get #first(): Column | undefined {
    return this.#columns.values().next().value;
  }

  get #all(): readonly Column[] {
    return [...this.#columns.values()];
  }

  get #isStreaming(): boolean {
    return this.#all.some(({ panel }) => panel?.streaming !== undefined);
  }

  #onColumns(names: readonly string[]): void {
    const before = this.#columns;
    this.#columns = keptColumns(before, names, (name) => this.#create(name));
    for (const column of this.#all) {
      column.isRemovable = names.length > FEWEST_COLUMNS;
      if (!column.element.isConnected) this.#frame.append(column.element);
    }
    this.#add.hidden = names.length >= MOST_COLUMNS;
    this.#frame.style.setProperty('--columns', String(names.length));
    this.#show();
    // Later there may be a list of models above the panel, which would close.
    if (before.size === 0) this.#composer.focus();
  }

  #create(name: string): Column {
    return new Column(this.#port, name, {
      ...this.#context,
      unsavedEdits: this.#unsavedEdits,
      link: new ComposerLink(this.#composer, () => this.#show()),
      onDidChange: () => this.#show(),
      onRemove: () => void this.#ask('removeColumn', { column: name }),
    });
  }

  /** What one column shows matters to the composer of all. */
  #show(): void {
    const panel = this.#all.find(({ panel: own }) => own?.streaming !== undefined)?.panel;
    const shown = panel ?? this.#first?.panel;
    const blockers = this.#all.map((column) => column.sendBlocker);
    const order: readonly SendBlocker[] = [
      ...(['needConnection', 'needModel', 'settingsInvalid', 'waitForAnswer'] as const),
    ];
    const found = order.find((reason) => blockers.includes(reason));
    const because = this.#all.find((column) => column.blockedBecause)?.blockedBecause;
    this.#composer.show(
      shown && { ...shown, attachments: this.#first?.panel?.attachments ?? [] },
      this.#sending ? 'waitForAnswer' : found,
      because,
    );
    const answered = this.#all.filter(({ panel: own }) => own?.turns.at(-1)?.role === 'model');
    this.#difference.hidden = answered.length < 2;
    const panels = this.#all.flatMap(({ panel: own }) => own ?? []);
    if (panels.length > 0 && panels.length === this.#columns.size) {
      this.#conversations = panels.map(({ conversation }) => conversation);
      // While an answer arrives, the one that it may give way to is only away.
      if (!this.#isStreaming) this.#unsavedEdits.retain(panels.flatMap(({ turns }) => turns));
    }
    this.#changed();
  }

  async #send(): Promise<void> {
    const draft = this.#composer.take();
    this.#sending = true;
    this.#tell(undefined);
    this.#composer.focus();
    for (const column of this.#all) column.toEnd();
    try {
      await Promise.all(this.#all.map((column) => column.flush()));
      await this.#caller.call('sendAll', { text: messageOf(draft) });
    } catch (error) {
      this.#composer.draft = restored(draft, this.#composer.draft);
      this.#tell(l10n.t('The message was not sent: {0}', errorMessage(error)));
    } finally {
      this.#sending = false;
      this.#show();
    }
  }

  async #ask<N extends keyof CompareProtocol['calls']>(
    name: N,
    input: CallInput<CompareProtocol, N>,
  ): Promise<void> {
    try {
      await this.#caller.call(name, input);
    } catch (error) {
      this.#tell(l10n.t('That did not work: {0}', errorMessage(error)));
    }
  }

  #tell(problem: string | undefined): void {
    this.#problem = problem;
    this.#notices.show(undefined, this.#problem);
    if (problem !== undefined) this.#status.announce(problem);
  }

  #changed(): void {
    this.#persister.changed(this.#composer.draftLength + this.#unsavedEdits.length);
  }

  #saved(): SavedComparison {
    const begun = this.#unsavedEdits.kept;
    return {
      conversations: this.#conversations,
      draft: this.#composer.draft,
      ...(begun.length > 0 && { begun }),
    };
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
