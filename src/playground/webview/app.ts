import * as l10n from '@vscode/l10n';
import { errorMessage } from '../../base/errors';
import { type Caller, connect, type Port } from '../../webview/rpc';
import type { Turn } from '../conversation';
import type { PlaygroundEvent, PlaygroundProtocol, PlaygroundState } from '../protocol';
import { turnText } from '../turns';
import { announcement } from './announcements';
import { createAreas } from './areas';
import { Composer } from './composer';
import type { Area, PanelContext } from './context';
import { ConversationView } from './conversationView';
import { element, FrameQueue, isComposing, onPageHidden, StatusRegion, takeFocus } from './dom';
import { ComposerLink, draftOf, messageOf, restored } from './draft';
import { DropZone } from './dropZone';
import { Notices } from './failures';
import type { Format } from './format';
import { initialState, reduce, sendBlocker, type ViewEvent, type ViewState } from './reducer';
import { type Saved, StatePersister } from './savedState';
import { SettingsSide } from './settingsSide';
import { TokenMeter } from './tokens/tokenMeter';
import { Toolbar } from './toolbar';
import { UnsavedEdits } from './unsavedEdits';

const SETTINGS_ID = 'settings';
/** From this width on the settings are open until the user closes them. */
const WIDE = 960;

/** The page of a playground: holds its state, shows it in the views, and tells the host what the user does. */
export class App {
  readonly element: HTMLElement;
  readonly #format: Format;
  readonly #caller: Caller<PlaygroundProtocol>;
  readonly #status = new StatusRegion();
  readonly #frames: FrameQueue;
  readonly #toolbar: Toolbar;
  readonly #conversation: ConversationView;
  readonly #composer: Composer;
  readonly #meter: TokenMeter;
  readonly #side: SettingsSide;
  readonly #notices: Notices;
  readonly #areas: readonly Area[];
  readonly #persister: StatePersister;
  readonly #unsavedEdits: UnsavedEdits;
  readonly #link: ComposerLink;
  #state: ViewState = initialState;
  #place: Saved['place'];
  /** Of the conversation that was here before a reload, until the host tells which one it is. */
  readonly #conversationId: string | undefined;

