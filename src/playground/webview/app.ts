import { effect } from '@preact/signals';
import { h } from 'preact';
import * as l10n from '@vscode/l10n';
import { errorMessage } from '../../base/errors';
import type { Port } from '../../webview/rpc';
import type { FocusTarget, PlaygroundState } from '../protocol';
import { Conversation } from './conversation/conversation';
import { element, FrameQueue, isComposing, onPageHidden, StatusRegion, takeFocus } from './dom';
import { Dock } from './dock/dock';
import { DraftStore, messageOf } from './dock/draft';
import { DropZone } from './dock/dropZone';
import type { Format } from './format';
import { mount } from './mount';
import { type PageEvent, PanelStore } from './panelStore';
import { type Saved, StatePersister } from './savedState';
import type { SettingsPage } from './settings/settingsPage';
import { SettingsSide } from './settings/settingsPanel';
import { beginRenaming, Title } from './title';
import { Toolbar } from './toolbar';
import { UnsavedEdits } from './unsavedEdits';

const SETTINGS_ID = 'settings';
/** From this width on the settings are open until the user closes them. */
const WIDE = 960;

/** The page of a playground: holds its state, shows it in the views, and tells the host what the user does. */
export class App {
  readonly element: HTMLElement;
  readonly #store: PanelStore;
  readonly #status = new StatusRegion();
  readonly #frames: FrameQueue;
  readonly #draft = new DraftStore();
  readonly #persister: StatePersister;
  readonly #unsavedEdits: UnsavedEdits;
  #shown: PlaygroundState | undefined;
  #place: Saved['place'];
  /** Of the conversation that was here before a reload, until the host tells which one it is. */
  readonly #conversationId: string | undefined;

