import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import { type Disposable, toDisposable } from '../../../base/disposable';
import { channel, type Port } from '../../../webview/rpc';
import type { PlaygroundState } from '../../protocol';
import { createAreas } from '../areas';
import type { Area } from '../context';
import { ConversationView } from '../conversationView';
import { FrameQueue } from '../dom';
import type { ComposerLink } from '../draft';
import { Notices } from '../failures';
import type { Format } from '../format';
import { type PageEvent, PanelStore } from '../panelStore';
import { revealedText } from '../pieces';
import { sendBlocker, type SendBlocker } from '../reducer';
import type { UnsavedEdits } from '../unsavedEdits';

export interface ColumnOptions {
  readonly format: Format;
  readonly unsavedEdits: UnsavedEdits;
  readonly announce: (text: string) => void;
  readonly link: ComposerLink;
}

/** One model of a comparison: its conversation, and what is open of it on the page. */
export class Column implements Disposable {
  readonly name: string;
  readonly store: PanelStore;
  readonly link: ComposerLink;
  readonly #because = signal<string | undefined>(undefined);
  readonly #notices: Notices;
  readonly #areas: readonly Area[];
  readonly #conversation: ConversationView;
  readonly #disposables: readonly Disposable[];
  /** Of its model; empty until one is chosen and known. */
  readonly modelName: ReadonlySignal<string> = computed(() =>
    revealedText(this.store.panel.value?.model?.displayName ?? ''),
  );
  /** What keeps it from being asked, besides an answer that still arrives. */
  readonly blocker: ReadonlySignal<SendBlocker | undefined> = computed(() =>
    sendBlocker(this.store.snapshot, this.store.settings.firstInvalid.value === undefined),
  );

  constructor(port: Port, name: string, { link, announce, ...options }: ColumnOptions) {
    this.name = name;
    this.link = link;
    const frames = new FrameQueue(() => this.#conversation.afterFrame());
    this.store = new PanelStore({
      ...options,
      announce: (text) => announce(`${this.modelName.peek()}: ${text}`),
      port: channel(port, name),
      settings: { id: `settings-${name}`, isOpen: false },
      frames,
      edit: (turn) => this.#conversation.edit({ turn: turn.id, place: 'here', role: turn.role }),
      onPageEvent: (event) => this.#on(event),
      onDelta: (delta, panel) => this.#conversation.append(delta, panel),
    });
    this.#conversation = new ConversationView(this.store, link.fill, () => undefined);
    this.#notices = new Notices(this.store, () => this.store.dispatch({ name: 'dismissed' }));
    this.#areas = createAreas(this.store, link);
    const { panel } = this.store;
    this.#disposables = [
      this.store,
      toDisposable(effect(() => panel.value && this.#show(panel.value))),
      toDisposable(effect(() => this.#notices.show(panel.value?.notice, this.store.problem.value))),
    ];
    void this.store.actions.ready();
  }

  /** Absent until the host has told it. */
  get panel(): PlaygroundState | undefined {
    return this.store.panel.peek();
  }

  /** Why it can't be asked for now, as a sentence. */
  get because(): ReadonlySignal<string | undefined> {
    return this.#because;
  }

  /** What stands between its head and its dock, and in the dock. */
  get elements(): { readonly middle: readonly Element[]; readonly dock: readonly Element[] } {
    return {
      middle: [this.#conversation.element],
      dock: [this.#notices.element, ...this.#areas.map(({ element }) => element)],
    };
  }

  /** Something changed that keeps a message from being sent. */
  edited(): void {
    this.#because.value = this.#areas.find((area) => area.blockedBecause)?.blockedBecause;
  }

  /** Hands what was set to the host, before a message is sent. */
  async flush(): Promise<void> {
    await this.store.settings.flush();
  }

  toEnd(): void {
    this.#conversation.toEnd();
  }

  dispose(): void {
    for (const one of this.#disposables) one.dispose();
  }

  #on(event: PageEvent): void {
    if (event.name === 'edit') this.#conversation.edit(event);
    else if (event.name === 'compose') this.link.fill(event.text);
  }

  #show(panel: PlaygroundState): void {
    untracked(() => {
      for (const area of this.#areas) area.show(panel);
      this.#conversation.show(panel);
      this.edited();
    });
  }
}