  constructor(port: Port, format: Format, saved: Saved, save: (saved: Saved) => void) {
    this.#format = format;
    this.#place = saved.place;
    this.#conversationId = saved.conversation;
    this.#caller = connect<PlaygroundProtocol, PlaygroundEvent>(port, (event) => this.#on(event));
    this.#frames = new FrameQueue(() => this.#afterFrame());
    this.#unsavedEdits = new UnsavedEdits(saved.begun ?? [], () => this.#changed());
    const context: PanelContext = {
      format,
      frames: this.#frames,
      unsavedEdits: this.#unsavedEdits,
      announce: (text) => this.#status.announce(text),
      ask: (name, input) => this.#ask(() => this.#caller.call(name, input)),
      call: (name, input, signal) => this.#caller.call(name, input, signal),
      tell: (problem) => this.#tell(problem),
      edit: (turn) => this.#conversation.edit({ turn: turn.id, place: 'here', role: turn.role }),
    };
    const dropZone = new DropZone(context);
    this.#toolbar = new Toolbar(context, SETTINGS_ID, {
      settings: () => this.#side.toggle(),
      getCode: () => this.#getCode(),
    });
    this.#conversation = new ConversationView(
      context,
      (text) => this.#link.fill(text),
      () => this.#composer.focus(),
    );
    this.#notices = new Notices(context, () => this.#dispatch({ name: 'dismissed' }));
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
      lastMessage: () => lastMessage(this.#state.panel?.turns ?? []),
    });
    this.#link = new ComposerLink(this.#composer, () => this.#showComposer());
    this.#areas = createAreas(context, this.#link);
    this.#side = new SettingsSide(context, SETTINGS_ID, {
      isOpen: saved.settingsOpen ?? window.innerWidth >= WIDE,
      width: saved.settingsWidth,
      sections: saved.settingsSections,
      toolbar: this.#toolbar,
      onEdited: () => this.#showComposer(),
      onMoved: () => this.#changed(),
    });
    this.element = element(
      'div',
      { class: 'app loading' },
      this.#toolbar.element,
      element('div', { class: 'progress', attributes: { 'aria-hidden': 'true' } }),
      element(
        'div',
        { class: 'middle' },
        this.#conversation.element,
        element(
          'div',
          { class: 'dock' },
          this.#notices.element,
          ...this.#areas.map((area) => area.element),
          this.#composer.element,
        ),
      ),
      ...this.#side.elements,
      this.#status.element,
      dropZone.element,
    );
    dropZone.listen(window);
    this.#persister = new StatePersister(() => this.#saved(), save, onPageHidden);
    this.#side.layOut(this.element);
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
    void this.#ask(() => this.#caller.call('ready', undefined));
  }

  #on(event: PlaygroundEvent): void {
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
    } else if (event.name === 'savePrompt') {
      const text = this.#link.message();
      void this.#ask(() => this.#caller.call('savePrompt', { text, over: false }));
    } else {
      this.#dispatch(event);
    }
  }

  #focus(target: 'composer' | 'lastMessage' | 'settings'): void {
    if (target === 'settings') this.#side.open();
    else if (target === 'composer' || !this.#conversation.focusLast()) this.#composer.focus();
  }

  #dispatch(event: ViewEvent): void {
    const before = this.#state.panel;
    this.#state = reduce(this.#state, event);
    const { panel } = this.#state;
    if (event.name === 'delta') {
      if (panel) this.#conversation.append(event.delta, panel);
      return;
    }
    if (event.name === 'state' && panel) this.#show(before, panel);
    if (event.name === 'attachments' && panel) this.#announce(before, panel);
    this.#notices.show(panel?.notice, this.#state.problem);
    this.#showComposer();
  }

  #show(before: PlaygroundState | undefined, panel: PlaygroundState): void {
    const { classList } = this.element;
    classList.remove('loading');
    classList.toggle('streaming', panel.streaming !== undefined);
    // While an answer arrives, the one that it may give way to is only away.
    if (panel.streaming === undefined) this.#unsavedEdits.retain(panel.turns);
    this.#toolbar.show(panel);
    this.#side.panel.show(panel);
    for (const area of this.#areas) area.show(panel);
    this.#conversation.show(panel);
    this.#announce(before, panel);
    if (before?.conversation === panel.conversation) return;
    this.#changed();
    if (!this.#side.hasFocus) takeFocus(this.#composer);
  }

  #announce(before: PlaygroundState | undefined, panel: PlaygroundState): void {
    const news = announcement(before, panel, this.#format);
    if (news !== undefined) this.#status.announce(news);
  }

  #showComposer(): void {
    if (this.#state.panel) this.#meter.show(this.#state.panel);
    const because = this.#areas.find((area) => area.blockedBecause)?.blockedBecause;
    this.#composer.show(
      this.#state.panel,
      sendBlocker(this.#state, this.#side.panel.valid),
      because,
    );
  }

  async #send(): Promise<void> {
    const draft = this.#composer.take();
    this.#dispatch({ name: 'sendStarted' });
    this.#conversation.toEnd();
    this.#composer.focus();
    try {
      await this.#side.panel.flush();
      await this.#caller.call('send', { text: messageOf(draft) });
      this.#dispatch({ name: 'sendEnded' });
    } catch (error) {
      this.#composer.draft = restored(draft, this.#composer.draft);
      const problem = l10n.t('The message was not sent: {0}', errorMessage(error));
      this.#dispatch({ name: 'sendEnded', problem });
      this.#status.announce(problem);
    }
  }

  #stop(): void {
    void this.#ask(() => this.#caller.call('stop', undefined));
    this.#composer.focus();
  }

  async #ask(call: () => Promise<unknown>): Promise<boolean> {
    try {
      await call();
      return true;
    } catch (error) {
      this.#tell(l10n.t('That did not work: {0}', errorMessage(error)));
      return false;
    }
  }

  #tell(problem: string): void {
    this.#dispatch({ name: 'problem', problem });
    this.#status.announce(problem);
  }

  #getCode(): void {
    const text = this.#link.message();
    void this.#ask(() => this.#caller.call('getCode', { text }));
  }

  #keyDown(event: KeyboardEvent): void {
    if (this.#undoes(event)) return;
    if (event.key !== 'Escape' || isComposing(event)) return;
    if (this.#state.panel?.streaming === undefined && !this.#state.sending) return;
    event.preventDefault();
    this.#stop();
  }

  /** Ctrl+Z and Ctrl+Shift+Z are for the messages where they are for no text field. */
  #undoes(event: KeyboardEvent): boolean {
    const { key, ctrlKey, metaKey, shiftKey, target } = event;
    if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || isWritten(target)) return false;
    const { undo: offer, streaming } = this.#state.panel ?? {};
    if (streaming !== undefined || !(shiftKey ? offer?.redo : offer?.undo)) return false;
    event.preventDefault();
    void this.#ask(() => this.#caller.call('undo', { redo: shiftKey }));
    return true;
  }

  /** After the first text of a restored conversation is laid out, back to where the reader was. */
  #afterFrame(): void {
    this.#conversation.afterFrame();
    const { panel } = this.#state;
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
    const conversation = this.#state.panel?.conversation ?? this.#conversationId;
    const begun = this.#unsavedEdits.kept;
    return {
      ...(conversation !== undefined && { conversation }),
      draft: this.#composer.draft,
      ...(begun.length > 0 && { begun }),
      place: this.#place === 'end' ? this.#conversation.place : this.#place,
      settingsOpen: this.#side.isOpen,
      settingsWidth: this.#side.width,
      settingsSections: this.#side.sections,
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
