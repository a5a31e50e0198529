import { computed, type ReadonlySignal } from '@preact/signals';
import { type Disposable, DisposableStore, toDisposable } from '../../base/disposable';
import { Announcer } from '../../webview/kit/liveRegion';
import type { Port } from '../../webview/rpc';
import type { Draft } from '../../conversation/model/conversation';
import type { FocusTarget } from '../../conversation/model/protocol';
import { turnText } from '../../conversation/model/turns';
import { FrameQueue, takeFocus } from './dom';
import { DraftStore, emptyDraft, isBlank, messageOf } from './state/draft';
import type { Format } from './format';
import type { PageEvent } from './state/context';
import { PanelStore } from './state/panelStore';
import type { SavedPage } from './state/savedState';
import { beginRenaming } from './title';
import { MAX_SAVED_LENGTH, UnsavedEdits, unsentLength } from './state/unsavedEdits';

const SETTINGS_ID = 'settings';
/** Maximum number of open states to save. The newest are retained. */
const MAX_OPENED = 100;
const WIDE = 960;

interface PageStoreOptions {
  readonly port: Port;
  readonly format: Format;
  readonly saved: SavedPage;
  readonly onDidChange: () => void;
}

export class PageStore implements Disposable {
  readonly store: PanelStore;
  readonly announcer = new Announcer();
  readonly draft = new DraftStore();
  readonly #unsavedEdits: UnsavedEdits;
  readonly #frames: FrameQueue;
  readonly #onDidChange: () => void;
  readonly #disposables = new DisposableStore();
  /** Reading position before a reload, until restored. */
  #place: SavedPage['place'];
  /** ID of the conversation before a reload, until the host reports the current one. */
  readonly #former: string | undefined;
  /** ID of the conversation that the draft belongs to. */
  #shown: string | undefined;
  #hasTurns = false;
  #sentDraft: Draft = emptyDraft;
  readonly conversation: ReadonlySignal<string | undefined> = computed(
    () => this.store.panel.value?.conversation,
  );

  constructor({ port, format, saved, onDidChange }: PageStoreOptions) {
    this.#onDidChange = onDidChange;
    this.#place = saved.place;
    this.#former = saved.conversation;
    this.#shown = saved.conversation;
    this.#frames = new FrameQueue(() => this.#afterFrame());
    this.#unsavedEdits = new UnsavedEdits(saved.begun ?? [], onDidChange);
    this.draft.value = saved.draft;
    this.store = new PanelStore({
      port,
      format,
      frames: this.#frames,
      unsavedEdits: this.#unsavedEdits,
      settings: {
        id: SETTINGS_ID,
        isOpen: saved.settingsOpen ?? window.innerWidth >= WIDE,
        width: saved.settingsWidth,
        sections: saved.settingsSections,
      },
      unsent: saved.unsent,
      draft: this.draft,
      announce: this.announcer.announce,
      onPageEvent: (event) => this.#on(event),
    });
    this.store.reading.hiddenSteps.value = new Set(saved.hiddenSteps);
    this.store.reading.reopen(saved.opened ?? []);
  }

