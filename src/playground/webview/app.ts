import { effect } from '@preact/signals';
import { h } from 'preact';
import * as l10n from '@vscode/l10n';
import { errorMessage } from '../../base/errors';
import type { Port } from '../../webview/rpc';
import type { Turn } from '../conversation';
import type { FocusTarget, PlaygroundState } from '../protocol';
import { turnText } from '../turns';
import { createAreas } from './areas';
import { Composer } from './composer';
import type { Area } from './context';
import { ConversationView } from './conversationView';
import { element, FrameQueue, isComposing, onPageHidden, StatusRegion, takeFocus } from './dom';
import { ComposerLink, draftOf, messageOf, restored } from './draft';
import { DropZone } from './dropZone';
import { Notices } from './failures';
import type { Format } from './format';
import { mount } from './mount';
import { type PageEvent, PanelStore } from './panelStore';
import { sendBlocker } from './reducer';
import { type Saved, StatePersister } from './savedState';
import type { SettingsPage } from './settings/settingsPage';
import { SettingsSide } from './settings/settingsPanel';
import { TokenMeter } from './tokens/tokenMeter';
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
  readonly #toolbar: Toolbar;
  readonly #conversation: ConversationView;
  readonly #composer: Composer;
  readonly #meter: TokenMeter;
  readonly #notices: Notices;
  readonly #areas: readonly Area[];
  readonly #persister: StatePersister;
  readonly #unsavedEdits: UnsavedEdits;
  readonly #link: ComposerLink;
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
      announce: (text) => this.#status.announce(text),
      edit: (turn) => this.#conversation.edit({ turn: turn.id, place: 'here', role: turn.role }),
      onPageEvent: (event) => this.#on(event),
      onDelta: (delta, panel) => this.#conversation.append(delta, panel),
    });
    this.#store = context;
    const dropZone = new DropZone(context);
    this.#toolbar = new Toolbar(context, SETTINGS_ID, {
      settings: () => context.settings.page.toggle(),
      getCode: () => this.#getCode(),
    });
    this.#conversation = new ConversationView(
      context,
      (text) => this.#link.fill(text),
      () => this.#composer.focus(),
    );
    this.#notices = new Notices(context, () => context.dispatch({ name: 'dismissed' }));
    this.#meter = new TokenMeter(context, () => messageOf(this.#composer.draft));
    this.#composer = new Composer(context, {
      beside: this.#meter.element,
      send: () => void this.#send(),
      stop: () => this.#stop(),
      changed: () => {
        this.#changed();
        this.#meter.changed();
        this.#link.changed();
      },
      lastMessage: () => lastMessage(context.panel.peek()?.turns ?? []),
    });
    this.#link = new ComposerLink(this.#composer, () => this.#showComposer());
    this.#areas = createAreas(context, this.#link);
    this.element = element(
      'div',
      { class: 'app loading' },
      this.#toolbar.element,
      element('div', { class: 'progress', attributes: { 'aria-hidden': 'true' } }),
      element(
        'div',
        { class: 'middle' },
        mount(h(Title, {}), context),
        this.#conversation.element,
        element(
          'div',
          { class: 'dock' },
          this.#notices.element,
          ...this.#areas.map((area) => area.element),
          this.#composer.element,
        ),
      ),
      mount(h(SettingsSide, null), context),
      this.#status.element,
      dropZone.element,
    );
    dropZone.listen(window);
    this.#persister = new StatePersister(() => this.#saved(), save, onPageHidden);
    this.#composer.draft = saved.draft;
    this.element.addEventListener('keydown', (event) => this.#keyDown(event));
    this.#conversation.element.addEventListener(
      'scroll',
      () => this.#persister.scrolled(this.#writtenLength),
      true,
    );
  }

  /** Asks the host for the state. */
  start(): void {
    effect(() => this.#show());
    effect(() => this.#showSide(this.#store.settings.page.kept.value));
    void this.#store.actions.ready();
  }

  #on(event: PageEvent): void {
    if (event.name === 'focus') {
      this.#focus(event.target);
    } else if (event.name === 'add') {
      this.#composer.draft = restored(this.#composer.draft, draftOf(event.text));
      this.#composer.focus();
    } else if (event.name === 'getCode') {
      this.#getCode();
    } else if (event.name === 'edit') {
      this.#conversation.edit(event);
    } else if (event.name === 'compose') {
      this.#link.fill(event.text);
    } else {
      void this.#store.actions.savePrompt({ text: this.#link.message(), over: false });
    }
  }

  #focus(target: FocusTarget): void {
    if (target === 'settings') this.#store.settings.page.open();
    else if (target === 'title') beginRenaming(this.#store);
    else if (target === 'composer' || !this.#conversation.focusLast()) this.#composer.focus();
  }

  /** Shows what the host said last; text that streams in goes to the conversation alone. */
  #show(): void {
    const { panel, problem } = this.#store.snapshot;
    const before = this.#shown;
    this.#shown = panel;
    if (panel && panel !== before) this.#showPanel(before, panel);
    this.#notices.show(panel?.notice, problem);
    this.#showComposer();
  }

  /** The settings open, close and change their width by themselves; the page keeps how. */
  #showSide({ settingsOpen }: SettingsPage['kept']['value']): void {
    this.element.classList.toggle('with-settings', settingsOpen);
    this.#toolbar.showSettings(settingsOpen);
    this.#changed();
  }

  #showPanel(before: PlaygroundState | undefined, panel: PlaygroundState): void {
    const { classList } = this.element;
    classList.remove('loading');
    classList.toggle('streaming', panel.streaming !== undefined);
    // While an answer arrives, the one that it may give way to is only away.
    if (panel.streaming === undefined) this.#unsavedEdits.retain(panel.turns);
    this.#toolbar.show(panel);
    for (const area of this.#areas) area.show(panel);
    this.#conversation.show(panel);
    if (before?.conversation === panel.conversation) return;
    this.#changed();
    const side = document.getElementById(SETTINGS_ID);
    if (!side?.contains(document.activeElement)) takeFocus(this.#composer);
  }

  #showComposer(): void {
    const state = this.#store.snapshot;
    if (state.panel) this.#meter.show(state.panel);
    const because = this.#areas.find((area) => area.blockedBecause)?.blockedBecause;
    this.#composer.show(
      state.panel,
      sendBlocker(state, this.#store.settings.firstInvalid.value === undefined),
      because,
    );
  }

  async #send(): Promise<void> {
    const draft = this.#composer.take();
    this.#store.dispatch({ name: 'sendStarted' });
    this.#conversation.toEnd();
    this.#composer.focus();
    try {
      await this.#store.settings.flush();
      await this.#store.call('send', { text: messageOf(draft) });
      this.#store.dispatch({ name: 'sendEnded' });
    } catch (error) {
      this.#composer.draft = restored(draft, this.#composer.draft);
      const problem = l10n.t('The message was not sent: {0}', errorMessage(error));
      this.#store.dispatch({ name: 'sendEnded', problem });
      this.#status.announce(problem);
    }
  }

  #stop(): void {
    void this.#store.actions.stop();
    this.#composer.focus();
  }

  #getCode(): void {
    void this.#store.actions.getCode({ text: this.#link.message() });
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
    this.#conversation.afterFrame();
    const panel = this.#store.panel.peek();
    if (this.#place === 'end' || !panel || !this.#frames.idle) return;
    // The messages may come later than the first state of a panel that is restored.
    const { turn } = this.#place;
    if (panel.conversation === this.#conversationId && !panel.turns.some(({ id }) => id === turn)) {
      return;
    }
    this.#conversation.place = this.#place;
    this.#place = 'end';
  }

  #changed(): void {
    this.#persister.changed(this.#writtenLength);
  }

  /** Of everything that a reload brings back, in UTF-16 units. */
  get #writtenLength(): number {
    return this.#composer.draftLength + this.#unsavedEdits.length;
  }

  #saved(): Saved {
    const conversation = this.#store.panel.peek()?.conversation ?? this.#conversationId;
    const begun = this.#unsavedEdits.kept;
    return {
      ...(conversation !== undefined && { conversation }),
      draft: this.#composer.draft,
      ...(begun.length > 0 && { begun }),
      place: this.#place === 'end' ? this.#conversation.place : this.#place,
      ...this.#store.settings.page.kept.peek(),
    };
  }
}

/** Whether a key is typed into a text. */
function isWritten(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('textarea, input, [contenteditable]') !== null;
}

/** Text of the user's last message; undefined where there is none. */
function lastMessage(turns: readonly Turn[]): string | undefined {
  const last = turns.findLast((turn) => turn.role === 'user');
  return last && turnText(last);
}
