import { errorMessage } from '../../base/errors';
import { connect, type Caller, type Port } from '../../webview/rpc';
import type { UserTurn } from '../conversation';
import type { PlaygroundEvent, PlaygroundProtocol, PlaygroundState } from '../protocol';
import { announcement } from './announcements';
import { DropZone } from './attachments/dropZone';
import { Composer, type Obstacle } from './composer';
import type { PanelContext } from './context';
import { ConversationView } from './conversationView';
import { draftOf, messageOf, restored } from './draft';
import { element } from './element';
import type { Format } from './format';
import { FrameQueue } from './frames';
import { isComposing } from './ime';
import { Keeper } from './keeper';
import { Notices } from './notices';
import { initialState, reduce, type ViewEvent, type ViewState } from './reducer';
import type { Saved } from './saved';
import { Separator } from './separator';
import { SettingsPanel } from './settings/panel';
import { StatusRegion } from './statusRegion';
import { answerText } from './segments';
import { takeFocus } from './takeFocus';
import { fill } from './fill';
import type { Strings } from '../strings';
import { Toolbar } from './toolbar';

const SETTINGS_ID = 'settings';
/** From this width on the settings are open until the user closes them. */
const WIDE = 960;

/** The panel: holds the state, hands it to the views, and their wishes to the host. */
export class App {
  readonly element: HTMLElement;
  readonly #strings: Strings;
  readonly #format: Format;
  readonly #caller: Caller<PlaygroundProtocol>;
  readonly #status = new StatusRegion();
  readonly #frames: FrameQueue;
  readonly #toolbar: Toolbar;
  readonly #conversation: ConversationView;
  readonly #composer: Composer;
  readonly #settings: SettingsPanel;
  readonly #separator: Separator;
  readonly #notices: Notices;
  readonly #keeper: Keeper;
  #state: ViewState = initialState;
  #settingsOpen: boolean;
  #place: Saved['place'];
  /** Of the conversation that was here before a reload, until the host tells which one it is. */
  readonly #conversationId: string | undefined;