  start(): void {
    const { store } = this;
    this.#disposables.add(
      store.onSnapshot((panel) => {
        this.#showConversation(panel.conversation, panel.turns.length === 0);
        this.#unsavedEdits.retain([panel]);
      }),
    );
    this.#disposables.add(this.draft.onDidChange(this.#onDidChange));
    this.#disposables.add(toDisposable(store.settings.page.kept.subscribe(this.#onDidChange)));
    this.#disposables.add(toDisposable(store.kept.subscribe(this.#onDidChange)));
    for (const kept of [store.reading.hiddenSteps, store.reading.opened]) {
      this.#disposables.add(toDisposable(kept.subscribe(this.#onDidChange)));
    }
    void store.actions.ready();
  }

  get saved(): SavedPage {
    const conversation = this.store.panel.peek()?.conversation ?? this.#former;
    const begun = this.#unsavedEdits.kept;
    const hiddenSteps = [...this.store.reading.hiddenSteps.peek()];
    const opened = [...this.store.reading.opened.peek()].slice(-MAX_OPENED);
    return {
      ...(conversation !== undefined && { conversation }),
      draft: this.draft.kept.peek(),
      ...(begun.length > 0 && { begun }),
      ...(hiddenSteps.length > 0 && { hiddenSteps }),
      ...(opened.length > 0 && { opened }),
      place: this.#place === 'end' ? this.store.reading.place : this.#place,
      ...this.store.kept.peek(),
      ...this.store.settings.page.kept.peek(),
    };
  }

  /** Sends the draft to the host, which keeps it with the conversation. */
  keepDraft(): void {
    const conversation = this.#shown;
    const draft = this.draft.kept.peek();
    if (conversation === undefined || draft === this.#sentDraft) return;
    this.#sentDraft = draft;
    const isLong = this.draft.length.peek() > MAX_SAVED_LENGTH;
    void this.store.ask('setDraft', { conversation, draft: isLong ? emptyDraft : draft });
  }

  get writtenLength(): number {
    const { unsent } = this.store.kept.peek();
    return (
      this.draft.length.peek() + this.#unsavedEdits.length + (unsent ? unsentLength(unsent) : 0)
    );
  }

  readonly opened = (): void => {
    this.#onDidChange();
    // A restored title field already has the focus.
    if (this.store.titleEdit.peek()?.conversation === this.conversation.peek()) return;
    const side = document.getElementById(SETTINGS_ID);
    if (!side?.contains(document.activeElement)) takeFocus(this.draft);
  };

  /** Sends the draft, optionally as a background interaction. Restores the draft if sending fails. */
  readonly send = async (background = false): Promise<void> => {
    const { store, draft } = this;
    store.dispatch({ name: 'sendStarted' });
    store.reading.toEnd();
    const problem = await draft.send(async (text) => {
      await store.flush();
      await store.call('send', { text, ...(background && { background }) });
    });
    store.dispatch({ name: 'sendEnded', ...(problem !== undefined && { problem }) });
    if (problem !== undefined) this.announcer.announce(problem);
  };

  readonly stop = (): void => {
    void this.store.actions.stop();
    this.draft.focus();
  };

  readonly getCode = (): void => {
    void this.store.actions.getCode({ text: this.draft.message.peek() });
  };

  dispose(): void {
    this.#disposables.dispose();
    this.store.dispose();
  }

  #on(event: PageEvent): void {
    const { store, draft } = this;
    switch (event.name) {
      case 'focus':
        this.#focus(event.target);
        break;
      case 'add':
        draft.add({ pieces: event.pieces });
        break;
      case 'compose':
        draft.fill(event.text);
        break;
      case 'draft':
        this.#restoreDraft(event.draft);
        break;
      case 'edit':
        store.edit(event);
        break;
      case 'getCode':
        this.getCode();
        break;
      case 'turn':
        // The state arrives first, so messages are rendered by then.
        this.#frames.add({ run: () => this.#showTurn(event.turn) });
        break;
      case 'managePresets':
        void store.managePresets();
        break;
      case 'savePrompt':
        void store.actions.savePrompt({ text: draft.message.peek(), over: false });
        break;
    }
  }

  /** A new conversation starts without the draft and the announcement of the previous one. */
  #showConversation(conversation: string, isEmpty: boolean): void {
    if (conversation !== this.#shown) {
      if (this.#shown !== undefined) this.announcer.clear();
      this.#shown = conversation;
      this.#sentDraft = emptyDraft;
      // A copy made for a change in another window has messages too, and keeps the draft.
      if (isEmpty && this.#hasTurns) this.draft.value = emptyDraft;
    }
    this.#hasTurns = !isEmpty;
  }

  /** @param saved the host’s draft, from before the tab was closed */
  #restoreDraft(saved: Draft): void {
    const own = this.draft.peek();
    this.#sentDraft = saved;
    if (isBlank(own)) {
      if (!isBlank(saved)) this.draft.value = saved;
      return;
    }
    // The saved page can be older than the conversation, for example after a crash.
    const last = this.store.panel.peek()?.turns.findLast(({ role }) => role === 'user');
    const wasSent = isBlank(saved) && last !== undefined && turnText(last) === messageOf(own);
    if (wasSent) this.draft.value = emptyDraft;
    else this.keepDraft();
  }

  #focus(target: FocusTarget): void {
    const { store, draft } = this;
    if (target === 'settings') store.settings.page.open();
    else if (target === 'title') beginRenaming(store);
    else if (target === 'composer' || !store.reading.focusLast()) draft.focus();
  }

  #showTurn(turn: string): false {
    const { reading } = this.store;
    this.#place = 'end';
    reading.place = { turn, offset: 0 };
    reading.focusAt(turn, -1);
    return false;
  }

  #afterFrame(): void {
    const { reading, panel } = this.store;
    reading.keep();
    const shown = panel.peek();
    if (this.#place === 'end' || !shown || !this.#frames.idle) return;
    // The first state of a restored panel may have no messages yet.
    const { turn } = this.#place;
    if (shown.conversation === this.#former && !shown.turns.some(({ id }) => id === turn)) {
      return;
    }
    reading.place = this.#place;
    this.#place = 'end';
  }
}
