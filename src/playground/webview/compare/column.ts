import { effect, untracked } from '@preact/signals';
import { h } from 'preact';
import * as l10n from '@vscode/l10n';
import { channel, type Port } from '../../../webview/rpc';
import type { Turn } from '../../conversation';
import type { PlaygroundState } from '../../protocol';
import { createAreas } from '../areas';
import type { Area, PanelContext } from '../context';
import type { UnsavedEdits } from '../unsavedEdits';
import { button } from '../controls';
import { ConversationView } from '../conversationView';
import { element, FrameQueue, setText } from '../dom';
import type { ComposerLink } from '../draft';
import { Notices } from '../failures';
import { revealedText } from '../pieces';
import { mount } from '../mount';
import { type PageEvent, PanelStore } from '../panelStore';
import { sendBlocker } from '../reducer';
import { SettingsPanel } from '../settings/settingsPanel';
import { tokenFlow } from '../verdicts';

export interface ColumnOptions extends Pick<PanelContext, 'format' | 'announce'> {
  readonly unsavedEdits: UnsavedEdits;
  /** To the composer, for this column alone. */
  readonly link: ComposerLink;
  /** Something is shown that the comparison depends on. */
  readonly onDidChange: () => void;
  readonly onRemove: () => void;
}

/** One model of a comparison: its name and settings, its conversation, and what its last answer took. */
export class Column {
  readonly element: HTMLElement;
  readonly context: PanelStore;
  readonly #options: ColumnOptions;
  readonly #model: HTMLButtonElement;
  readonly #remove: HTMLButtonElement;
  readonly #facts = element('p', { class: 'column-facts' });
  readonly #settingsButton: HTMLButtonElement;
  readonly #notices: Notices;
  readonly #areas: readonly Area[];
  readonly #conversation: ConversationView;
  readonly #stop: readonly (() => void)[];
  #shown: PlaygroundState | undefined;
  #invalid: string | undefined;

  constructor(port: Port, name: string, options: ColumnOptions) {
    this.#options = options;
    const frames = new FrameQueue(() => this.#conversation.afterFrame());
    this.context = new PanelStore({
      ...options,
      announce: (text) =>
        options.announce(`${revealedText(this.panel?.model?.displayName ?? '')}: ${text}`),
      port: channel(port, name),
      settings: { id: `settings-${name}`, isOpen: false },
      frames,
      edit: (turn) => this.#conversation.edit({ turn: turn.id, place: 'here', role: turn.role }),
      onPageEvent: (event) => this.#on(event),
      onDelta: (delta, panel) => this.#conversation.append(delta, panel),
    });
    this.#conversation = new ConversationView(this.context, options.link.fill, () => undefined);
    this.#notices = new Notices(this.context, () => this.context.dispatch({ name: 'dismissed' }));
    this.#areas = createAreas(this.context, options.link);
    this.#model = button({
      label: l10n.t('Choose Model'),
      class: 'column-model',
      onClick: () => void this.context.ask('pickModel', undefined),
    });
    this.#settingsButton = button({
      label: l10n.t('Show Settings'),
      icon: 'settings',
      bare: true,
      onClick: () => this.context.settings.page.toggle(),
    });
    this.#settingsButton.setAttribute('aria-controls', this.context.settings.page.id);
    this.#remove = button({
      label: l10n.t('Remove This Model'),
      icon: 'close',
      bare: true,
      onClick: options.onRemove,
    });
    const head = element('header', { class: 'column-head' }, this.#model, this.#facts);
    head.append(this.#settingsButton, this.#remove);
    this.element = element(
      'section',
      { class: 'column' },
      head,
      element(
        'div',
        { class: 'middle' },
        this.#conversation.element,
        mount(h(SettingsPanel, null), this.context),
      ),
      element(
        'div',
        { class: 'dock' },
        this.#notices.element,
        ...this.#areas.map((a) => a.element),
      ),
    );
    this.#stop = [effect(() => this.#show()), effect(() => this.#showSettings())];
    void this.context.actions.ready();
  }

  get link(): ComposerLink {
    return this.#options.link;
  }

  /** Absent until the host has told it. */
  get panel(): PlaygroundState | undefined {
    return this.context.panel.peek();
  }

  /** What keeps this column from being asked, besides an answer that still arrives. */
  get sendBlocker(): ReturnType<typeof sendBlocker> {
    return sendBlocker(
      untracked(() => this.context.snapshot),
      this.context.settings.firstInvalid.peek() === undefined,
    );
  }

  /** Why it can't be asked for now, as a sentence. */
  get blockedBecause(): string | undefined {
    return this.#areas.find((area) => area.blockedBecause)?.blockedBecause;
  }

  /** Hands what was set to the host, before a message is sent. */
  async flush(): Promise<void> {
    await this.context.settings.flush();
  }

  toEnd(): void {
    this.#conversation.toEnd();
  }

  set isRemovable(value: boolean) {
    this.#remove.hidden = !value;
  }

  dispose(): void {
    for (const stop of this.#stop) stop();
    this.context.dispose();
    this.element.remove();
  }

  #on(event: PageEvent): void {
    if (event.name === 'edit') this.#conversation.edit(event);
    else if (event.name === 'compose') this.#options.link.fill(event.text);
  }

  #show(): void {
    const { panel, problem } = this.context.snapshot;
    const before = this.#shown;
    this.#shown = panel;
    if (!panel) return;
    if (panel !== before) this.#showPanel(panel);
    this.#notices.show(panel.notice, problem);
    this.#options.onDidChange();
  }

  #showPanel(panel: PlaygroundState): void {
    const name = revealedText(panel.model?.displayName ?? '');
    const label = this.#model.querySelector('.label');
    if (label) setText(label, name || l10n.t('Choose Model'));
    this.#model.title = name
      ? l10n.t('Model: {0}. Choose another one.', name)
      : l10n.t('Choose Model');
    this.element.setAttribute('aria-label', name || l10n.t('Choose Model'));
    setText(this.#facts, columnFacts(panel.turns, this.#options));
    this.element.classList.toggle('streaming', panel.streaming !== undefined);
    for (const area of this.#areas) area.show(panel);
    this.#conversation.show(panel);
  }

  #showSettings(): void {
    const { page, firstInvalid } = this.context.settings;
    const isOpen = page.isOpen.value;
    this.#settingsButton.title = isOpen ? l10n.t('Hide Settings') : l10n.t('Show Settings');
    this.#settingsButton.setAttribute('aria-label', this.#settingsButton.title);
    this.#settingsButton.setAttribute('aria-expanded', String(isOpen));
    if (firstInvalid.value !== this.#invalid) this.#options.onDidChange();
    this.#invalid = firstInvalid.value;
  }
}

/** What the last answer took, in one short line; empty until there is one. */
function columnFacts(turns: readonly Turn[], { format }: Pick<PanelContext, 'format'>): string {
  const last = turns.at(-1);
  if (last?.role !== 'model' || !last.outcome) return '';
  const { usage, durationMs } = last.outcome;
  return [
    ...(durationMs > 0 ? [format.duration(durationMs)] : []),
    ...(usage ? [tokenFlow(usage, { format })] : []),
  ].join(' · ');
}