  constructor(
    port: Port,
    strings: Strings,
    format: Format,
    saved: Saved,
    save: (saved: Saved) => void,
  ) {
    this.#strings = strings;
    this.#format = format;
    this.#place = saved.place;
    this.#conversationId = saved.conversation;
    this.#settingsOpen = saved.settingsOpen ?? window.innerWidth >= WIDE;
    this.#caller = connect<PlaygroundProtocol, PlaygroundEvent>(port, (event) => this.#on(event));
    this.#frames = new FrameQueue(() => this.#afterFrame());
    const context: PanelContext = {
      strings,
      format,
      frames: this.#frames,
      announce: (text) => this.#status.announce(text),
      ask: (name, input) => this.#ask(() => this.#caller.call(name, input)),
      call: (name, input, signal) => this.#caller.call(name, input, signal),
      tell: (problem) => this.#tell(problem),
    };
    const dropZone = new DropZone(context);
    this.#toolbar = new Toolbar(context, SETTINGS_ID, () => this.#toggleSettings());
    this.#conversation = new ConversationView(
      context,
      (text) => this.#start(text),
      () => this.#composer.focus(),
    );
    this.#notices = new Notices(context, () => this.#dispatch({ name: 'dismissed' }));
    this.#composer = new Composer(context, {
      send: () => void this.#send(),
      stop: () => this.#stop(),
      changed: () => this.#changed(),
      lastMessage: () => this.#lastMessage(),
    });
    this.#settings = new SettingsPanel(
      context,
      SETTINGS_ID,
      () => this.#closeSettings(),
      () => this.#showComposer(),
    );
    this.#separator = new Separator(strings.resizeSettings, SETTINGS_ID, (width) => {
      this.element.style.setProperty('--settings-width', `${width}px`);
      this.#changed();
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
        element('div', { class: 'dock' }, this.#notices.element, this.#composer.element),
      ),
      this.#separator.element,
      this.#settings.element,
      this.#status.element,
      dropZone.element,
    );
    dropZone.listen(window);
    this.#keeper = new Keeper(
      () => this.#saved(),
      save,
      (flush) => {
        document.addEventListener('visibilitychange', flush);
        window.addEventListener('pagehide', flush);
      },
    );
    this.#separator.width = saved.settingsWidth ?? this.#separator.width;
    this.#composer.draft = saved.draft;
    this.#showSettings();
    this.element.addEventListener('keydown', (event) => this.#keyDown(event));
    this.#conversation.element.addEventListener(
      'scroll',
      () => this.#keeper.scrolled(this.#composer.draftLength),
      true,
    );
  }

  /** Asks the host for the state. */
  start(): void {
    void this.#ask(() => this.#caller.call('ready', undefined));
  }

  #on(event: PlaygroundEvent): void {
    if (event.name === 'focus') {
      if (event.target === 'composer' || !this.#conversation.focusLast()) this.#composer.focus();
    } else {
      this.#dispatch(event);
    }
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
    this.#toolbar.show(panel);
    this.#settings.show(panel);
    this.#conversation.show(panel);
    this.#announce(before, panel);
    if (before?.conversation === panel.conversation) return;
    this.#changed();
    if (!this.#settings.element.contains(document.activeElement)) takeFocus(this.#composer);
  }

  #announce(before: PlaygroundState | undefined, panel: PlaygroundState): void {
    const news = announcement(before, panel, this.#strings, this.#format);
    if (news !== undefined) this.#status.announce(news);
  }

  #showComposer(): void {
    this.#composer.show(this.#state.panel, this.#obstacle());
  }

  #obstacle(): Obstacle | undefined {
    const { panel, sending } = this.#state;
    if (!panel?.connection) return 'needConnection';
    if (!panel.model) return 'needModel';
    if (sending || panel.streaming !== undefined) return 'waitForAnswer';
    return this.#settings.valid ? undefined : 'settingsInvalid';
  }

  async #send(): Promise<void> {
    const draft = this.#composer.take();
    this.#dispatch({ name: 'sendStarted' });
    this.#conversation.toEnd();
    this.#composer.focus();
    try {
      await this.#settings.flush();
      await this.#caller.call('send', { text: messageOf(draft) });
      this.#dispatch({ name: 'sendEnded' });
    } catch (error) {
      this.#composer.draft = restored(draft, this.#composer.draft);
      const problem = fill(this.#strings.notSent, errorMessage(error));
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
      this.#tell(fill(this.#strings.callFailed, errorMessage(error)));
      return false;
    }
  }

  #tell(problem: string): void {
    this.#dispatch({ name: 'problem', problem });
    this.#status.announce(problem);
  }

  #start(text: string): void {
    this.#composer.draft = draftOf(text);
    this.#composer.focus();
  }

  #lastMessage(): string | undefined {
    const last = this.#state.panel?.turns.findLast(
      (turn): turn is UserTurn => turn.role === 'user',
    );
    return last && answerText(last.content.parts ?? [], last);
  }

  #keyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || isComposing(event)) return;
    if (this.#state.panel?.streaming === undefined && !this.#state.sending) return;
    event.preventDefault();
    this.#stop();
  }

  #toggleSettings(): void {
    if (this.#settingsOpen) {
      this.#closeSettings();
      return;
    }
    this.#settingsOpen = true;
    this.#showSettings();
    this.#settings.focus();
    this.#changed();
  }

  #closeSettings(): void {
    const inside = this.#settings.element.contains(document.activeElement);
    this.#settingsOpen = false;
    this.#showSettings();
    if (inside) this.#toolbar.focusSettings();
    this.#changed();
  }

  #showSettings(): void {
    this.element.classList.toggle('with-settings', this.#settingsOpen);
    this.#settings.element.hidden = !this.#settingsOpen;
    this.#separator.element.hidden = !this.#settingsOpen;
    this.#toolbar.showSettings(this.#settingsOpen);
  }

  /** After the first text of a restored conversation is laid out, back to where the reader was. */
  #afterFrame(): void {
    this.#conversation.afterFrame();
    if (this.#place === 'end' || !this.#state.panel || !this.#frames.idle) return;
    this.#conversation.place = this.#place;
    this.#place = 'end';
  }

  #changed(): void {
    this.#keeper.changed(this.#composer.draftLength);
  }

  #saved(): Saved {
    const conversation = this.#state.panel?.conversation ?? this.#conversationId;
    return {
      ...(conversation !== undefined && { conversation }),
      draft: this.#composer.draft,
      place: this.#place === 'end' ? this.#conversation.place : this.#place,
      settingsOpen: this.#settingsOpen,
      settingsWidth: this.#separator.width,
    };
  }
}