  constructor(port: Port, format: Format, saved: Saved, save: (saved: Saved) => void) {
    this.#place = saved.place;
    this.#conversationId = saved.conversation;
    this.#frames = new FrameQueue(() => this.#afterFrame());
    this.#unsavedEdits = new UnsavedEdits(saved.begun ?? [], () => this.#changed());
    const context = new PanelStore({
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
      draft: this.#draft,
      announce: (text) => this.#status.announce(text),
      onPageEvent: (event) => this.#on(event),
    });
    this.#store = context;
    const conversation = mount(h(Conversation, null), context);
    this.element = element(
      'div',
      { class: 'app loading' },
      mount(h(Toolbar, { onGetCode: () => this.#getCode() }), context),
      element('div', { class: 'progress', attributes: { 'aria-hidden': 'true' } }),
      element(
        'div',
        { class: 'middle' },
        mount(h(Title, {}), context),
        conversation,
        mount(h(Dock, { send: () => void this.#send(), stop: () => this.#stop() }), context),
      ),
      mount(h(SettingsSide, null), context),
      this.#status.element,
      mount(h(DropZone, { context }), context),
    );
    this.#persister = new StatePersister(() => this.#saved(), save, onPageHidden);
    this.#draft.value = saved.draft;
    this.element.addEventListener('keydown', (event) => this.#keyDown(event));
    conversation.addEventListener(
      'scroll',
      () => this.#persister.scrolled(this.#writtenLength),
      true,
    );
  }

  /** Asks the host for the state. */
  start(): void {
    effect(() => this.#show());
    this.#draft.onDidChange(() => this.#changed());
    effect(() => this.#showSide(this.#store.settings.page.kept.value));
    void this.#store.actions.ready();
  }

  #on(event: PageEvent): void {
    if (event.name === 'focus') {
      this.#focus(event.target);
    } else if (event.name === 'add') {
      this.#draft.add({ pieces: event.pieces });
    } else if (event.name === 'getCode') {
      this.#getCode();
    } else if (event.name === 'edit') {
      this.#store.edit(event);
    } else if (event.name === 'compose') {
      this.#draft.fill(event.text);
    } else {
      void this.#store.actions.savePrompt({ text: this.#draft.message.peek(), over: false });
    }
  }

  #focus(target: FocusTarget): void {
    if (target === 'settings') this.#store.settings.page.open();
    else if (target === 'title') beginRenaming(this.#store);
    else if (target === 'composer' || !this.#store.reading.focusLast()) this.#draft.focus();
  }

  /** Shows what the host said last; text that streams in goes to the conversation alone. */
  #show(): void {
    const { panel } = this.#store.snapshot;
    const before = this.#shown;
    this.#shown = panel;
    if (panel && panel !== before) this.#showPanel(before, panel);
  }

  /** The settings open, close and change their width by themselves; the page keeps how. */
  #showSide({ settingsOpen }: SettingsPage['kept']['value']): void {
    this.element.classList.toggle('with-settings', settingsOpen);
    this.#changed();
  }

  #showPanel(before: PlaygroundState | undefined, panel: PlaygroundState): void {
    const { classList } = this.element;
    classList.remove('loading');
    classList.toggle('streaming', panel.streaming !== undefined);
    // While an answer arrives, the one that it may give way to is only away.
    if (panel.streaming === undefined) this.#unsavedEdits.retain(panel.turns);
    if (before?.conversation === panel.conversation) return;
    this.#changed();
    const side = document.getElementById(SETTINGS_ID);
    if (!side?.contains(document.activeElement)) takeFocus(this.#draft);
  }

  async #send(): Promise<void> {
    const draft = this.#draft.take();
    this.#store.dispatch({ name: 'sendStarted' });
    this.#store.reading.toEnd();
    this.#draft.focus();
    try {
      await Promise.all([this.#store.settings.flush(), this.#store.dock.flush()]);
      await this.#store.call('send', { text: messageOf(draft) });
      this.#store.dispatch({ name: 'sendEnded' });
    } catch (error) {
      this.#draft.putBack(draft);
      const problem = l10n.t('The message was not sent: {0}', errorMessage(error));
      this.#store.dispatch({ name: 'sendEnded', problem });
      this.#status.announce(problem);
    }
  }

  #stop(): void {
    void this.#store.actions.stop();
    this.#draft.focus();
  }

  #getCode(): void {
    void this.#store.actions.getCode({ text: this.#draft.message.peek() });
  }

  #keyDown(event: KeyboardEvent): void {
    if (this.#undoes(event)) return;
    if (event.key !== 'Escape' || isComposing(event)) return;
    if (!this.#store.isStreaming.peek() && !this.#store.isSending.peek()) return;
    event.preventDefault();
    this.#stop();
  }

  /** Ctrl+Z and Ctrl+Shift+Z are for the messages where they are for no text field. */
  #undoes(event: KeyboardEvent): boolean {
    const { key, ctrlKey, metaKey, shiftKey, target } = event;
    if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || isWritten(target)) return false;
    const { undo: offer, streaming } = this.#store.panel.peek() ?? {};
    if (streaming !== undefined || !(shiftKey ? offer?.redo : offer?.undo)) return false;
    event.preventDefault();
    void this.#store.actions.undo({ redo: shiftKey });
    return true;
  }

  /** After the first text of a restored conversation is laid out, back to where the reader was. */
  #afterFrame(): void {
    this.#store.reading.keep();
    const panel = this.#store.panel.peek();
    if (this.#place === 'end' || !panel || !this.#frames.idle) return;
    // The messages may come later than the first state of a panel that is restored.
    const { turn } = this.#place;
    if (panel.conversation === this.#conversationId && !panel.turns.some(({ id }) => id === turn)) {
      return;
    }
    this.#store.reading.place = this.#place;
    this.#place = 'end';
  }

  #changed(): void {
    this.#persister.changed(this.#writtenLength);
  }

  /** Of everything that a reload brings back, in UTF-16 units. */
  get #writtenLength(): number {
    return this.#draft.length.peek() + this.#unsavedEdits.length;
  }

  #saved(): Saved {
    const conversation = this.#store.panel.peek()?.conversation ?? this.#conversationId;
    const begun = this.#unsavedEdits.kept;
    return {
      ...(conversation !== undefined && { conversation }),
      draft: this.#draft.peek(),
      ...(begun.length > 0 && { begun }),
      place: this.#place === 'end' ? this.#store.reading.place : this.#place,
      ...this.#store.settings.page.kept.peek(),
    };
  }
}

/** Whether a key is typed into a text. */
function isWritten(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('textarea, input, [contenteditable]') !== null;
}
